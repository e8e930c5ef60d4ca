// Builds the messages of a mail: one for each reader and board. One answer holds all refused lines.
import { type AnyGame, type Opaque, titleOf } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { listWaiting } from '../matches/list.ts';
import type { CommandContext, Notification } from '../decision/decision.ts';
import type { ParsedMail } from '../reading/parsed-mail.ts';
import {
  boardMessage,
  type BoardMessage,
  type Recipient,
  type RefusedLine,
  type Message,
} from '../decision/message.ts';
import { tidy } from '../kernel/words.ts';
import { requireGame, matchStateOf, playerName, turnOf } from '../board/match.ts';
import { isAnswer, type Refused, refused } from '../kernel/refusal.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';
import type { Match } from '../board/match-document.ts';
import { announceChanges, type BoardError, type BoardNotice } from '../matches/announce.ts';
import type { CommandResult } from './mail-state.ts';
import type { Question } from '../decision/question.ts';

interface Tellable {
  readonly done: readonly CommandResult[];
  /** What owners of accounts are told besides. */
  readonly alerts: readonly Notification[];
  readonly reading: ParsedMail;
  /** What the sender is asked, where the mail held no command for sure. */
  readonly questions: readonly Question[];
}

/** All messages of a mail, in the order of events. */
export function buildMessages(at: CommandContext, { done, alerts, reading, questions }: Tellable): readonly Message[] {
  if (reading.statements.length === 0) return [nothingRead(at, questions)];
  const notifications = [...alerts, ...done.flatMap(each => each.notifications)];
  const refusals = done.filter(each => each.denied !== null);
  const board = boardOfRefusals(at, refusals);
  const lines = refusedLines(refusals);
  const boards = notifications.filter(notice => notice.kind === 'board-changed' || notice.kind === 'board-shown');
  const told = boardMessages(at, boards, board === null ? null : { match: board, lines });
  const messages = areHeard(notifications)
    ? told
    : told.map(each => (isToSender(at, each) ? { ...each, undelivered: undelivered(at) } : each));
  const direct = notifications.flatMap(notice => (notice.kind === 'message' ? [notice.message] : []));
  const said = notifications.flatMap(notice => (notice.kind === 'done' ? [notice.done] : []));
  const open = board === null ? lines : [];
  const needsReport = open.length > 0 || said.length > 0 || reading.unreadCount > 0;
  return [
    ...withoutRepetitions([...messages, ...direct]),
    ...(needsReport ? [report(at, { said, refusals, lines: open, unread: reading.unreadCount })] : []),
  ];
}

/** A mail may ask the same in fifty lines: it is answered once. */
const withoutRepetitions = (messages: readonly Message[]): readonly Message[] => [
  ...new Map(messages.map(message => [JSON.stringify(message), message])).values(),
];

/** Is anybody told of it but one player alone? Else words that came with it have gone nowhere. */
const areHeard = (notifications: readonly Notification[]): boolean =>
  notifications.every(({ kind }) => kind !== 'board-changed') ||
  notifications.some(each => each.kind === 'message' || (each.kind === 'board-changed' && each.only === undefined));

const answerTo = (at: CommandContext): Recipient => ({ kind: 'address', address: at.sender.address });

const refusedLine = ({ statement, denied }: CommandResult): RefusedLine => ({
  line: statement.line,
  refused: denied?.refused ?? refused('nothing-to-do'),
});

/** Lines refused with the same words are one mistake. */
function refusedLines(refusals: readonly CommandResult[]): readonly RefusedLine[] {
  const found = new Map<string, RefusedLine>();
  for (const { line, refused: why } of refusals.map(refusedLine)) {
    const known = found.get(JSON.stringify(why));
    found.set(JSON.stringify(why), { line: known === undefined ? line : `${known.line}, ${line}`, refused: why });
  }
  return [...found.values()];
}

/** The one board all refused lines are about: its picture goes with the answer. Null when there is none, or more than one. */
function boardOfRefusals(at: CommandContext, refusals: readonly CommandResult[]): MatchRef | null {
  // The answer must itself be a mail to the account, which a reply to a board is not.
  if (refusals.some(({ denied }) => denied?.refused.code === 'account-proof')) return null;
  const boards = refusals.map(
    ({ denied, statement }) => denied?.match ?? (denied === null ? null : contextBoard(at, statement.match)),
  );
  const first = boards[0] ?? null;
  if (first === null || !boards.every(board => board !== null && isSameBoard(board, first))) return null;
  const match = at.state.match(first);
  return match === null || match.state === 'removed' ? null : first;
}

/** A line that names no board is about the board the mail replies to. */
const contextBoard = (at: CommandContext, named: MatchRef | null): MatchRef | null =>
  at.board !== null && (named === null || isSameBoard(named, at.board.match)) ? at.board.match : null;

