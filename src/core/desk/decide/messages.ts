// Builds the messages of a mail: one for each reader and board. One answer holds all refused lines.
import type { ParsedMail } from '#core/language/statement.ts';
import type { AnyGame, Opaque } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { listWaiting } from '#core/board/acts/list.ts';
import type { CommandContext, Notification } from '#core/players/decision.ts';
import {
  type BoardMessage,
  type Message,
  type Question,
  type Recipient,
  type RefusedLine,
  createBoardMessage,
  formatQuestion,
} from '#core/players/message.ts';
import { tidy } from '#core/kernel/words.ts';
import { openMatch, playerName, turnOf, nameBoard } from '#core/board/match.ts';
import { type Refused, isAnswer, refused } from '#core/kernel/refusal.ts';
import { type MatchRef, isSameBoard } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import {
  type BoardError,
  type BoardNotice,
  announceChanges,
  chooseRefusalOccasion,
} from '#core/board/acts/announce.ts';
import { isAskable } from '#core/mail/token.ts';
import type { CommandResult } from './mail-state.ts';

interface MailReport {
  readonly done: readonly CommandResult[];
  /** Alerts to owners of accounts. */
  readonly alerts: readonly Notification[];
  readonly reading: ParsedMail;
  /** Questions to the sender, if the mail has no certain command. */
  readonly questions: readonly Question[];
}

/** All messages of a mail, in the order of events. */
export function buildMessages(
  context: CommandContext,
  { done, alerts, reading, questions }: MailReport,
): readonly Message[] {
  if (isNothingRead(context, done, reading)) return [answerNothingRead(context, questions)];
  const notifications = [...alerts, ...done.flatMap(each => each.notifications)];
  const refusals = done.filter(each => each.denied !== null);
  const board = findBoardOfRefusals(context, refusals);
  const lines = joinRefusals(refusals);
  const boards = notifications.filter(notice => notice.kind === 'board-changed' || notice.kind === 'board-shown');
  const messagesOfBoards = boardMessages(context, boards, board === null ? null : { match: board, lines });
  const messages = isCommentDelivered(notifications)
    ? messagesOfBoards
    : messagesOfBoards.map(each =>
        isToSender(context, each) ? { ...each, undelivered: undeliveredComment(context) } : each,
      );
  const direct = notifications.flatMap(notice => (notice.kind === 'message' ? [notice.message] : []));
  const sentences = notifications.flatMap(notice => (notice.kind === 'done' ? [notice.done] : []));
  const linesWithoutBoard = board === null ? lines : [];
  const needsReport = linesWithoutBoard.length > 0 || sentences.length > 0 || reading.unreadCount > 0;
  return [
    // A mail that asks the same in fifty lines is answered once.
    ...new Map([...messages, ...direct].map(message => [JSON.stringify(message), message])).values(),
    ...(needsReport
      ? [
          createReport(context, {
            sentences,
            refusals,
            lines: linesWithoutBoard,
            unread: reading.unreadCount,
            questions: [],
          }),
        ]
      : []),
  ];
}

/** Thoughts alone are answered with the board. Other words that hold no command are answered first. */
const isNothingRead = (
  { comment }: CommandContext,
  done: readonly CommandResult[],
  { statements }: ParsedMail,
): boolean =>
  statements.length === 0 && (done.length === 0 || (comment !== '' && done.every(({ denied }) => denied === null)));

/** Joins lines that were refused for the same reason. */
function joinRefusals(refusals: readonly CommandResult[]): readonly RefusedLine[] {
  const found = new Map<string, RefusedLine>();
  for (const { statement, denied } of refusals) {
    const { line } = statement;
    const reason = denied?.refused ?? refused('nothing-to-do');
    const earlier = found.get(JSON.stringify(reason));
    found.set(JSON.stringify(reason), {
      line: earlier === undefined ? line : `${earlier.line}, ${line}`,
      refused: reason,
    });
  }
  return [...found.values()];
}

/** Does the comment of the mail reach other players? It does not if each board change is mailed to one account only. */
const isCommentDelivered = (notifications: readonly Notification[]): boolean =>
  notifications.every(({ kind }) => kind !== 'board-changed') ||
  notifications.some(each => each.kind === 'message' || (each.kind === 'board-changed' && each.only === undefined));

const senderOf = (context: CommandContext): Recipient => ({ kind: 'address', address: context.sender.address });

