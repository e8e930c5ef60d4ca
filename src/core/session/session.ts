// One mail's commands in order: good lines run, bad lines are reported, and everything to be told is gathered into letters.
import { apply, type Event } from '../state/events.ts';
import type { Command } from '../language/command.ts';
import { type CommandContext, decided, type Decision, type Denied, denied, type Notification } from '../decision.ts';
import { type ParsedMail, readingOf } from '../language/reading.ts';
import type { Statement } from '../language/statement.ts';
import type { Message, Recipient, UnreadReason } from '../messages/message.ts';
import { limits } from '../limits.ts';
import { together } from '../state/loading.ts';
import { hasRoom } from '../quota/quota.ts';
import { unaskedCharge } from '../quota/rules.ts';
import { refused } from '../refusal.ts';
import type { State } from '../state/state.ts';
import type { ParkedMail } from '../state/documents.ts';
import { raised } from './alerts.ts';
import { confirmed } from './confirmation.ts';
import { type CommandResult, type MailInContext, type MailState, momentOf, type Verdict } from './hearing.ts';
import { quieted } from './idle.ts';
import { lettersOf } from './messages.ts';
import { alone, type ClaimDecision, decideClaimed } from './passwords.ts';
import { identify, type Identity, stranger } from '../identity/sender.ts';

export function decideMail(occasion: MailInContext, world: State): Verdict {
  const hearing: MailState = { occasion, world, identity: identityIn(occasion, world) };
  return quieted(hearing, heard(hearing));
}

/** A mail that is not read proves nothing, and is not looked into. */
function identityIn({ mail, trust, unread }: MailInContext, world: State): Identity {
  return unread === null ? identify(mail, world, trust) : stranger(mail);
}

function heard(hearing: MailState): Verdict {
  const { occasion, identity } = hearing;
  if (occasion.unread !== null) return unreadAnswer(hearing, occasion.unread);
  const answer = confirmed(hearing);
  if (answer?.kind === 'decision') return single(hearing, answer.decision);
  if (answer?.kind === 'released') {
    const { asOwner, mail, events } = answer;
    return run(asOwner, read(asOwner, mail.subject, mail.text), events);
  }
  const { ownerToAsk } = identity;
  const reading = read(hearing, occasion.mail.subject, occasion.text);
  const mayPark = ownerToAsk !== null && reading.statements.some(needsOwner) && reading.statements.every(isParkable);
  return mayPark ? park(hearing, ownerToAsk, reading) : run(hearing, reading, []);
}

function unreadAnswer({ identity, world }: MailState, reason: UnreadReason): Verdict {
  const to: Recipient = { kind: 'address', address: identity.sender.address };
  const letter: Message = { kind: 'unreadable', to, reason, limit: limits.mailBytes };
  return { events: [], letters: [letter], world, identity, proof: 'none', hasCommand: false };
}

/** Is there an account of this name, a robot's or a closed one among them? */
export const isUser = (world: State, name: string): boolean => world.document('account', name) !== null;

const read = ({ occasion, world, identity }: MailState, subject: string, text: string): ParsedMail =>
  readingOf(subject, text, {
    commands: occasion.commands,
    games: world.games,
    isUser: name => isUser(world, name),
    board: identity.board,
    userid: identity.sender.userid,
  });

/** A mail with a secret in it is never kept: its lines are refused, and the sender told how to prove themselves. */
const isParkable = ({ act }: Statement): boolean => act.ok && act.value.secrets.length === 0;

const needsOwner = ({ command, act }: Statement): boolean =>
  command !== null && command.by !== 'anyone' && act.ok && act.value.claim === null;

/** Overrides of the writing direction: unclosed, they would turn our own words around. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;

/** Runs every statement; `earlier` is what has happened already. */
function run(hearing: MailState, reading: ParsedMail, earlier: readonly Event[]): Verdict {
  const comment = reading.comment.replace(BIDI, '').slice(0, limits.commentLength);
  const tried = (statement: Statement) => (): ClaimDecision =>
    decideLine(statement, momentOf(hearing, comment), new Set());
  return together(() => runInTurn(hearing, { ...reading, comment }, earlier), reading.statements.map(tried));
}

/** Each in the world the one before it left. */
function runInTurn(hearing: MailState, reading: ParsedMail, earlier: readonly Event[]): Verdict {
  const { identity } = hearing;
  const { comment } = reading;
  let world = earlier.reduce(apply, hearing.world);
  const events: Event[] = [...earlier];
  const done: CommandResult[] = [];
  const secrets = new Set<string>();
  let isByPassword = false;
  for (const statement of reading.statements) {
    const line = decideLine(statement, momentOf({ ...hearing, world }, comment), secrets);
    const happened = [...line.events, ...(line.decision.ok ? line.decision.value.events : [])];
    events.push(...happened);
    world = happened.reduce(apply, world);
    isByPassword ||= line.isProved;
    done.push(doneWith(statement, line, isElsewhere(statement, world, identity)));
  }
  const verdict = told({ ...hearing, world }, { before: hearing.world, comment, done, reading });
  const proof = identity.sender.proof === 'none' && isByPassword ? 'password' : identity.sender.proof;
  return { ...verdict, events: [...events, ...verdict.events], proof };
}

/** What was done, and the mail and the world it was done in. */
interface Told {
  readonly before: State;
  readonly comment: string;
  readonly done: readonly CommandResult[];
  readonly reading: ParsedMail;
}

