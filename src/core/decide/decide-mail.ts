// Runs the commands of a mail in order, and collects events and messages.
// Lines that cannot run are reported in the answer.
import { apply, type State } from '../kernel/state.ts';
import type { Event } from '../kernel/event.ts';
import { type Command, type ParsedCommand, secretsOf } from '../reading/command.ts';
import {
  type CommandContext,
  allow,
  type Decided,
  type Decision,
  type Denied,
  deny,
  type Notification,
} from '../decision/decision.ts';
import type { ParsedMail } from '../reading/parsed-mail.ts';
import { parseMail } from '../reading/parse-mail.ts';
import { removeControls } from '../kernel/words.ts';
import { parseCommandLine, type ParseContext, type Statement } from '../reading/statement.ts';
import { playPrepared } from '../matches/play-prepared.ts';
import type { Recipient, UnreadReason, Message } from '../decision/message.ts';
import { limits } from '../kernel/limits.ts';
import { readSubject } from '../mail/incoming.ts';
import { collectMissing } from '../kernel/loading.ts';
import { hasRoom } from '../players/quota.ts';
import { ownerAskedCharge, unaskedCharge } from '../players/quota-rules.ts';
import { refused } from '../kernel/refusal.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { ParkedMail } from '../players/confirmations.ts';
import { userids } from '../board/match-document.ts';
import { raiseAlerts } from './alerts.ts';
import { decideConfirmation } from './confirmation.ts';
import {
  type CommandResult,
  type LineStart,
  type MailDecisionInput,
  type MailState,
  commandContextOf,
  type MailOutcome,
} from './mail-state.ts';
import { chooseOnlyBoard, rememberChatClient } from './chat-program.ts';
import { endAbsence } from './welcome-back.ts';
import { answerBanned } from './banned.ts';
import { suppressLoops } from './mail-loop.ts';
import { buildMessages } from './messages.ts';
import type { Question } from '../decision/question.ts';
import { findQuestions } from './questions.ts';
import { alone, type ClaimDecision, decideClaimed } from './passwords.ts';
import { findSkip, limitShown, startBehind, noteMove, noteRefusal, noteShown } from './line-start.ts';
import { inLanguage } from './mail-language.ts';
import { identify, type Identity, stranger } from '../board/sender.ts';

export function decideMail(request: MailDecisionInput, state: State): MailOutcome {
  const asSent: MailState = { request, state, identity: identityIn(request, state) };
  const mailState = chooseOnlyBoard(asSent, readerOf(asSent));
  return endAbsence(rememberChatClient(suppressLoops(mailState, heard(mailState))), request.now);
}

/** A mail that is not read proves nothing, and is not looked into. */
const identityIn = (request: MailDecisionInput, state: State): Identity =>
  request.unread === null ? inLanguage(identify(request.mail, state, request.trust), request) : stranger(request.mail);

function heard(mailState: MailState): MailOutcome {
  const { request } = mailState;
  if (request.unread !== null) return unreadAnswer(mailState, request.unread);
  const banned = answerBanned(mailState);
  if (banned !== null) return banned;
  const answer = decideConfirmation(mailState);
  if (answer?.kind === 'decision') return single(mailState, answer.decision);
  if (answer?.kind === 'released') {
    const { asOwner, mail, events } = answer;
    return run(asOwner, read(asOwner, mail.subject, mail.text), events);
  }
  const reading = read(mailState, readSubject(request.mail), request.text);
  const asked = reading.statements.every(isParkable) ? ownerToAsk(mailState, reading) : null;
  return asked === null ? run(mailState, reading, []) : park(mailState, asked, reading);
}

/**
 * The player whose word is needed before this mail is done: nothing proves its sender, or a token alone does and the mail concerns the
 * account. null: no word is needed.
 */
function ownerToAsk(
  { identity: { sender, ownerToAsk: unproved }, state }: MailState,
  { statements }: ParsedMail,
): string | null {
  // No mail reaches the owner of a closed account.
  if (unproved !== null && state.account(unproved)?.closed === true) return null;
  if (unproved !== null) return statements.some(needsProof) ? unproved : null;
  const isTokenAlone = sender.proof === 'token' && !sender.isOwner;
  return isTokenAlone && statements.some(needsOwner) ? sender.userid : null;
}