/** The board of all refused lines, which the answer shows. null: they are about no board, or about several. */
function findBoardOfRefusals(context: CommandContext, refusals: readonly CommandResult[]): MatchRef | null {
  // The answer must itself be a mail to the account, which a reply to a board is not.
  if (refusals.some(({ denied }) => denied?.refused.code === 'account-proof')) return null;
  const boards = refusals.map(
    ({ denied, statement }) => denied?.match ?? (denied === null ? null : findContextBoard(context, statement.match)),
  );
  const first = boards[0] ?? null;
  if (first === null || !boards.every(board => board !== null && isSameBoard(board, first))) return null;
  const match = context.state.match(first);
  return match === null || match.state === 'removed' ? null : first;
}

/** The replied-to board, if the line names it or names no board. */
const findContextBoard = (context: CommandContext, named: MatchRef | null): MatchRef | null =>
  context.board !== null && (named === null || isSameBoard(named, context.board.match)) ? context.board.match : null;

/** Messages of changed boards to all players, then boards to show, then the board of refused lines unless it was mailed already. */
function boardMessages(
  context: CommandContext,
  notifications: readonly BoardNotice[],
  error: BoardError | null,
): readonly BoardMessage[] {
  const changed = notifications.filter(notice => notice.kind === 'board-changed');
  const messages = announceChanges(context, changed, error);
  const isMailed = (match: MatchRef): boolean =>
    messages.some(each => isSameBoard(each.match, match) && isToSender(context, each));
  const shownMessages = notifications
    .filter(notice => notice.kind === 'board-shown')
    .filter(({ match, ply }) => ply !== null || !isMailed(match))
    .map(({ match, ply, as }): BoardMessage => ({
      ...(as === null ? createAnswer(context, match) : createBoardMessage(match, { kind: 'account', userid: as }, as)),
      occasion: 'show',
      ply,
    }));
  if (error === null || isMailed(error.match)) return [...messages, ...shownMessages];
  const undeliveredWords = messages.length === 0 ? findUnansweredWords(context, error.lines) : '';
  const refusal: BoardMessage = {
    ...createAnswer(context, error.match),
    occasion: chooseRefusalOccasion(error.lines),
    refusedLines: error.lines,
    undelivered: undeliveredWords,
  };
  return [
    ...messages,
    ...shownMessages.filter(each => each.ply !== null || !isSameBoard(each.match, error.match)),
    refusal,
  ];
}

const isToSender = (context: CommandContext, each: BoardMessage): boolean =>
  each.to.kind === 'account' ? each.to.userid === context.actor : each.to.address === context.sender.address;

const createAnswer = (context: CommandContext, match: MatchRef): BoardMessage =>
  createBoardMessage(match, senderOf(context), context.sender.userid);

/** The comment of a mail whose lines all failed. It is returned to a known sender, so that it is not lost. */
const undeliveredComment = (context: CommandContext): string =>
  context.sender.proof === 'none' ? '' : context.comment;

/** The comment, unless it holds only what the answers are about, besides kind words and a name. */
function findUnansweredWords(context: CommandContext, lines: readonly RefusedLine[]): string {
  const answered = lines.filter(({ refused: { code } }) => isAnswer(code)).map(({ line }) => tidy(line));
  const names = [context.actor, ''];
  const isDone = (line: string): boolean =>
    answered.includes(line) || names.includes(line.toLowerCase()) || context.isCourtesy(line);
  const comment = undeliveredComment(context);
  return answered.length > 0 && comment.split('\n').map(tidy).every(isDone) ? '' : comment;
}

/** Answers a mail without a command: with the board and a line that works, or with the waiting boards and a way to begin. */
function answerNothingRead(context: CommandContext, questions: readonly Question[]): Message {
  const ref = context.board?.match ?? null;
  const match = ref === null ? null : context.state.match(ref);
  if (ref === null || match === null || match.state === 'removed') {
    return createReport(context, { sentences: [], refusals: [], lines: [], unread: 0, questions });
  }
  if (questions.length > 0)
    return { ...createAnswer(context, ref), occasion: 'question', questions, undelivered: undeliveredComment(context) };
  const line: RefusedLine =
    match.state === 'invited'
      ? {
          line: '',
          refused: refused('invitation-answer', { example: context.actor === null ? 'accept yourname' : 'accept' }),
        }
      : explainNoCommand(context, match);
  return {
    ...createAnswer(context, ref),
    occasion: 'error',
    refusedLines: [line],
    undelivered: undeliveredComment(context),
  };
}

