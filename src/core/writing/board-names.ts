// Parts of mails about boards: names, tokens, addresses, acts, options, and tables of boards.
import { refOf } from '#core/kernel/documents.ts';
import { type AnyGame, type OptionSpec, titleOf } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { type Phrase, formatCommaList } from '#games/kit/refusal.ts';
import { type Match, userids } from '../board/match-document.ts';
import { type LoadedMatch, isCounted, openMatch, playerName, turnOf } from '../board/match.ts';
import { findMissingAnswers, findPerson } from '../board/proposals.ts';
import type { Recipient } from '../players/message.ts';
import { findRobot } from '../players/robots.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { formatDuration } from '../kernel/sentence.ts';
import type { State } from '../kernel/state.ts';
import { type TimeControl, USUAL_TIME } from '../kernel/time-control.ts';
import { DAY_MS } from '../kernel/time.ts';
import { writeToken } from '../mail/token.ts';
import { type GameRow, findSoleWinner } from '../board/acts/list.ts';
import { findProposalObstacle } from '../board/acts/propose.ts';
import { maySwap } from '../board/acts/play.ts';
import { type ComposeContext, type SpeakContext, gameOf, sayPhrase, threadOf } from './compose-context.ts';
import { boardPath, isOnWeb } from './on-web.ts';
import { type TextColumn, formatPlayerName, formatTable } from './text.ts';

/** Parts of mails about a board that do not show it: names, the player's token and thread. */
export const gameTitle = (context: Pick<ComposeContext, 'state'>, game: string): string =>
  gameOf(context, game)?.title ?? game;

/** What mails call a board: by the name of its variant, if it has one. */
export function boardTitle(context: ComposeContext, ref: MatchRef): string {
  const game = gameOf(context, ref.game);
  const match = context.state.match(ref);
  return game === null || match === null ? gameTitle(context, ref.game) : titleOf(game, match.setup);
}

/** What templates call a board. */
export const boardNames = (context: ComposeContext, ref: MatchRef): object => ({
  game: boardTitle(context, ref),
  name: ref.game,
  number: ref.number,
});

export const requireMatch = ({ state }: ComposeContext, ref: MatchRef): LoadedMatch =>
  openMatch(state, must(state.match(ref), 'a mail is about a board that is there'));

/** The reader's place at the board; null: the reader does not play there. */
function findSeat(context: ComposeContext, ref: MatchRef, to: Recipient): { match: Match; player: number } | null {
  const match = context.state.match(ref);
  const player = match?.players.findIndex(each => to.kind === 'account' && playerName(each) === to.userid) ?? -1;
  return match === null || player === -1 ? null : { match, player };
}

/** The token by which a player's answer to this mail is about the board. */
export function playerToken(context: ComposeContext, ref: MatchRef, to: Recipient): string | null {
  const seat = findSeat(context, ref, to);
  if (seat === null || to.kind !== 'account') return null;
  return boardToken(context, seat.match, seat.player, []);
}

/** `askedLines`: what an answer to this very mail may mean. */
export function boardToken(
  context: ComposeContext,
  match: Match,
  player: number,
  askedLines: readonly string[],
): string {
  const { plies, takeBacks, proposals } = openMatch(context.state, match).matchState;
  const ref = refOf(match);
  const userid = playerName(match.players[player]);
  const counts = { ply: plies.length, takeBacks: takeBacks.length, proposals };
  return writeToken({ kind: 'board', match: ref, player, ...counts, askedLines, userid }, context.sign);
}

export function playerThread(context: ComposeContext, ref: MatchRef, to: Recipient): readonly string[] {
  const seat = findSeat(context, ref, to);
  return seat === null ? [] : threadOf(seat.match, seat.player);
}

/**
 * '' where the board is on no page (a preview has none), or there are no pages to be reached from outside. `token`: what answers the reader's mail;
 * it stands in the fragment, which browsers send to no server, so that the page can begin their mails. null: there is nothing to answer.
 */