/** Who is told of it all: players, owners of accounts, the sender. */
function told(hearing: MailState, { before, comment, done, reading }: Told): Verdict {
  const notices = done.flatMap(each => each.notices);
  const { events, notices: alerts } = raised(hearing, before, notices);
  const world = events.reduce(apply, hearing.world);
  const letters = lettersOf(momentOf({ ...hearing, world }, comment), { done, alerts, reading });
  const hasCommand = reading.statements.some(({ command }) => command !== null);
  const { identity } = hearing;
  return { events, letters, world, identity, proof: identity.sender.proof, hasCommand };
}

/** Proved by password, from an address the account does not have: its mails go elsewhere, so the sender gets a line. */
const isElsewhere = ({ act }: Statement, world: State, { sender }: Identity): boolean => {
  const userid = act.ok ? act.value.claim?.userid : undefined;
  return userid !== undefined && world.document('account', userid)?.addresses.includes(sender.address) === false;
};

const doneWith = (statement: Statement, { decision, notices }: ClaimDecision, isAway: boolean): CommandResult =>
  decision.ok
    ? {
        statement,
        denied: null,
        notices: [...decision.value.notices, ...notices, ...(isAway ? [lineDone(statement)] : [])],
      }
    : { statement, denied: decision.reason, notices };

const lineDone = ({ line }: Statement): Notification => ({
  kind: 'done',
  done: { code: 'line-done', parts: { line } },
});

function decideLine(statement: Statement, at: CommandContext, secrets: Set<string>): ClaimDecision {
  const { act, command } = statement;
  if (!act.ok) return alone(denied(act.reason, statement.match));
  const { claim } = act.value;
  // Each costs a deliberate scrypt, whether it is to be proved or to be kept.
  for (const secret of act.value.secrets) secrets.add(`${claim?.userid ?? ''} ${secret}`);
  if (secrets.size > limits.proofsPerMail)
    return alone(denied(refused('too-many-passwords', { most: limits.proofsPerMail })));
  if (claim !== null) return decideClaimed(act.value, claim, at);
  const unproved = command === null || command.by === 'anyone' ? null : whoAreYou(at, command);
  return alone(unproved === null ? act.value.run(at) : denied(unproved));
}

const isOpen = (at: CommandContext, userid: string | null): boolean =>
  userid !== null && at.world.document('account', userid)?.closed === false;

/** Why the sender may not give this command of an account; null: they may. */
function whoAreYou(at: CommandContext, { name, by }: Command): Denied['refused'] | null {
  if (isOpen(at, at.actor))
    return by === 'owner' && !at.sender.isOwner ? refused('account-proof', { command: name }) : null;
  return at.sender.proof === 'none'
    ? refused('not-proved', { command: name })
    : refused('no-account', { address: at.sender.address });
}

/** Stands where a line of the mail would: what is done was not asked for in words. */
const WORDLESS: Statement = {
  line: '',
  command: null,
  game: null,
  act: { ok: false, reason: refused('nothing-to-do') },
  match: null,
};

/** A verdict that does not come from a line of the mail. */
function single(hearing: MailState, decision: Decision): Verdict {
  const events = decision.ok ? decision.value.events : [];
  const world = events.reduce(apply, hearing.world);
  const reading: ParsedMail = { statements: [WORDLESS], comment: '', unread: 0 };
  const done = [doneWith(WORDLESS, alone(decision), false)];
  const verdict = told({ ...hearing, world }, { before: hearing.world, comment: '', done, reading });
  return { ...verdict, events: [...events, ...verdict.events], hasCommand: decision.ok };
}

/** Nothing of the mail runs before its owner has said that it is theirs. Whom we may not ask again today keeps no mail of a forger's. */
function park(hearing: MailState, userid: string, reading: ParsedMail): Verdict {
  const { occasion, identity, world } = hearing;
  const addresses = world.document('account', userid)?.addresses ?? [];
  const id = occasion.cause.replace(/[^a-z0-9]/g, '').slice(0, 20);
  const mayAsk = hasRoom(world, addresses.map(unaskedCharge), occasion.now);
  // An id has few letters, and forgers choose what it is made of: no mail takes the place of one that its owner was shown.
  if (!mayAsk || world.document('parked', id) !== null) return single(hearing, denied(refused('ask-later')));
  const mail: ParkedMail = {
    account: userid,
    from: identity.sender.address,
    subject: occasion.mail.subject,
    text: occasion.text,
    detail: identity.detail,
    messageId: occasion.mail.messageId,
    at: occasion.now,
    spent: false,
  };
  const lines = reading.statements.slice(0, limits.askedLinesShown).map(({ line }) => shortened(line));
  const more = reading.statements.length - lines.length;
  const to: Recipient = { kind: 'account', userid };
  const typed = reading.comment.split('\n');
  const words = typed.slice(0, limits.askedLinesShown).map(shortened).join('\n');
  const letter: Message = { kind: 'confirm-mail', to, userid, id, lines, more, words, at: occasion.now };
  return single(hearing, decided([{ kind: 'mail-parked', id, mail }], [{ kind: 'letter', letter }]));
}

const shortened = (line: string): string =>
  line.length > limits.askedLineLength ? `${line.slice(0, limits.askedLineLength)} …` : line;
