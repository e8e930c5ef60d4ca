// One mail's commands in order: good lines run, bad lines are reported, and everything to be told is gathered into letters.
import { farewell } from '../commands/change.ts';
import type { Event } from '../event.ts';
import { apply } from '../event.ts';
import type { Act, Command, Decision, Denied, Moment, Notice, Proof } from '../language/command.ts';
import { decided, denied } from '../language/command.ts';
import type { Reading } from '../language/reading.ts';
import { readingOf } from '../language/reading.ts';
import type { Statement } from '../language/statement.ts';
import type { Letter, Recipient } from '../letter.ts';
import { limits } from '../limits.ts';
import type { Incoming } from '../mail/incoming.ts';
import { refused } from '../refusal.ts';
import type { Instant, Offer, ParkedMail, World } from '../world.ts';
import type { Robot } from '../accounts/robots.ts';
import { lettersOf } from './letters.ts';
import type { Identity, Trust } from './sender.ts';
import { identify, identityOf } from './sender.ts';

/** What a mail brings to the decision. */
export interface Occasion extends Offer {
  readonly mail: Incoming;
  /** What the sender newly wrote: quotes and signature removed. */
  readonly text: string;
  readonly now: Instant;
  readonly cause: string;
  readonly commands: readonly Command[];
  readonly trust: Trust;
  /** Whom we know to be the sender, without asking the mail: a robot of ours. null: the mail must prove it. */
  readonly robot: Robot | null;
}

export interface Verdict {
  readonly events: readonly Event[];
  readonly letters: readonly Letter[];
  /** The world after the events: its changes are what is to be stored. */
  readonly world: World;
  readonly identity: Identity;
  /** How the mail as a whole was proved: `password` when one of its lines was. */
  readonly proof: Proof;
}

/** One line of the mail and what became of it. */
export interface Done {
  readonly statement: Statement;
  readonly denied: Denied | null;
  readonly notices: readonly Notice[];
}

/** A mail, who sent it, and the world it is heard in. */
interface Hearing {
  readonly occasion: Occasion;
  readonly world: World;
  readonly identity: Identity;
}

export function decide(occasion: Occasion, world: World): Verdict {
  const { mail, trust, robot } = occasion;
  const identity = robot === null ? identify(mail, world, trust) : identityOf(robot);
  const hearing: Hearing = { occasion, world, identity };
  const { token, ownerToAsk } = identity;
  if (token?.kind === 'address') return confirmAddress(hearing, token.userid);
  if (token?.kind === 'parked') return release(hearing, token.id);
  const reading = read(hearing, occasion.mail.subject, occasion.text);
  const mayPark = ownerToAsk !== null && reading.statements.some(needsOwner) && reading.statements.every(isParkable);
  return mayPark ? park(hearing, ownerToAsk, reading) : run(hearing, reading, []);
}

const read = ({ occasion, world, identity }: Hearing, subject: string, text: string): Reading =>
  readingOf(subject, text, {
    commands: occasion.commands,
    world,
    board: identity.board,
    userid: identity.sender.userid,
  });

/** A mail with a secret in it is never kept: its lines are refused, and the sender told how to prove themselves. */
const isParkable = ({ act }: Statement): boolean => act.ok && act.value.secrets.length === 0;

const needsOwner = ({ command, act }: Statement): boolean =>
  command?.by === 'account' && act.ok && act.value.claim === null;

/** Overrides of the writing direction: unclosed, they would turn our own words around. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;

/** Runs every statement in the world the one before it left; `earlier` is what has happened already. */
function run(hearing: Hearing, reading: Reading, earlier: readonly Event[]): Verdict {
  const { identity } = hearing;
  let world = earlier.reduce(apply, hearing.world);
  const events: Event[] = [...earlier];
  const done: Done[] = [];
  const secrets = new Set<string>();
  const comment = reading.comment.replace(BIDI, '').slice(0, limits.commentLength);
  for (const statement of reading.statements) {
    const decision = decideLine(statement, moment({ ...hearing, world }, comment), secrets);
    if (decision.ok) {
      events.push(...decision.value.events);
      world = decision.value.events.reduce(apply, world);
    }
    done.push(doneWith(statement, decision, isElsewhere(statement, world, identity)));
  }
  const letters = lettersOf(moment({ ...hearing, world }, comment), done, reading);
  const isByPassword = done.some(each => isProvedByPassword(each));
  const proof = identity.sender.proof === 'none' && isByPassword ? 'password' : identity.sender.proof;
  return { events, letters, world, identity, proof };
}

/** Proved by password, from an address the account does not have: its mails go elsewhere, so the sender gets a line. */
const isElsewhere = ({ act }: Statement, world: World, { sender }: Identity): boolean => {
  const userid = act.ok ? act.value.claim?.userid : undefined;
  return userid !== undefined && world.document('account', userid)?.addresses.includes(sender.address) === false;
};

const doneWith = (statement: Statement, decision: Decision, isAway = false): Done =>
  decision.ok
    ? { statement, denied: null, notices: [...decision.value.notices, ...(isAway ? [lineDone(statement)] : [])] }
    : { statement, denied: decision.reason, notices: [] };

const lineDone = ({ line }: Statement): Notice => ({ kind: 'done', done: { code: 'line-done', parts: { line } } });