function unreadAnswer({ identity, state }: MailState, reason: UnreadReason): MailOutcome {
  const to: Recipient = { kind: 'address', address: identity.sender.address };
  const message: Message = { kind: 'unreadable', to, reason, limit: limits.mailBytes };
  return { events: [], messages: [message], state, identity, proof: 'none', hasCommand: false };
}

/** Is there an account of this name, a robot's or a closed one among them? */
export const isUser = (state: State, name: string): boolean => state.account(name) !== null;

const readerOf = ({ request, state, identity }: MailState): ParseContext => ({
  commands: request.commands,
  games: state.games,
  isUser: name => isUser(state, name),
  board: identity.board,
  userid: identity.sender.userid,
});

const read = (mailState: MailState, subject: string, text: string): ParsedMail =>
  parseMail(subject, text, readerOf(mailState));

/** A mail with a secret in it is never kept: its lines are refused, and the sender told how to prove themselves. */
const isParkable = ({ parseResult }: Statement): boolean => parseResult.ok && secretsOf(parseResult.value).length === 0;

/** The proof that this command needs; null: its own password proves it, or it is no command. */
const neededProof = ({ command, parseResult }: Statement): Command['permission'] | null =>
  command === null || !parseResult.ok || (parseResult.value.credentials ?? null) !== null
    ? null
    : whoMay(command, parseResult.value);

const needsProof = (statement: Statement): boolean => (neededProof(statement) ?? 'anyone') !== 'anyone';

const needsOwner = (statement: Statement): boolean => neededProof(statement) === 'owner';

const whoMay = (command: Command, act: ParsedCommand): Command['permission'] => act.permission ?? command.permission;

/** Runs every statement; `earlier` is what has happened already. */
function run(mailState: MailState, reading: ParsedMail, earlier: readonly Event[]): MailOutcome {
  const comment = removeControls(reading.comment).slice(0, limits.commentLength);
  const alone = (statement: Statement): ClaimDecision =>
    decideLine(statement, commandContextOf(mailState, comment), new Set());
  const tried = reading.statements.map(statement => () => alone(statement));
  return collectMissing(() => {
    if (reading.statements.length > 0) return runInTurn(mailState, { ...reading, comment }, earlier);
    const questions = findQuestions(
      reading.doubts,
      mailState.identity.board?.match ?? null,
      doubt => alone(doubt).decision,
    );
    const words = questions.length === 0 ? wordsAfterTheEnd(mailState, comment) : null;
    const statements = words === null ? [] : [words];
    return runInTurn(mailState, { ...reading, statements, comment }, earlier, questions);
  }, tried);
}

/** Once a game is over there is nothing to play: what a player writes then is for the others. */
function wordsAfterTheEnd({ request, identity, state }: MailState, comment: string): Statement | null {
  const { board, sender } = identity;
  const match = board === null ? null : state.match(board.match);
  const isTheirs = match !== null && sender.userid !== null && userids(match).includes(sender.userid);
  if (match?.state !== 'over' || !isTheirs || comment === '') return null;
  return parseCommandLine('chat', readerOf({ request, identity, state }));
}

/** Each in the state the one before it left. */
function runInTurn(
  mailState: MailState,
  reading: ParsedMail,
  earlier: readonly Event[],
  questions: readonly Question[] = [],
): MailOutcome {
  const { identity } = mailState;
  const { comment } = reading;
  let state = earlier.reduce(apply, mailState.state);
  const events: Event[] = [...earlier];
  const done: CommandResult[] = [];
  const secrets = new Set<string>();
  let isByPassword = false;
  let start: LineStart = { board: identity.board, proposedAt: [] };
  /** What has happened since everything that was prepared for it was played. */
  let unanswered: Unanswered = { events: [], state };
  for (const [index, statement] of reading.statements.entries()) {
    const at = commandContextOf({ ...mailState, state }, comment, start);
    const skip = findSkip(start, statement);
    const tried = skip === null ? decideLine(statement, at, secrets) : alone(deny(skip));
    const line = { ...tried, decision: limitShown(start, tried.decision) };
    const happened = [...line.events, ...(line.decision.ok ? line.decision.value.events : [])];
    const before = state;
    state = happened.reduce(apply, before);
    unanswered = { ...unanswered, events: [...unanswered.events, ...happened] };
    const isLast = reading.statements[index + 1]?.command?.followsMove !== true;
    const answers = isLast ? answersTo(at, unanswered) : NO_ANSWERS;
    state = answers.events.reduce(apply, state);
    events.push(...happened, ...answers.events);
    if (isLast) unanswered = { events: [], state };
    start = startBehind(start, [...happened, ...answers.events], { before, after: state });
    start = noteRefusal(noteMove(start, statement, line.decision), statement, line.decision);
    start = noteShown(start, line.decision);
    isByPassword ||= line.isProved;
    const result = doneWith(statement, line, isElsewhere(statement, state, identity));
    done.push({ ...result, notifications: [...result.notifications, ...answers.notifications] });
  }
  const verdict = told({ ...mailState, state }, { before: mailState.state, comment, done, reading, questions });
  const proof = identity.sender.proof === 'none' && isByPassword ? 'password' : identity.sender.proof;
  return { ...verdict, events: [...events, ...verdict.events], proof };
}

