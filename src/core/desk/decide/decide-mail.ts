// Runs the commands of a mail in order, and collects events and messages.
// Lines that cannot run are reported in the answer.
import { type State, apply } from '#core/kernel/state.ts';
import { type Event, type MatchRef, isSameBoard } from '#core/kernel/documents.ts';
import { type Command, secretsOf } from '#core/language/command.ts';
import {
  type CommandContext,
  type Decided,
  type Decision,
  type Denied,
  type Notification,
  allow,
  deny,
  tell,
} from '#core/players/decision.ts';
import { findWish } from '#core/language/everyday-words.ts';
import { addThoughts, cutThoughts, firstLineOf, parseMail } from '#core/language/parse-mail.ts';
import { parseReplyLine } from '#core/language/reply-lines.ts';
import { removeControls, tidy } from '#core/kernel/words.ts';
import { type ParseContext, type Statement, parseCommandLine, type ParsedMail } from '#core/language/statement.ts';
import { playPrepared } from '#core/board/acts/play.ts';
import type { Message, Question, Recipient, UnreadReason } from '#core/players/message.ts';
import { limits } from '#core/kernel/limits.ts';
import { hasAutomaticSign, hasStrangeSubject } from '#core/mail/gates.ts';
import { readSubject } from '#core/mail/incoming.ts';
import { removeBanner } from '#core/mail/reply.ts';
import { collectMissing } from '#core/kernel/loading.ts';
import { no } from '#games/kit/result.ts';
import { refused } from '#core/kernel/refusal.ts';
import { refuseOldQuestion } from '#core/board/acts/require-match.ts';
import { userids } from '#core/board/match-document.ts';
import { type LineDecision, decideWithPassword, decideWithoutEvents, raiseAlerts } from './passwords.ts';
import { findOwnerToAsk, parkMail, decideConfirmation } from './confirmation.ts';
import {
  type CommandResult,
  type LineStart,
  type MailDecisionInput,
  type MailOutcome,
  type MailState,
  commandContextOf,
  findNextStart,
  findSkip,
  limitShown,
  noteMove,
  noteRefusal,
  noteShown,
} from './mail-state.ts';
import {
  answerBanned,
  chooseOnlyBoard,
  endAbsence,
  isStrangersNoise,
  rememberChatClient,
  setLanguage,
} from './special-senders.ts';
import { addDeadline, chooseQuestions } from './answers.ts';
import { suppressLoops } from './mail-loop.ts';
import { buildMessages } from './messages.ts';
import { screenMail } from './outgoing-words.ts';
import { type Identity, createStrangerIdentity, identify } from '#core/board/sender.ts';
import { findPresentUserid } from '#core/players/account.ts';

export function decideMail(received: MailDecisionInput, state: State): MailOutcome {
  const request = { ...received, text: removeBanner(received.text, received.ear.marks.banner) };
  const initialState: MailState = { request, state, identity: identifySender(request, state) };
  const mailState = chooseOnlyBoard(initialState, createParseContext(initialState));
  const outcome = decideBody(mailState);
  if (isStrangersNoise(mailState, outcome, createParseContext(mailState))) return { ...outcome, messages: [] };
  return endAbsence(rememberChatClient(suppressLoops(mailState, outcome)), request.now);
}

/** Runs the lines of a page: one act at the board of the token, and prepared answers. If another line is among them, none runs. */
export function decideBoardLines(request: MailDecisionInput, lines: readonly string[], state: State): MailOutcome {
  const mailState: MailState = { request, state, identity: identifySender(request, state) };
  const context = createParseContext(mailState);
  const board = mailState.identity.board?.match ?? null;
  const read = lines.map((line, at) => keepWithinBoard(parseReplyLine(line, context), line, board, at > 0));
  const unfit = read.find(({ command }) => command === null);
  const { above, thoughts } = cutThoughts(request.text);
  // A message of thoughts alone says nothing to the others.
  const isSaid = ({ command }: Statement): boolean =>
    command?.name !== 'chat' || above.trim() !== '' || thoughts === '';
  const parsedMail = {
    statements: (unfit === undefined ? read : [unfit]).filter(isSaid),
    comment: above.trim(),
    unreadCount: 0,
    doubts: [],
  };
  return (
    answerBanned(mailState) ??
    endAbsence(runStatements(mailState, addThoughts(parsedMail, thoughts, context), []), request.now)
  );
}