export function findBoardUrl(
  { state, webUrl }: Pick<ComposeContext, 'state' | 'webUrl'>,
  match: Match,
  token: string | null,
): string {
  if (webUrl === '' || match.number === 0 || !isOnWeb(state, match)) return '';
  return webUrl + boardPath(match.game, match.number) + (token === null ? '' : `#reply=${token}`);
}

/** The words that do something at the board, each as the first line of a reply. `player`: an index among the players. */
export function listBoardActs(state: Pick<State, 'robots'>, board: LoadedMatch, player: number): readonly string[] {
  const { game, match, matchState } = board;
  const { holders, retired, plies } = matchState;
  const isReviewed = state.robots.length > 0 && match.players.length === 2 && plies.length > 0;
  if (match.state === 'over') return ['rematch', ...(isReviewed ? ['analyse'] : [])];
  if (match.state !== 'active') return [];
  const isPlaying = holders.some((holder, seat) => holder === player && !retired.includes(seat));
  const by = findPerson(match, player);
  const isVoter = findMissingAnswers(match, matchState).includes(by);
  const mayPropose = (what: 'undo' | 'draw'): boolean =>
    isPlaying && findProposalObstacle(state, { ...board, by }, what) === null;
  const isOnTurn = turnOf(game, match, matchState)?.player === player;
  // In a game of people help is given, and not offered.
  const mayAsk = isPlaying && !isCounted(match) && userids(match).some(each => findRobot(state.robots, each) !== null);
  const words: readonly (readonly [string, boolean])[] = [
    ['accept', isVoter],
    ['reject', isVoter],
    ['swap', isOnTurn && maySwap(board)],
    ['hint', mayAsk && isOnTurn],
    ['analyse', mayAsk && isReviewed],
    ['undo', mayPropose('undo')],
    ['draw', mayPropose('draw')],
    ['resign', isPlaying],
  ];
  return words.flatMap(([word, isPossible]) => (isPossible ? [word] : []));
}

/** The next weaker robot, for the loser of a game against one. null: the player has not lost to a robot, or to the weakest. */
export function findEasierRobot(
  { robots }: Pick<State, 'robots'>,
  { match, matchState: { outcome, holders } }: LoadedMatch,
  player: number,
): string | null {
  if (match.state !== 'over' || outcome === null || match.players.length !== 2 || match.isTutorial === true)
    return null;
  const winner = holders[findSoleWinner(outcome.ranks)] ?? player;
  const level = robots.findIndex(({ userid }) => userid === playerName(match.players[winner]));
  return winner === player ? null : (robots[level - 1]?.userid ?? null);
}

/** Tells the options of a board in words: those of its game and of time. */
interface Board {
  readonly game: AnyGame;
  readonly match: Match;
}

/** `The game: Nex on 5x5, no swap, 10 days for a move.` */
export function formatOptions(context: SpeakContext, board: Board): string {
  const options = formatCommaList([
    ...listGameOptions(context, board),
    ...listBoardOptions(board),
    ...listTimeOptions(board.match.time),
  ]);
  return sayPhrase(context, { code: 'options-line', parts: { options } });
}

/** The title with the size of the board, then the options that are not as usual. */
function listGameOptions(context: SpeakContext, { game, match: { setup } }: Board): readonly (string | Phrase)[] {
  const title = titleOf(game, setup);
  const size = game.options.find(option => option.kind === 'size' && option.rectangular);
  const head =
    size === undefined ? title : { code: 'options-size', parts: { game: title, size: lookUp(setup, size.name) ?? '' } };
  // A game with a name of its own, such as Boku, says what its options are.
  const given = game.aliases.find(alias => alias.title === title)?.given.map(([name]) => name) ?? [];
  const isShown = ({ name, default: usual }: OptionSpec, index: number): boolean =>
    !given.includes(name) && (lookUp(setup, name) !== usual || (index === 0 && given.length === 0));
  const shown = game.options.filter((option, index) => option !== size && isShown(option, index));
  return [
    head,
    ...shown.map(({ name }) => {
      // A value with words of its own, an option with words of its own, or both as they are typed.
      const {
        templates: { sentences },
      } = context;
      const value = lookUp(setup, name) ?? '';
      const codes = [`told-${name}-${value}`, `told-${name}`];
      return {
        code: codes.find(code => lookUp(sentences, code) !== undefined) ?? 'told-option',
        parts: { name, value },
      };
    }),
  ];
}

