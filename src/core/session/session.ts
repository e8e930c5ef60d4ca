// One mail's commands in order: good lines run, bad lines are reported, and everything to be told is gathered into letters.
import type { AnyGame } from '../../../games/game.ts';
import type { Event } from '../event.ts';
import { apply } from '../event.ts';
import type { Command, Decision, Denied, Moment, Notice, Proof } from '../language/command.ts';
import { decided, denied } from '../language/command.ts';
import type { Reading } from '../language/reading.ts';
import { readingOf } from '../language/reading.ts';
import type { Statement } from '../language/statement.ts';
import type { Letter } from '../letter.ts';
import { limits } from '../limits.ts';
import type { Incoming } from '../mail/incoming.ts';
import { refused } from '../refusal.ts';
import type { Instant, ParkedMail, World } from '../world.ts';
import { lettersOf } from './letters.ts';
import type { Identity, Trust } from './sender.ts';
import { identify } from './sender.ts';

/** What a mail brings to the decision. */
export interface Occasion {
  readonly mail: Incoming;
  /** What the sender newly wrote: quotes and signature removed. */
  readonly text: string;
  readonly now: Instant;
  readonly cause: string;
  readonly games: readonly AnyGame[];
  readonly commands: readonly Command[];
  readonly trust: Trust;
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

export function decide(occasion: Occasion, before: World): Verdict {
  const identity = identify(occasion.mail, before, occasion.trust);
  return runAs(occasion, before, identity);
}

function runAs(occasion: Occasion, before: World, identity: Identity): Verdict {
  if (identity.token?.kind === 'address') return confirmAddress(occasion, before, identity, identity.token.userid);
  if (identity.token?.kind === 'parked') return release(occasion, before, identity, identity.token.id);
  const reading = read(occasion, before, identity, occasion.mail.subject, occasion.text);
  return identity.ownerToAsk !== null && reading.statements.some(needsOwner)
    ? park(occasion, before, identity, identity.ownerToAsk, reading)
    : run(occasion, before, identity, reading);
}

const read = (occasion: Occasion, world: World, identity: Identity, subject: string, text: string): Reading =>
  readingOf(subject, text, { commands: occasion.commands, world, board: identity.board, userid: identity.sender.userid });

const needsOwner = ({ command, act }: Statement): boolean => command?.by === 'account' && act.ok && act.value.claim === null;

function run(occasion: Occasion, before: World, identity: Identity, reading: Reading, earlier: readonly Event[] = []): Verdict {
  let world = earlier.reduce(apply, before);
  const events: Event[] = [...earlier];
  const done: Done[] = [];
  const secrets = new Set<string>();
  const comment = reading.comment.slice(0, limits.commentLength);
  for (const statement of reading.statements) {
    const at = moment(occasion, world, identity, comment);
    const decision = decideLine(statement, at, secrets);
    if (decision.ok) {
      events.push(...decision.value.events);
      world = decision.value.events.reduce(apply, world);
    }
    done.push({
      statement,
      denied: decision.ok ? null : decision.reason,
      notices: decision.ok ? decision.value.notices : [],
    });
  }
  const at = moment(occasion, world, identity, comment);
  const isByPassword = done.some(each => isProvedByPassword(each));
  const proof = identity.sender.proof === 'none' && isByPassword ? 'password' : identity.sender.proof;
  return { events, letters: lettersOf(at, done, reading), world, identity, proof };
}

/** A line with userid and password that got as far as being run. */
const isProvedByPassword = ({ statement: { act }, denied: refusal }: Done): boolean =>
  act.ok && act.value.claim !== null && !UNPROVED.has(refusal?.refused.code ?? '');

const UNPROVED: ReadonlySet<string> = new Set(['wrong-password', 'too-many-passwords']);

const moment = (occasion: Occasion, world: World, identity: Identity, comment: string): Moment => ({
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
  if (claim === null) {
    if (command?.by === 'account' && !isOpen(at, at.actor)) return denied(whoAreYou(at, command));
    return act.value.run(at);
  }
  secrets.add(`${claim.userid} ${claim.secret}`);
  if (secrets.size > limits.proofsPerMail) return denied(refused('too-many-passwords', { most: limits.proofsPerMail }));
  const account = at.world.document('account', claim.userid);
  const isProved = account !== null && isOpen(at, claim.userid) && at.world.proved(account, claim.secret);
  return isProved ? act.value.run({ ...at, actor: claim.userid }) : denied(refused('wrong-password', { userid: claim.userid }));
}

const isOpen = (at: Moment, userid: string | null): boolean => userid !== null && at.world.document('account', userid)?.closed === false;

const whoAreYou = (at: Moment, command: Command): Denied['refused'] =>
  at.sender.proof === 'none'
    ? refused('not-proved', { command: command.name })
    : refused('no-account', { address: at.sender.address });

function confirmAddress(occasion: Occasion, before: World, identity: Identity, userid: string): Verdict {
  const { address } = identity.sender;
  const owner = before.document('address', address)?.userid ?? null;
  const isNew = before.document('account', userid)?.addresses.length === 0;
  const decision: Decision =
    owner !== null && owner !== userid
      ? denied(refused('address-taken', { address }))
      : decided(
          [{ kind: 'address-confirmed', userid, address }],
          [
            isNew
              ? { kind: 'letter', letter: { kind: 'welcome', to: { kind: 'address', address }, userid, hasPassword: before.document('account', userid)?.passwordHash !== null } }
              : { kind: 'done', done: { code: 'address-confirmed', parts: { address, userid } } },
          ],
        );
  return single(occasion, before, identity, decision);
}

/** A verdict that does not come from a line of the mail. */
function single(occasion: Occasion, before: World, identity: Identity, decision: Decision): Verdict {
  const events = decision.ok ? decision.value.events : [];
  const world = events.reduce(apply, before);
  const statement: Statement = { line: '', command: null, game: null, act: { ok: false, reason: refused('nothing-to-do') }, match: null };
  const done: Done = { statement, denied: decision.ok ? null : decision.reason, notices: decision.ok ? decision.value.notices : [] };
  const reading: Reading = { statements: [statement], comment: '', unread: 0 };
  const letters = lettersOf(moment(occasion, world, identity, ''), [done], reading);
  return { events, letters, world, identity, proof: identity.sender.proof };
}

/** Nothing of the mail runs before its owner has said that it is theirs. */
function park(occasion: Occasion, before: World, identity: Identity, userid: string, reading: Reading): Verdict {
  const { mail, text, now, cause } = occasion;
  const id = cause.replace(/[^a-z0-9]/g, '').slice(0, 20);
  const parked: ParkedMail = {
    account: userid,
    from: identity.sender.address,
    subject: mail.subject,
    text,
    detail: identity.detail,
    messageId: mail.messageId,
    at: now,
    spent: false,
  };
  const lines = reading.statements.map(statement => statement.line);
  return single(
    occasion,
    before,
    identity,
    decided(
      [{ kind: 'mail-parked', id, mail: parked }],
      [{ kind: 'letter', letter: { kind: 'confirm-mail', to: { kind: 'account', userid }, userid, id, lines, at: now } }],
    ),
  );
}

/** The owner said yes: the parked mail is read as if they had sent it just now. Once. */
function release(occasion: Occasion, before: World, identity: Identity, id: string): Verdict {
  const parked = before.document('parked', id);
  if (parked === null || parked.spent) {
    return single(occasion, before, identity, decided([], [{ kind: 'done', done: { code: 'already-confirmed', parts: {} } }]));
  }
  const mail: Incoming = { ...occasion.mail, subject: parked.subject, recipients: recipientsOf(parked, occasion.trust), inReplyTo: [], references: [] };
  const original = identify(mail, before, occasion.trust);
  const sender = { ...identity.sender, userid: parked.account, messageId: occasion.mail.messageId };
  const owner: Identity = { ...original, sender, ownerToAsk: null };
  const reading = read(occasion, before, owner, parked.subject, parked.text);
  return run(occasion, before, owner, reading, [{ kind: 'mail-released', id, at: occasion.now }]);
}

const recipientsOf = (parked: ParkedMail, { own }: Trust): readonly string[] =>
  parked.detail === null ? [] : [`${own.local}+${parked.detail}@${own.domain}`];