/** An act without a password at the board of the token, or below one (`isBelow`) a prepared answer. Any other line is refused. */
function keepWithinBoard(read: Statement | null, line: string, board: MatchRef | null, isBelow: boolean): Statement {
  const refusal: Statement = { ...NO_STATEMENT, line, parseResult: no(refused('page-only-board')) };
  if (read?.command?.onPage !== true || read.match === null || board === null) return refusal;
  const hasSecret = read.parseResult.ok && secretsOf(read.parseResult.value).length > 0;
  const isFit = !isBelow || read.command.followsMove === true;
  return isSameBoard(read.match, board) && !hasSecret && isFit ? read : refusal;
}

/** Identifies the sender. A mail that is not read proves nothing. */
const identifySender = (request: MailDecisionInput, state: State): Identity =>
  request.unread === null
    ? setLanguage(identify(request.mail, state, request.trust), request)
    : createStrangerIdentity(request.mail);

function decideBody(mailState: MailState): MailOutcome {
  const { request } = mailState;
  if (request.unread !== null) return answerUnread(mailState, request.unread);
  const banned = answerBanned(mailState);
  if (banned !== null) return banned;
  const { token } = mailState.identity;
  const answer = token === null ? null : decideConfirmation(mailState, token);
  if (answer !== null && 'released' in answer) {
    const { asOwner, released, events } = answer;
    return runStatements(asOwner, parseText(asOwner, released.subject, released.text), events);
  }
  if (answer !== null) return decideWithoutLine(mailState, answer);
  const parsedMail = parseText(mailState, readSubject(request.mail), request.text);
  // A command counts whatever stands in the Subject. Other words of a program are not answered.
  const hasLine = parsedMail.statements.some(({ command }) => command !== null && command.name !== 'chat');
  if (hasStrangeSubject(request.mail) && !hasLine)
    return { ...decideWithoutLine(mailState, allow([], [])), messages: [] };
  const solution = decideSolution(mailState, parsedMail);
  if (solution !== null) return decideWithoutLine(mailState, solution);
  const askedUserid = findOwnerToAsk(mailState, parsedMail);
  return askedUserid === null
    ? runStatements(mailState, parsedMail, [])
    : decideWithoutLine(mailState, parkMail(mailState, askedUserid, parsedMail));
}

/** Commands that end mails, whatever mails those are. */
const STOPS: ReadonlySet<string> = new Set(['stop', 'unsubscribe']);

/** The answer to a problem. null: it is another mail, although it replies to one. */
function decideSolution(mailState: MailState, { statements }: ParsedMail): Decision | null {
  const { request, identity } = mailState;
  const { token, sender } = identity;
  if (token?.kind !== 'problem' || sender.userid !== token.userid) return null;
  const line = tidy(firstLineOf(request.text.trim() === '' ? readSubject(request.mail) : request.text));
  const hasCommand = statements.some(({ command }) => command !== null);
  const isStop =
    findWish(line, request.ear) === 'stop' || statements.some(({ command }) => STOPS.has(command?.name ?? ''));
  return request.acceptors.problem?.(commandContextOf(mailState, ''), { ...token, line, hasCommand, isStop }) ?? null;
}

function answerUnread({ identity, state }: MailState, reason: UnreadReason): MailOutcome {
  const to: Recipient = { kind: 'address', address: identity.sender.address };
  const message: Message = { kind: 'unreadable', to, reason, limit: limits.mailBytes };
  return { events: [], messages: [message], state, identity, proof: 'none', hasCommand: false };
}

/** Does the account exist? Robots and closed accounts count. */
export const isUser = (state: State, name: string): boolean => state.account(name) !== null;

function describeBoard({ state, identity }: MailState): Pick<ParseContext, 'opponents' | 'isTalk'> {
  const match = identity.board === null ? null : state.match(identity.board.match);
  const players = match === null ? [] : userids(match);
  const opponents = players.filter(userid => userid !== identity.sender.userid);
  const isGuest = match === null || match.state === 'invited';
  return { opponents, isTalk: !isGuest && (match.state === 'over' || opponents.length === players.length) };
}

const createParseContext = (mailState: MailState): ParseContext => ({
  commands: mailState.request.commands,
  games: mailState.state.games,
  ear: mailState.request.ear,
  isUser: name => isUser(mailState.state, name),
  board: mailState.identity.board,
  askedLines: mailState.identity.askedLines,
  userid: mailState.identity.sender.userid,
  ...describeBoard(mailState),
  hasAutomaticSign: hasAutomaticSign(mailState.request.mail),
});

