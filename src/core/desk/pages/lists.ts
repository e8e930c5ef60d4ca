// Lists of boards on pages: of all players, of one player, and for spectators.
import { titleOf } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type Player, userids } from '#core/board/match-document.ts';
import { type LoadedMatch, playerName } from '#core/board/match.ts';
import { summaryOf } from '#core/board/summary.ts';
import { PROVISIONAL, ratingAt } from '#core/features/ratings/index.ts';
import { type DocumentKey, type ListName, type MatchRef, matchKey, matchRefOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import type { State } from '#core/kernel/state.ts';
import { type Instant, dayOf } from '#core/kernel/time.ts';
import { rowOf } from '#core/board/acts/list.ts';
import type { Account } from '#core/players/account.ts';
import { isRobot } from '#core/players/robots.ts';
import { sayPhrase } from '#core/writing/compose-context.ts';
import {
  type PageContext,
  type PageDefinition,
  findBoardInPath,
  boardPath,
  findBoardsOnWeb,
  findPlayerOnWeb,
  playerPath,
} from '#core/writing/on-web.ts';
import type { BoardData } from './board-data.ts';
import { buildPlayerRecord } from './player-record.ts';
import { formatPlayerName } from '#core/writing/text.ts';

/** A player in a list. `href` null: the player has no page. */
interface LinkedPlayer {
  readonly name: string;
  readonly href: string | null;
}

export interface BoardRow extends Pick<BoardData, 'title' | 'number' | 'path'> {
  readonly players: readonly LinkedPlayer[];
  readonly moves: number;
  readonly status: string;
  /** When something last happened to the board. */
  readonly at: Instant;
  /** Its day, `2026-12-01`. */
  readonly day: string;
}

/** What changes nothing of a board: mails about it that went out, and did not arrive. */
const SILENT: ReadonlySet<string> = new Set(['reminder', 'reminder-accepted', 'absence']);

export const lastOf = ({ match }: LoadedMatch): Instant =>
  match.record.findLast(({ kind }) => !SILENT.has(kind))?.at ?? match.begun ?? match.opened;

const linkPlayer = (told: (phrase: Phrase) => string, player: Player | undefined): LinkedPlayer => ({
  name: formatPlayerName(told, playerName(player)),
  href: player?.kind === 'account' ? playerPath(player.userid) : null,
});

function rowShown(context: PageContext, table: LoadedMatch): BoardRow {
  const { match } = table;
  const { moves, status } = rowOf(table);
  const told = (phrase: Phrase): string => sayPhrase(context, phrase);
  const at = lastOf(table);
  return {
    ...{ title: titleOf(table.game, match.setup), number: match.number, path: boardPath(match.game, match.number) },
    players: summaryOf(table.game, match).holders.map(holder => linkPlayer(told, match.players[holder])),
    ...{ moves, status: told(status), at, day: dayOf(at) },
  };
}

/** A list, read as far as `from`: what of it is on the web. */
interface Reading {
  readonly list: ListName;
  readonly from: DocumentKey | null;
  readonly tables: readonly LoadedMatch[];
  readonly isAtEnd: boolean;
}

/** Reads `most` more boards of each list, all of them loaded together. */
function readOn({ state }: Pick<PageContext, 'state'>, readings: readonly Reading[], most: number): readonly Reading[] {
  state.requireLoaded(readings.map(({ list, from }) => ({ kind: 'newest', list, before: from, limit: most }) as const));
  const keys = readings.map(({ list, from }) => state.newest(list, from, most));
  findBoardsOnWeb(state, keys.flat());
  return readings.map((reading, index): Reading => {
    const found = keys[index] ?? [];
    return {
      ...{ list: reading.list, from: found.at(-1) ?? reading.from, isAtEnd: found.length < most },
      tables: [...reading.tables, ...findBoardsOnWeb(state, found)],
    };
  });
}

/** The newest `most` boards of each list that are on the web. Boards without a page do not count. */
function visible(
  context: Pick<PageContext, 'state'>,
  lists: readonly ListName[],
  before: DocumentKey | null,
  most: number,
): readonly Reading[] {
  const isDone = ({ isAtEnd, tables }: Reading): boolean => isAtEnd || tables.length >= most;
  let readings = lists.map((list): Reading => ({ list, from: before, tables: [], isAtEnd: false }));
  for (let looks = 0; looks < limits.looksForBoards && !readings.every(isDone); looks++) {
    const further = readOn(
      context,
      readings.filter(reading => !isDone(reading)),
      most,
    );
    readings = [...readings.filter(isDone), ...further];
  }
  return readings;
}

/** The boards of these lists that were opened last, at most `most`. Those where something happened last come first. */
export function listNewestBoards(
  context: PageContext,
  lists: readonly ListName[],
  most: number = limits.boardsOnPage,
): readonly BoardRow[] {
  return visible(context, lists, null, most)
    .flatMap(({ tables }) => tables.map(table => rowShown(context, table)))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, most);
}

