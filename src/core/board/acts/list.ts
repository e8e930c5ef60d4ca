// Lists boards: of a game, of players, or those that wait for a player's move.
import { zoneOf } from '#core/players/account.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { loadMatch } from './require-match.ts';
import { type CommandContext, type Decision, answerSender, deny } from '#core/players/decision.ts';
import { type DataRequest, type ListName, type MatchRef, matchKey } from '#core/kernel/documents.ts';
import { type Match, userids } from '../match-document.ts';
import { countInheritedMoves } from '../match-state.ts';
import { type LoadedMatch, isVoid, playerName, requireGame } from '../match.ts';
import { summaryOf } from '../summary.ts';
import { ANY_ROBOT } from '#core/players/robots.ts';
import { findUnknownUserids } from '#core/players/userid.ts';
import { dayAt } from '#core/kernel/calendar.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';

/** Which boards of a player a list shows. */
export type Selector = 'all' | 'active' | 'inactive' | 'next';

/** Boards of tournaments, or all others. */
export type BoardKind = 'tournament' | 'standard';

/** A board as a line of a table. */
export interface GameRow {
  readonly match: MatchRef;
  readonly moves: number;
  readonly players: readonly string[];
  readonly status: Phrase;
}

/** A finished game, and the day of its end in the reader's time zone. */
export interface PastGame extends GameRow {
  readonly ended: string;
}

/** The number of boards that a query has found, and the newest of them. */
export interface FoundBoards {
  readonly count: number;
  readonly tables: readonly LoadedMatch[];
}

/**
 * The boards of a query, newest first: all of its users play there. At most `limit` of them are loaded,
 * since that costs time: a player may have ten thousand finished boards.
 */
export function findBoards(
  context: CommandContext,
  { game, users, selector, kind = null }: BoardQuery,
  limit: number,
): FoundBoards {
  const names = users.length === 0 ? [`game/${game ?? ''}` as const] : users.map(user => `player/${user}` as const);
  const lists = names.map(name => LISTS_BY_SELECTOR[selector].map((state): ListName => `${state}/${name}`));
  context.state.requireLoaded(lists.flat().map((list): DataRequest => ({ kind: 'list', list })));
  const [refs = [], ...others] = lists.map(each => each.flatMap(list => context.state.boards(list)));
  const otherKeys = others.map(each => new Set(each.map(matchKey)));
  const listed = refs
    .filter(ref => (game === null || ref.game === game) && otherKeys.every(each => each.has(matchKey(ref))))
    .toSorted((a, b) => b.number - a.number);
  const boards = kind === null ? listed : filterByKind(context, listed, kind);
  const loadMatches = (boards: readonly MatchRef[]): readonly LoadedMatch[] => {
    context.state.requireDocuments(boards.map(matchKey));
    return boards.flatMap(ref => {
      const table = loadMatch(context.state, ref);
      return table.ok ? [table.value] : [];
    });
  };
  if (selector !== 'next') return { count: boards.length, tables: loadMatches(boards.slice(0, limit)) };
  const waiting = loadMatches(boards.slice(0, limits.boardsSearched)).filter(table =>
    users.includes(findPlayerToMove(table) ?? ''),
  );
  return { count: waiting.length, tables: waiting.slice(0, limit) };
}

export const separateGames = (refs: readonly MatchRef[]): readonly (readonly MatchRef[])[] =>
  [...new Set(refs.map(({ game }) => game))].map(game => refs.filter(ref => ref.game === game));

/** Loads at most `most` boards, the newest of each game first: numbers of different games cannot be compared. */
export function loadNewest(state: State, boards: readonly MatchRef[], most: number): readonly Match[] {
  const newest = separateGames(boards)
    .flatMap(refs => [...refs.toSorted((a, b) => b.number - a.number).entries()])
    .toSorted(([a], [b]) => a - b)
    .slice(0, most)
    .map(([, ref]) => ref);
  return state.matches(newest);
}

/** The boards of this kind among the newest of the list. */
function filterByKind(context: CommandContext, listed: readonly MatchRef[], kind: BoardKind): readonly MatchRef[] {
  const newest = listed.slice(0, limits.boardsSearched);
  context.state.requireDocuments(newest.map(matchKey));
  return newest.filter(ref => (context.state.match(ref)?.tournament !== undefined) === (kind === 'tournament'));
}

export interface BoardQuery {
  /** null: all games. */
  readonly game: string | null;
  readonly users: readonly string[];
  readonly selector: Selector;
  /** null or absent: all boards. */
  readonly kind?: BoardKind | null;
}

/** The lists that hold the boards of a selector. For `next` the newest are loaded, to see whose turn it is. */
const LISTS_BY_SELECTOR: Readonly<Record<Selector, readonly ('running' | 'over')[]>> = {
  all: ['running', 'over'],
  inactive: ['over'],
  active: ['running'],
  next: ['running'],
};

/** The player that a running board waits for. null: none. */
export const findPlayerToMove = (
  { game, match }: Pick<LoadedMatch, 'game' | 'match'>,
  { toMove } = summaryOf(game, match),
): string | null => (toMove === null || match.state !== 'active' ? null : playerName(match.players[toMove]));