const parseText = (mailState: MailState, subject: string, text: string): ParsedMail =>
  parseMail(subject, text, createParseContext(mailState));

/** Runs all statements. `earlier`: events that come before them. */
function runStatements(mailState: MailState, parsedMail: ParsedMail, earlier: readonly Event[]): MailOutcome {
  const comment = removeControls(parsedMail.comment).slice(0, limits.commentLength);
  const tryAlone = (statement: Statement): LineDecision =>
    decideLine(statement, commandContextOf(mailState, comment), new Set());
  const attempts = parsedMail.statements.map(statement => () => tryAlone(statement));
  return collectMissing(() => {
    if (parsedMail.statements.length > 0) return runInOrder(mailState, { ...parsedMail, comment }, earlier);
    const { doubts } = parsedMail;
    const board = mailState.identity.board?.match ?? null;
    const { questions, understood } = chooseQuestions(doubts, board, doubt => tryAlone(doubt).decision);
    const findRefused = (isTyped: boolean): Statement | null =>
      findRefusedDoubt(
        doubts.filter(({ wish }) => (wish === undefined) === isTyped),
        tryAlone,
      );
    const answer =
      questions.length > 0
        ? null
        : (findRefused(true) ?? understood ?? createChatAfterEnd(mailState, comment) ?? findRefused(false));
    return runInOrder(
      mailState,
      { ...parsedMail, statements: answer === null ? [] : [answer], comment },
      earlier,
      questions,
    );
  }, attempts);
}

/** The command that was probably meant, and that cannot be done: its refusal says why. A move that prose mentions is none. */
const findRefusedDoubt = (
  doubts: readonly Statement[],
  tryAlone: (statement: Statement) => LineDecision,
): Statement | null =>
  doubts.find(
    doubt =>
      doubt.parseResult.ok &&
      (doubt.command?.isFinal === true || doubt.match === null || doubt.wish !== undefined) &&
      !tryAlone(doubt).decision.ok,
  ) ?? null;

/** Makes a chat of a player's comment on a finished board, where no move is possible. */
function createChatAfterEnd({ request, identity, state }: MailState, comment: string): Statement | null {
  const { board, sender } = identity;
  const match = board === null ? null : state.match(board.match);
  const isPlayer = match !== null && sender.userid !== null && userids(match).includes(sender.userid);
  if (match?.state !== 'over' || !isPlayer || comment === '') return null;
  return parseCommandLine('chat', createParseContext({ request, identity, state }));
}

/** Runs the statements in order, each in the state after the previous one. */
function runInOrder(
  mailState: MailState,
  reading: ParsedMail,
  earlier: readonly Event[],
  questions: readonly Question[] = [],
): MailOutcome {
  const { request } = mailState;
  const { comment } = reading;
  const parsedMail = beginWithThoughts(reading);
  let { identity } = mailState;
  let state = earlier.reduce(apply, mailState.state);
  const events: Event[] = [...earlier];
  const results: CommandResult[] = [];
  const secrets = new Set<string>();
  let isByPassword = false;
  let start: LineStart = { board: identity.board, proposedAt: [] };
  /** The events since prepared moves were last played. */
  let sinceLastPrepared: EventsSince = { events: [], state };
  const outgoing = screenMail(mailState, parsedMail, createParseContext(mailState));
  for (const [index, { statement, words }] of outgoing.lines.entries()) {
    const context = commandContextOf({ request, state, identity }, words, start);
    const skip = findSkip(start, statement, parsedMail.statements);
    const lineDecision = skip === null ? decideLine(statement, context, secrets) : decideWithoutEvents(deny(skip));
    const limitedDecision = { ...lineDecision, decision: limitShown(start, lineDecision.decision) };
    const lineEvents = [
      ...limitedDecision.events,
      ...(limitedDecision.decision.ok ? limitedDecision.decision.value.events : []),
    ];
    const stateBefore = state;
    state = lineEvents.reduce(apply, stateBefore);
    sinceLastPrepared = { ...sinceLastPrepared, events: [...sinceLastPrepared.events, ...lineEvents] };
    const isLast = parsedMail.statements[index + 1]?.command?.followsMove !== true;
    const preparedMoves = isLast ? playPreparedMoves(context, sinceLastPrepared) : NO_PREPARED_MOVES;
    state = preparedMoves.events.reduce(apply, state);
    identity = identifyNewPlayer(request, state, identity, lineEvents);
    events.push(...lineEvents, ...preparedMoves.events);
    if (isLast) sinceLastPrepared = { events: [], state };
    start = findNextStart(start, [...lineEvents, ...preparedMoves.events], { before: stateBefore, after: state });
    start = noteRefusal(noteMove(start, statement, limitedDecision.decision), statement, limitedDecision.decision);
    start = noteShown(start, limitedDecision.decision);
    isByPassword ||= limitedDecision.isProved;
    const result = createResult(statement, limitedDecision, isElsewhere(statement, state, identity));
    const { notifications } = dropAnswer(result, reading);
    results.push({ ...result, notifications: [...notifications, ...preparedMoves.notifications] });
  }
  const report = { stateBefore: mailState.state, comment, results: addNotices(results, outgoing.notices) };
  const verdict = collectMessages({ request, state, identity }, { ...report, reading, questions });
  const proof = identity.sender.proof === 'none' && isByPassword ? 'password' : identity.sender.proof;
  return { ...verdict, events: [...events, ...verdict.events], proof };
}