/** A line with userid and password that got as far as being run. */
const isProvedByPassword = ({ statement: { act }, denied: refusal }: Done): boolean =>
  act.ok && act.value.claim !== null && !UNPROVED.has(refusal?.refused.code ?? '');

const UNPROVED: ReadonlySet<string> = new Set(['wrong-password', 'too-many-passwords']);

const moment = ({ occasion, world, identity }: Hearing, comment: string): Moment => ({
  now: occasion.now,
  world,
  sender: identity.sender,
  actor: identity.sender.userid,
  comment,
  board: identity.board,
  token: identity.token,
  cause: occasion.cause,
  sign: occasion.trust.sign,
});

function decideLine(statement: Statement, at: Moment, secrets: Set<string>): Decision {
  const { act, command } = statement;
  if (!act.ok) return denied(act.reason, statement.match);
  const { claim } = act.value;
  // Each costs a deliberate scrypt, whether it is to be proved or to be kept.
  for (const secret of act.value.secrets) secrets.add(`${claim?.userid ?? ''} ${secret}`);
  if (secrets.size > limits.proofsPerMail) return denied(refused('too-many-passwords', { most: limits.proofsPerMail }));
  if (claim !== null) return decideClaimed(act.value, claim, at);
  if (command?.by === 'account' && !isOpen(at, at.actor)) return denied(whoAreYou(at, command));
  return act.value.run(at);
}

/** A line with userid and password runs as that account. */
function decideClaimed(act: Act, claim: NonNullable<Act['claim']>, at: Moment): Decision {
  const account = at.world.document('account', claim.userid);
  const isProved = account !== null && isOpen(at, claim.userid) && at.world.proved(account, claim.secret);
  return isProved
    ? act.run({ ...at, actor: claim.userid })
    : denied(refused('wrong-password', { userid: claim.userid }));
}

const isOpen = (at: Moment, userid: string | null): boolean =>
  userid !== null && at.world.document('account', userid)?.closed === false;

const whoAreYou = (at: Moment, command: Command): Denied['refused'] =>
  at.sender.proof === 'none'
    ? refused('not-proved', { command: command.name })
    : refused('no-account', { address: at.sender.address });

/** An address says yes to the account that asked for it. */
function confirmAddress(hearing: Hearing, userid: string): Verdict {
  const { world, identity } = hearing;
  const { address } = identity.sender;
  const owner = world.document('address', address)?.userid ?? userid;
  if (owner !== userid) return single(hearing, denied(refused('address-taken', { address })));
  const account = world.document('account', userid);
  const to: Recipient = { kind: 'address', address };
  const notice: Notice =
    account?.addresses.length === 0
      ? { kind: 'letter', letter: { kind: 'welcome', to, userid, hasPassword: account.passwordHash !== null } }
      : { kind: 'done', done: { code: 'address-confirmed', parts: { address, userid } } };
  const wanted = account?.wanted ?? [];
  const isComplete = wanted.every(each => each === address || account?.addresses.includes(each));
  const left = isComplete ? (account?.addresses ?? []).filter(each => !wanted.includes(each)) : [];
  return single(
    hearing,
    decided([{ kind: 'address-confirmed', userid, address }], [notice, ...left.map(each => farewell(userid, each))]),
  );
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
function single(hearing: Hearing, decision: Decision): Verdict {
  const { identity } = hearing;
  const events = decision.ok ? decision.value.events : [];
  const world = events.reduce(apply, hearing.world);
  const reading: Reading = { statements: [WORDLESS], comment: '', unread: 0 };
  const letters = lettersOf(moment({ ...hearing, world }, ''), [doneWith(WORDLESS, decision)], reading);
  return { events, letters, world, identity, proof: identity.sender.proof };
}

/** Nothing of the mail runs before its owner has said that it is theirs. */
function park(hearing: Hearing, userid: string, reading: Reading): Verdict {
  const { occasion, identity } = hearing;
  const id = occasion.cause.replace(/[^a-z0-9]/g, '').slice(0, 20);
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
  const lines = reading.statements.map(statement => statement.line);
  const letter: Letter = { kind: 'confirm-mail', to: { kind: 'account', userid }, userid, id, lines, at: occasion.now };
  return single(hearing, decided([{ kind: 'mail-parked', id, mail }], [{ kind: 'letter', letter }]));
}

/** The owner said yes: the parked mail is read as if they had sent it just now. Once. */
function release(hearing: Hearing, id: string): Verdict {
  const { occasion, world, identity } = hearing;
  const parked = world.document('parked', id);
  if (parked === null || parked.spent) {
    return single(hearing, decided([], [{ kind: 'done', done: { code: 'already-confirmed', parts: {} } }]));
  }
  const mail: Incoming = {
    ...occasion.mail,
    subject: parked.subject,
    recipients: recipientsOf(parked, occasion.trust),
    inReplyTo: [],
    references: [],
  };
  const sender = { ...identity.sender, userid: parked.account };
  const owner: Identity = { ...identify(mail, world, occasion.trust), sender, ownerToAsk: null };
  const asOwner: Hearing = { occasion, world, identity: owner };
  const reading = read(asOwner, parked.subject, parked.text);
  return run(asOwner, reading, [{ kind: 'mail-released', id, at: occasion.now }]);
}

const recipientsOf = (parked: ParkedMail, { own }: Trust): readonly string[] =>
  parked.detail === null ? [] : [`${own.local}+${parked.detail}@${own.domain}`];