/** The game's explanation why a line is no move. null: the game has none. */
function findExplanation(game: AnyGame, position: Opaque, line: string): RefusedLine | null {
  const parsed = game.parse(position, line);
  return parsed.ok || parsed.reason.code === 'move-unreadable' ? null : { line: tidy(line), refused: parsed.reason };
}

/** Explains why there was no move: it is another player's turn, or the game's explanation, or an example of a move. */
function explainNoCommand(context: CommandContext, match: Match): RefusedLine {
  const createLine = (reason: Refused): RefusedLine => ({ line: '', refused: reason });
  const { game, matchState } = openMatch(context.state, match);
  const { position } = matchState;
  const turn = match.state === 'active' ? turnOf(game, match, matchState) : null;
  const player = playerName(match.players[turn?.player ?? -1]);
  if (turn !== null && player !== context.actor) return createLine(refused('no-command-waiting', { player }));
  const explanation = turn === null ? null : findExplanation(game, position, context.comment.split('\n', 1)[0] ?? '');
  if (explanation !== null) return explanation;
  const [first] = game.examples(position);
  return first === undefined || turn === null
    ? createLine(refused('no-command-over', nameBoard({ game, match })))
    : createLine(refused('no-command', { example: game.format(position, first) }));
}

interface ReportFields {
  readonly sentences: readonly Phrase[];
  readonly refusals: readonly CommandResult[];
  /** The refused lines that no board message shows. */
  readonly lines: readonly RefusedLine[];
  readonly unread: number;
  readonly questions: readonly Question[];
}

type Asked = (Message & { readonly kind: 'report' })['asked'];

/** A person without an account who asked for something that needs one is asked for a name, and then gets it. */
function askForName([refusal, ...others]: readonly CommandResult[]): Asked {
  const line = refusal?.statement.line ?? '';
  const isAsked =
    others.length === 0 &&
    refusal?.denied?.refused.code === 'no-account' &&
    refusal.statement.command?.isForNewcomers === true &&
    isAskable(line);
  return isAsked ? { lines: [line], sentence: { code: 'ask-name', parts: { line } } } : null;
}

/** The same question once more, where the name could not be had. */
function askForNameAgain({ token }: CommandContext, refusals: readonly CommandResult[]): Asked {
  const first = refusals.find(({ statement }) => statement.command?.name === 'signup')?.denied?.refused;
  const [line] = token?.kind === 'question' ? token.askedLines : [];
  if (first === undefined || line === undefined) return null;
  const rest: Phrase = { code: 'ask-name', parts: { line } };
  return { lines: [line], sentence: { code: 'one-and-more', parts: { first, rest } } };
}

const chooseAsked = (context: CommandContext, { refusals, questions }: ReportFields): Asked =>
  questions.length > 0
    ? { lines: questions.map(({ line }) => line), sentence: formatQuestion(questions) }
    : (askForName(refusals) ?? askForNameAgain(context, refusals));

function createReport(context: CommandContext, fields: ReportFields): Message {
  const { sentences, refusals, unread } = fields;
  const asked = chooseAsked(context, fields);
  const lines = asked === null ? fields.lines : [];
  // A sender who wrote no command at all is shown how to go on, unless the answer to a sentence does.
  const isLost =
    asked === null &&
    sentences.length === 0 &&
    unread === 0 &&
    !(lines.length > 0 && lines.every(({ refused: { code } }) => isAnswer(code))) &&
    refusals.every(({ statement: { command, line } }) => command === null && line !== '');
  return {
    kind: 'report',
    to: senderOf(context),
    about: findSubject(refusals),
    done: sentences,
    refusedLines: lines,
    asked,
    unread,
    isLost,
    waiting: isLost && context.actor !== null ? listWaiting(context, context.actor) : [],
    undelivered: lines.length > 0 && sentences.length === 0 ? findUnansweredWords(context, lines) : '',
    asksAgain: lines.some(({ refused: { code } }) => code === 'confirm-yes'),
  };
}

function findSubject(refusals: readonly CommandResult[]): (Message & { readonly kind: 'report' })['about'] {
  const [first, ...others] = refusals;
  if (first === undefined || others.length > 0) return 'mail';
  const { command, game } = first.statement;
  if (command?.name === 'challenge') return 'challenge';
  return game === null ? 'mail' : { game: game.name };
}