const beginWithThoughts = ({ thoughts, ...mail }: ParsedMail): ParsedMail =>
  thoughts === undefined ? mail : { ...mail, thoughts, statements: [thoughts, ...mail.statements] };

/** Thoughts show the board, unless another line is answered with it anyway. */
const dropAnswer = (result: CommandResult, { thoughts, statements }: ParsedMail): CommandResult =>
  result.statement === thoughts && statements.length > 0 ? { ...result, notifications: [] } : result;

const addNotices = (results: readonly CommandResult[], notices: readonly Notification[]): readonly CommandResult[] =>
  results.map((result, index) =>
    index === results.length - 1 ? { ...result, notifications: [...result.notifications, ...notices] } : result,
  );

/** The lines below a sign-up are the new player's. After a `rename` the sender has another userid. */
function identifyNewPlayer(
  request: MailDecisionInput,
  state: State,
  known: Identity,
  events: readonly Event[],
): Identity {
  const { userid } = known.sender;
  if (events.length === 0) return known;
  const isKnown = userid !== null && findPresentUserid(state, userid) === userid;
  return isKnown ? known : identifySender(request, state);
}

/** Events, and the state before them. */
interface EventsSince {
  readonly events: readonly Event[];
  readonly state: State;
}

const NO_PREPARED_MOVES: Decided = { events: [], notifications: [] };

/** Plays the moves that players had prepared for these events. */
function playPreparedMoves(context: CommandContext, { events, state }: EventsSince): Decided {
  const played = playPrepared({ ...context, state }, { events, notifications: [] });
  return { ...played, events: played.events.slice(events.length) };
}

/** The results of a mail's lines, with the state before the mail. */
interface MailResults {
  readonly stateBefore: State;
  readonly comment: string;
  readonly results: readonly CommandResult[];
  readonly reading: ParsedMail;
  readonly questions: readonly Question[];
}

/** Adds the messages to players, to owners of accounts and to the sender. */
function collectMessages(
  mailState: MailState,
  { stateBefore, comment, results, reading: parsedMail, questions }: MailResults,
): MailOutcome {
  const notifications = results.flatMap(each => each.notifications);
  const { events, notifications: alerts } = raiseAlerts(mailState, stateBefore, notifications);
  const state = events.reduce(apply, mailState.state);
  const messages = buildMessages(commandContextOf({ ...mailState, state }, comment), {
    done: results,
    alerts,
    reading: parsedMail,
    questions,
  });
  const { identity, request } = mailState;
  // A program that answers us may write a sentence that we understand.
  const isReply = identity.token !== null || request.mail.inReplyTo.length > 0;
  const hasCommand = parsedMail.statements.some(
    ({ command, wish }) => command !== null && (wish === undefined || !isReply),
  );
  return { events, messages, state, identity, proof: identity.sender.proof, hasCommand };
}

/** Did a password prove the line from a foreign address? The account's mails do not reach the sender, who gets a line instead. */
const isElsewhere = ({ parseResult }: Statement, state: State, { sender }: Identity): boolean => {
  const userid = parseResult.ok ? parseResult.value.credentials?.userid : undefined;
  return userid !== undefined && state.account(userid)?.addresses.includes(sender.address) === false;
};

const createResult = (
  statement: Statement,
  { decision, notifications }: LineDecision,
  isSenderElsewhere: boolean,
): CommandResult => {
  if (!decision.ok) return { statement, denied: decision.reason, notifications };
  const lineDone = tell('line-done', { line: statement.line });
  const own = [...decision.value.notifications, ...notifications, ...(isSenderElsewhere ? [lineDone] : [])];
  return { statement, denied: null, notifications: own };
};