/** Changed boards to all their players, then what the sender asked to see, then what was refused, unless it was told already. */
function boardMessages(
  at: CommandContext,
  notifications: readonly BoardNotice[],
  error: BoardError | null,
): readonly BoardMessage[] {
  const changed = notifications.filter(notice => notice.kind === 'board-changed');
  const messages = announceChanges(at, changed, error);
  const isTold = (match: MatchRef): boolean =>
    messages.some(each => isSameBoard(each.match, match) && isToSender(at, each));
  const shown = notifications
    .filter(notice => notice.kind === 'board-shown')
    .filter(({ match, ply }) => ply !== null || !isTold(match))
    .map(({ match, ply, as }): BoardMessage => ({
      ...(as === null ? answer(at, match) : boardMessage(match, { kind: 'account', userid: as }, as)),
      occasion: 'show',
      ply,
    }));
  if (error === null || isTold(error.match)) return [...messages, ...shown];
  const words = messages.length === 0 ? undelivered(at) : '';
  const refusal: BoardMessage = {
    ...answer(at, error.match),
    occasion: 'error',
    refusedLines: error.lines,
    undelivered: words,
  };
  return [...messages, ...shown.filter(each => each.ply !== null || !isSameBoard(each.match, error.match)), refusal];
}

const isToSender = (at: CommandContext, each: BoardMessage): boolean =>
  each.to.kind === 'account' ? each.to.userid === at.actor : each.to.address === at.sender.address;

const answer = (at: CommandContext, match: MatchRef): BoardMessage =>
  boardMessage(match, answerTo(at), at.sender.userid);

/** The words of a mail whose lines all failed, given back so that they are not lost. Only a known sender gets them. */
const undelivered = (at: CommandContext): string => (at.sender.proof === 'none' ? '' : at.comment);

/** A mail with no command in it: the board and the line that would work, or what waits and how to begin. */
function nothingRead(at: CommandContext, questions: readonly Question[]): Message {
  const ref = at.board?.match ?? null;
  const match = ref === null ? null : at.state.match(ref);
  if (ref === null || match === null || match.state === 'removed') {
    return report(at, { said: [], refusals: [], lines: [], unread: 0 });
  }
  if (questions.length > 0)
    return { ...answer(at, ref), occasion: 'question', questions, undelivered: undelivered(at) };
  const line: RefusedLine =
    match.state === 'invited'
      ? {
          line: '',
          refused: refused('invitation-answer', { example: at.actor === null ? 'accept yourname' : 'accept' }),
        }
      : noCommand(at, match);
  return {
    ...answer(at, ref),
    occasion: 'error',
    refusedLines: [line],
    undelivered: undelivered(at),
  };
}

/** What the game has to say of a line that is no move; null: nothing but that. */
function explainedBy(game: AnyGame, position: Opaque, line: string): RefusedLine | null {
  const read = game.parse(position, line);
  return read.ok || read.reason.code === 'move-unreadable' ? null : { line: tidy(line), refused: read.reason };
}

/** Whose turn it is, or what the game makes of the first line, or what a move looks like. */
function noCommand(at: CommandContext, match: Match): RefusedLine {
  const said = (why: Refused): RefusedLine => ({ line: '', refused: why });
  const game = requireGame(at.state, match);
  const matchState = matchStateOf(game, match);
  const { position } = matchState;
  const turn = match.state === 'active' ? turnOf(game, match, matchState) : null;
  const player = playerName(match.players[turn?.player ?? -1]);
  if (turn !== null && player !== at.actor) return said(refused('no-command-waiting', { player }));
  const explained = turn === null ? null : explainedBy(game, position, at.comment.split('\n', 1)[0] ?? '');
  if (explained !== null) return explained;
  const [first] = game.examples(position);
  return first === undefined || turn === null
    ? said(refused('no-command-over', { game: titleOf(game, match.setup), number: match.number }))
    : said(refused('no-command', { example: game.format(position, first) }));
}

interface Findings {
  readonly said: readonly Phrase[];
  readonly refusals: readonly CommandResult[];
  /** The refused lines that no board message shows. */
  readonly lines: readonly RefusedLine[];
  readonly unread: number;
}

function report(at: CommandContext, { said, refusals, lines, unread }: Findings): Message {
  // A sender who wrote no command at all is shown how to go on, unless the answer to a sentence does.
  const isLost =
    said.length === 0 &&
    unread === 0 &&
    !(lines.length > 0 && lines.every(({ refused: { code } }) => isAnswer(code))) &&
    refusals.every(({ statement: { command, line } }) => command === null && line !== '');
  return {
    kind: 'report',
    to: answerTo(at),
    about: aboutOf(refusals),
    done: said,
    refusedLines: lines,
    unread,
    isLost,
    waiting: isLost && at.actor !== null ? listWaiting(at, at.actor) : [],
    undelivered: lines.length > 0 && said.length === 0 ? undelivered(at) : '',
    asksAgain: lines.some(({ refused: { code } }) => code === 'confirm-yes'),
  };
}

function aboutOf(refusals: readonly CommandResult[]): (Message & { readonly kind: 'report' })['about'] {
  const [first, ...others] = refusals;
  if (first === undefined || others.length > 0) return 'mail';
  const { command, game } = first.statement;
  if (command?.name === 'challenge') return 'challenge';
  return game === null ? 'mail' : { game: game.name };
}