/** Events, and the state before them. */
interface Unanswered {
  readonly events: readonly Event[];
  readonly state: State;
}

const NO_ANSWERS: Decided = { events: [], notifications: [] };

/** What players had prepared for this. */
function answersTo(at: CommandContext, { events, state }: Unanswered): Decided {
  const all = playPrepared({ ...at, state }, { events, notifications: [] });
  return { ...all, events: all.events.slice(events.length) };
}

/** What was done, and the mail and the state it was done in. */
interface Told {
  readonly before: State;
  readonly comment: string;
  readonly done: readonly CommandResult[];
  readonly reading: ParsedMail;
  readonly questions: readonly Question[];
}

/** Adds the messages to players, to owners of accounts and to the sender. */
function told(mailState: MailState, { before, comment, done, reading, questions }: Told): MailOutcome {
  const notifications = done.flatMap(each => each.notifications);
  const { events, notifications: alerts } = raiseAlerts(mailState, before, notifications);
  const state = events.reduce(apply, mailState.state);
  const messages = buildMessages(commandContextOf({ ...mailState, state }, comment), {
    done,
    alerts,
    reading,
    questions,
  });
  const hasCommand = reading.statements.some(({ command }) => command !== null);
  const { identity } = mailState;
  return { events, messages, state, identity, proof: identity.sender.proof, hasCommand };
}

/** Proved by password, from an address the account does not have: its mails go elsewhere, so the sender gets a line. */
const isElsewhere = ({ parseResult }: Statement, state: State, { sender }: Identity): boolean => {
  const userid = parseResult.ok ? parseResult.value.credentials?.userid : undefined;
  return userid !== undefined && state.account(userid)?.addresses.includes(sender.address) === false;
};

const doneWith = (statement: Statement, { decision, notifications }: ClaimDecision, isAway: boolean): CommandResult =>
  decision.ok
    ? {
        statement,
        denied: null,
        notifications: [...decision.value.notifications, ...notifications, ...(isAway ? [lineDone(statement)] : [])],
      }
    : { statement, denied: decision.reason, notifications };

const lineDone = ({ line }: Statement): Notification => ({
  kind: 'done',
  done: { code: 'line-done', parts: { line } },
});

function decideLine(statement: Statement, at: CommandContext, secrets: Set<string>): ClaimDecision {
  const { parseResult, command } = statement;
  if (!parseResult.ok) return alone(deny(parseResult.reason, statement.match));
  const { credentials = null } = parseResult.value;
  // Each costs a deliberate scrypt, whether it is to be proved or to be kept.
  for (const secret of secretsOf(parseResult.value)) secrets.add(`${credentials?.userid ?? ''} ${secret}`);
  if (secrets.size > limits.proofsPerMail)
    return alone(deny(refused('too-many-passwords', { most: limits.proofsPerMail })));
  if (credentials !== null) return decideClaimed(parseResult.value, credentials, at);
  const unproved = command === null ? null : whoAreYou(at, command.name, whoMay(command, parseResult.value), statement);
  return alone(unproved === null ? parseResult.value.run(at) : deny(unproved));
}

const isOpen = (at: CommandContext, userid: string | null): boolean =>
  userid !== null && at.state.account(userid)?.closed === false;