/** A forwarded Subject may ask for a look. A line of it that would change something is answered with how to send it. */
function decideLine(statement: Statement, context: CommandContext, secrets: Set<string>): LineDecision {
  if (statement.isAnswer === true) return answerQuestion(statement, context, secrets);
  if (statement.isOfAnother !== true) return runLine(statement, context, secrets);
  const hasSecret = statement.parseResult.ok && secretsOf(statement.parseResult.value).length > 0;
  const lineDecision = hasSecret ? null : runLine(statement, context, secrets);
  const isLook = lineDecision?.decision.ok !== true || lineDecision.decision.value.events.length === 0;
  return lineDecision !== null && isLook
    ? lineDecision
    : decideWithoutEvents(deny(refused('subject-forwarded'), statement.match));
}

/** A question about a board was asked at a position. An answer to it does nothing at another one, whatever the line could do there. */
function answerQuestion(statement: Statement, context: CommandContext, secrets: Set<string>): LineDecision {
  const lineDecision = runLine(statement, context, secrets);
  const { match } = statement;
  const obstacle = lineDecision.decision.ok && match !== null ? refuseOldQuestion(context, match) : null;
  return obstacle === null ? lineDecision : decideWithoutEvents(no(obstacle));
}

function runLine(statement: Statement, context: CommandContext, secrets: Set<string>): LineDecision {
  const { parseResult, command } = statement;
  if (!parseResult.ok)
    return decideWithoutEvents(deny(addDeadline(context, parseResult.reason, statement), statement.match));
  const { credentials = null } = parseResult.value;
  // Checking or storing a password costs a deliberate scrypt.
  for (const secret of secretsOf(parseResult.value)) secrets.add(`${credentials?.userid ?? ''} ${secret}`);
  if (secrets.size > limits.proofsPerMail)
    return decideWithoutEvents(deny(refused('too-many-passwords', { most: limits.proofsPerMail })));
  if (credentials !== null) return decideWithPassword(parseResult.value, credentials, context);
  const refusal =
    command === null
      ? null
      : findIdentityRefusal(context, command.name, parseResult.value.permission ?? command.permission, statement);
  return decideWithoutEvents(refusal === null ? parseResult.value.run(context) : deny(refusal));
}

/** The reason why the sender may not give a command of an account. null: the sender may. */
function findIdentityRefusal(
  context: CommandContext,
  name: string,
  by: Command['permission'],
  { match }: Statement,
): Denied['refused'] | null {
  if (by === 'anyone') return null;
  if (context.actor !== null && context.state.account(context.actor)?.closed === false)
    return by === 'owner' && !context.sender.isOwner ? refused('account-proof', { command: name }) : null;
  const closedUserid = findClosedAccount(context, match);
  if (closedUserid !== null) return refused('account-left', { userid: closedUserid });
  const isStranger = context.board === null && context.state.owner(context.sender.address) === null;
  return context.sender.proof === 'none' && !isStranger
    ? refused('not-proved', { command: name })
    : refused('no-account', { address: context.sender.address });
}

/** The player of a board who closed the account from the sender's address. null: there is none. */
function findClosedAccount({ state, sender }: CommandContext, ref: MatchRef | null): string | null {
  const match = ref === null ? null : state.outline(ref);
  const names = match === null ? [] : userids(match);
  return names.find(name => state.account(name)?.leftFrom?.includes(sender.address) === true) ?? null;
}

/** The statement of a result that no line of the mail asked for. */
const NO_STATEMENT: Statement = {
  line: '',
  command: null,
  game: null,
  parseResult: { ok: false, reason: refused('nothing-to-do') },
  match: null,
};

/** Makes an outcome of a decision that does not come from a line. */
function decideWithoutLine(mailState: MailState, decision: Decision): MailOutcome {
  const events = decision.ok ? decision.value.events : [];
  const state = events.reduce(apply, mailState.state);
  const parsedMail: ParsedMail = { statements: [NO_STATEMENT], comment: '', unreadCount: 0, doubts: [] };
  const results = [createResult(NO_STATEMENT, decideWithoutEvents(decision), false)];
  const verdict = collectMessages(
    { ...mailState, state },
    { stateBefore: mailState.state, comment: '', results, reading: parsedMail, questions: [] },
  );
  return { ...verdict, events: [...events, ...verdict.events], hasCommand: decision.ok };
}