const listBoardOptions = ({ game, match }: Board): readonly Phrase[] => [
  ...(match.from === undefined
    ? []
    : [{ code: 'options-from', parts: { number: match.from.number, ply: match.from.ply } }]),
  ...(match.from !== undefined || match.isUnrated === true ? [{ code: 'options-unrated', parts: {} }] : []),
  ...(match.isOffWeb === true ? [{ code: 'options-off-web', parts: {} }] : []),
  ...(game.swapAfter === null ? [] : [{ code: match.swap ? 'options-swap' : 'options-no-swap', parts: {} }]),
];

/** The times that are not as usual: for a move, until the reminder, and for all moves. */
function listTimeOptions(time: TimeControl = USUAL_TIME): readonly Phrase[] {
  const { forfeittime, nagtime, totaltime, increment, cap } = time;
  const of = (days: number): Phrase => formatDuration(days * DAY_MS);
  return [
    ...(forfeittime === USUAL_TIME.forfeittime ? [] : [{ code: 'options-days', parts: { days: of(forfeittime) } }]),
    ...(nagtime === null || nagtime === USUAL_TIME.nagtime
      ? []
      : [{ code: 'options-reminder', parts: { days: of(nagtime) } }]),
    ...(totaltime === null ? [] : [describeTotal(of(totaltime), increment, cap, of)]),
  ];
}

/** `10 days in all for each player plus 1 day after each move (never more than 12 days)` */
function describeTotal(days: Phrase, increment: number, cap: number | null, of: (days: number) => Phrase): Phrase {
  if (increment === 0) return { code: 'options-total', parts: { days } };
  const parts = { days, increment: of(increment) };
  return cap === null
    ? { code: 'options-increment', parts }
    : { code: 'options-cap', parts: { ...parts, cap: of(cap) } };
}

/** The time there is, usual or not. */
export function formatTime(context: ComposeContext, { forfeittime, totaltime }: TimeControl): string {
  return totaltime === null
    ? sayPhrase(context, { code: 'time-told', parts: { forfeittime } })
    : sayPhrase(context, { code: 'time-told-total', parts: { forfeittime, totaltime } });
}

/** A column in front of the others. */
interface FrontColumn<Row> {
  readonly title: string;
  readonly textOf: (row: Row) => string;
}

export const createGameColumn = (context: ComposeContext): FrontColumn<GameRow> => ({
  title: sayPhrase(context, { code: 'table-game', parts: {} }),
  textOf: row => gameTitle(context, row.match.game),
});

/** The table of `games`: pbmserv's, with one column more in front; null: none. */
export function formatGameTable<Row extends GameRow>(
  context: ComposeContext,
  rows: readonly Row[],
  frontColumn: FrontColumn<Row> | null,
): string {
  const say = (phrase: Phrase): string => sayPhrase(context, phrase);
  const column = (code: string, least: number, of: (row: Row) => string | number): TextColumn => ({
    ...{ title: say({ code: `table-${code}`, parts: {} }), least, cells: rows.map(of) },
  });
  return formatTable([
    ...(frontColumn === null ? [] : [{ title: frontColumn.title, least: -11, cells: rows.map(frontColumn.textOf) }]),
    column('board', 0, ({ match }) => match.number),
    column('move', 0, ({ moves }) => moves),
    column('players', -1, ({ players }) => players.map(name => formatPlayerName(say, name)).join(' - ')),
    column('status', -20, ({ status }) => say(status)),
  ]);
}