/** Why the sender may not give this command of an account; null: they may. */
function whoAreYou(
  at: CommandContext,
  name: string,
  by: Command['permission'],
  { match }: Statement,
): Denied['refused'] | null {
  if (by === 'anyone') return null;
  if (isOpen(at, at.actor))
    return by === 'owner' && !at.sender.isOwner ? refused('account-proof', { command: name }) : null;
  const left = leftAt(at, match);
  if (left !== null) return refused('account-left', { userid: left });
  return at.sender.proof === 'none'
    ? refused('not-proved', { command: name })
    : refused('no-account', { address: at.sender.address });
}

/** The player of this board who closed their account, from the sender's address, and can open it again; null: none did. */
function leftAt({ state, sender }: CommandContext, ref: MatchRef | null): string | null {
  const match = ref === null ? null : state.outline(ref);
  const names = match === null ? [] : userids(match);
  return names.find(name => state.account(name)?.leftFrom?.includes(sender.address) === true) ?? null;
}

/** Stands where a line of the mail would: what is done was not asked for in words. */
const WORDLESS: Statement = {
  line: '',
  command: null,
  game: null,
  parseResult: { ok: false, reason: refused('nothing-to-do') },
  match: null,
};

/** A verdict that does not come from a line of the mail. */
function single(mailState: MailState, decision: Decision): MailOutcome {
  const events = decision.ok ? decision.value.events : [];
  const state = events.reduce(apply, mailState.state);
  const reading: ParsedMail = { statements: [WORDLESS], comment: '', unreadCount: 0, doubts: [] };
  const done = [doneWith(WORDLESS, alone(decision), false)];
  const verdict = told({ ...mailState, state }, { before: mailState.state, comment: '', done, reading, questions: [] });
  return { ...verdict, events: [...events, ...verdict.events], hasCommand: decision.ok };
}

/** Runs nothing of the mail before its owner confirms it. If the owner cannot be asked again today, a forger's mail is not kept. */
function park(mailState: MailState, userid: string, reading: ParsedMail): MailOutcome {
  const { request, identity, state } = mailState;
  const isProved = identity.sender.proof !== 'none';
  const id = request.cause.replace(/[^a-z0-9]/g, '').slice(0, 20);
  const addresses = state.account(userid)?.addresses ?? [];
  const charges = isProved ? [ownerAskedCharge(userid)] : addresses.map(unaskedCharge);
  // An id has few letters, and forgers choose what it is made of: no mail takes the place of one that its owner was shown.
  if (!hasRoom(state, charges, request.now) || state.get(`parked/${id}`) !== null)
    return single(mailState, deny(isProved ? ownerAsked() : refused('ask-later')));
  const events: readonly Event[] = [
    { kind: 'mail-parked', id, mail: parkedMail(mailState, userid) },
    // Mails to strangers are counted when they are sent.
    ...(isProved ? [{ kind: 'charged', charges, at: request.now } as const] : []),
  ];
  const message: Message = {
    kind: isProved ? 'confirm-account' : 'confirm-mail',
    to: { kind: 'account', userid },
    ...{ userid, id },
    ...shownOf(reading),
  };
  return single(mailState, allow(events, [{ kind: 'message', message }]));
}

const ownerAsked = (): Denied['refused'] => refused('owner-asked', { most: limits.ownerAskedPerDay });

const parkedMail = ({ request, identity }: MailState, account: string): ParkedMail => ({
  account,
  from: identity.sender.address,
  subject: readSubject(request.mail),
  text: request.text,
  detail: identity.detail,
  messageId: request.mail.messageId,
  at: request.now,
  spent: false,
});

/** What its owner is shown of it: of the words the beginning, and every line. What concerns the account is never cut short. */
function shownOf({ statements, comment }: ParsedMail): Record<'lines', readonly string[]> & Record<'words', string> {
  const lines = statements.map(statement => (needsOwner(statement) ? statement.line : shortened(statement.line)));
  const all = removeControls(comment).split('\n');
  const words = all.slice(0, limits.askedWordsShown).map(shortened);
  return { lines, words: [...words, ...(all.length > words.length ? ['…'] : [])].join('\n') };
}

const shortened = (line: string): string =>
  line.length > limits.askedLineLength ? `${line.slice(0, limits.askedLineLength)} …` : line;