/** The people on the newest boards of these lists, without robots. Those to whose boards something happened last come first. */
export function listNewestPlayers(state: State, lists: readonly ListName[]): readonly string[] {
  const tables = visible({ state }, lists, null, limits.boardsOnPage).flatMap(reading => reading.tables);
  const players = tables
    .map(table => ({ at: lastOf(table), players: userids(table.match) }))
    .toSorted((a, b) => b.at - a.at)
    .flatMap(each => each.players);
  return [...new Set(players)].filter(userid => !isRobot(state, userid));
}

/** A page of a list, and the board before which the next one begins: one that is shown, as long as not very many in a row are hidden; null: this was the last. */
function listBoardsByPage(
  context: PageContext,
  list: ListName,
  before: DocumentKey | null,
): { readonly rows: readonly BoardRow[]; readonly next: MatchRef | null } {
  const [reading] = visible(context, [list], before, limits.boardsOnPage + 1);
  if (reading === undefined) return { rows: [], next: null };
  const { tables, isAtEnd, from } = reading;
  const shown = tables.slice(0, limits.boardsOnPage);
  const last = tables.length > shown.length ? shown.at(-1)?.match : undefined;
  return {
    rows: shown.map(table => rowShown(context, table)),
    next: last ?? (isAtEnd || from === null ? null : matchRefOf(from)),
  };
}

/** The page of a player. With `?before=nex/101` it shows older results, without what the last games tell. */
export const playerPage: PageDefinition = {
  path: '/players/:player',
  listsPlayers: true,
  build: (context, { param, query }) => {
    const before = parseBefore(context.state, query('before'));
    // As in mails: Alice is alice.
    const account = findPlayerOnWeb(context.state, param('player').toLowerCase());
    if (account === null || before === undefined) return null;
    const { userid } = account;
    return {
      template: 'player',
      frame: { title: userid, part: 'players', feed: `${playerPath(userid)}.atom` },
      view: {
        page: describePlayer(context, account, before),
        record: before === null ? buildPlayerRecord(context, userid) : null,
      },
    };
  },
};

function describePlayer(context: PageContext, { userid, closed }: Account, before: MatchRef | null) {
  const { state } = context;
  const { rows, next } = listBoardsByPage(context, `over/player/${userid}`, before && matchKey(before));
  const ratings = describeRatings(context, userid);
  const game = ratings[0]?.game ?? state.games[0]?.name ?? '';
  return {
    ...{ userid, ratings, isRobot: isRobot(state, userid), results: rows },
    // null: this player has left.
    challenge: closed ? null : `${game} challenge me ${userid}`,
    running: before === null ? listNewestBoards(context, [`running/player/${userid}`]) : [],
    // null: there are no older ones.
    older: next === null ? null : `${playerPath(userid)}?before=${next.game}/${next.number}`,
  };
}

/** The board of `?before=nex/101`. null: the list begins with the newest board. undefined: not a board. */
function parseBefore({ games }: State, text: string | undefined): MatchRef | null | undefined {
  if (text === undefined) return null;
  const [game = '', number = '', ...rest] = text.split('/');
  return (rest.length > 0 ? null : findBoardInPath(games, game, number)) ?? undefined;
}

/** Each rating of a player, as a line of a table. */
function describeRatings(context: PageContext, userid: string) {
  const { state } = context;
  const robot = state.robots.find(each => each.userid === userid);
  if (robot !== undefined) return [];
  state.requireDocuments(state.games.map(({ name }) => `rating/${name}/${userid}` as const));
  return state.games.flatMap(({ name, title }) => {
    const rating = state.get(`rating/${name}/${userid}`);
    if (rating === null || rating.at === 0) return [];
    const { value, deviation } = ratingAt(rating, context.now);
    const code = deviation > PROVISIONAL ? 'web-rating-provisional' : 'web-rating';
    return [{ game: name, title, value: sayPhrase(context, { code, parts: { value: Math.round(value) } }) }];
  });
}

/** The page for spectators: the boards of all games that are played, and the latest results. */
export const watchPage: PageDefinition = {
  path: '/watch',
  listsPlayers: true,
  build: context => {
    const listNewest = (state: 'running' | 'over'): readonly BoardRow[] =>
      listNewestBoards(
        context,
        context.state.games.map(({ name }) => `${state}/game/${name}` as const),
      );
    return {
      template: 'watch',
      frame: { title: sayPhrase(context, { code: 'web-watch', parts: {} }), part: 'watch', path: '/watch' },
      view: { page: { running: listNewest('running'), results: listNewest('over') } },
    };
  },
};