export function rowOf(table: LoadedMatch): GameRow {
  const { game, match } = table;
  const summary = summaryOf(game, match);
  const { moves, holders, outcome } = summary;
  const toMove = findPlayerToMove(table, summary);
  const winner = outcome === null ? -1 : findSoleWinner(outcome.ranks);
  const winnerName = playerName(match.players[holders[winner] ?? -1]);
  const status =
    match.state === 'invited'
      ? { code: 'status-invited', parts: {} }
      : toMove !== null
        ? {
            code: moves === countInheritedMoves(match) ? 'status-start' : 'status-turn',
            parts: { player: toMove },
          }
        : winner >= 0
          ? { code: 'status-won', parts: { player: winnerName } }
          : { code: isVoid(outcome?.reason) ? 'status-void' : 'status-drawn', parts: {} };
  return {
    match: { game: game.name, number: match.number },
    moves,
    players: holders.map(holder => playerName(match.players[holder])),
    status,
  };
}

/** The seat that is first alone. -1: several seats share the first place. */
export const findSoleWinner = (ranks: readonly number[]): number =>
  ranks.filter(rank => rank === 1).length === 1 ? ranks.indexOf(1) : -1;

/** A finished game of a player. `tally`: compared with the best of the others. */
export interface FinishedGame {
  readonly match: Match;
  readonly at: Instant;
  readonly moves: number;
  readonly others: readonly string[];
  readonly tally: 'won' | 'drawn' | 'lost';
}

/** Results of at most `most` of the newest games of a player, in the order in which they ended. */
export const listFinishedGames = (state: State, userid: string, most: number): readonly FinishedGame[] =>
  loadNewest(state, state.boards(`over/player/${userid}`), most)
    .flatMap((match): readonly FinishedGame[] => {
      const { outcome, holders, last, moves } = summaryOf(requireGame(state, match), match);
      const others = userids(match).filter(each => each !== userid);
      if (outcome === null || isVoid(outcome.reason) || others.length === 0 || match.isTutorial === true) return [];
      const isOwn = (seat: number): boolean => playerName(match.players[holders[seat] ?? -1]) === userid;
      const rankOf = (own: boolean): number => Math.min(...outcome.ranks.filter((_, seat) => isOwn(seat) === own));
      const lead = rankOf(false) - rankOf(true);
      const tally = lead > 0 ? 'won' : lead < 0 ? 'lost' : 'drawn';
      return [{ match, at: last ?? match.opened, moves, others, tally }];
    })
    .toReversed()
    .toSorted((a, b) => a.at - b.at);

/** After this many wins or losses in a row the level of a player changes. */
const STREAK = 2;

/**
 * The weakest robot for a new player, then one level up after two wins in a row at the present level, and one down after two
 * losses in a row. Also a win against a stronger robot, or a loss against a weaker one, makes its level the present one.
 */
export function findFittingRobot(context: CommandContext, userid: string): string {
  const { robots } = context.state;
  const results = listFinishedGames(context.state, userid, limits.boardsOfRecord).flatMap(
    ({ match, others, tally }) => {
      const robot = robots.find(each => others.includes(each.userid));
      const isUsed = robot !== undefined && tally !== 'drawn' && match.players.length === 2;
      return isUsed ? [{ met: robot.level, isWon: tally === 'won' }] : [];
    },
  );
  let [level, streak] = [0, 0];
  for (const { met, isWon } of results) {
    if (met === level) streak = isWon ? Math.max(0, streak) + 1 : Math.min(0, streak) - 1;
    else if (met > level === isWon) [level, streak] = [met, isWon ? 1 : -1];
    if (Math.abs(streak) < STREAK) continue;
    level = Math.min(robots.length - 1, Math.max(0, level + Math.sign(streak)));
    streak = 0;
  }
  return robots[level]?.userid ?? ANY_ROBOT;
}

/** The boards of all games that wait for this player's move. */
export const listWaiting = (context: CommandContext, userid: string): readonly GameRow[] =>
  findBoards(context, { game: null, users: [userid], selector: 'next' }, limits.gamesListed).tables.map(rowOf);

export function listGames(
  context: CommandContext,
  { game, users: typed, selector, kind = null }: BoardQuery,
): Decision {
  const isAboutMe = (game === null && typed.length === 0) || selector === 'next';
  const users = typed.length === 0 && isAboutMe ? (context.actor === null ? [] : [context.actor]) : typed;
  if (isAboutMe && users.length === 0) return deny(refused('not-proved', { command: 'games' }));
  const [unknown] = findUnknownUserids(context.state, users);
  if (unknown !== undefined) return deny(refused('user-unknown', { userid: unknown }));
  const { count: found, tables } = findBoards(context, { game, users, selector, kind }, limits.gamesListed);
  const rows = tables.map(rowOf);
  const shown = isAboutMe && typed.length === 0 ? [] : users;
  return answerSender(context, { kind: 'games', game, users: shown, rows, more: found - rows.length });
}

/** The finished boards of a game where all of these users played. */
export function listHistory(context: CommandContext, name: string, users: readonly string[]): Decision {
  const [unknown] = findUnknownUserids(context.state, users);
  if (unknown !== undefined) return deny(refused('user-unknown', { userid: unknown }));
  const { count: found, tables } = findBoards(context, { game: name, users, selector: 'inactive' }, limits.gamesListed);
  const zone = zoneOf(context.state.account(context.actor ?? ''));
  const rows = tables.map((table): PastGame => {
    const { game, match } = table;
    return { ...rowOf(table), ended: dayAt(zone, summaryOf(game, match).last ?? match.opened) };
  });
  return answerSender(context, { kind: 'history', game: name, users, rows, more: found - rows.length });
}
