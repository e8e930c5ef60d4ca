// The page with the standings of a game, and the page of all players, cut into pages.
import { findNamedGame } from '#games/game.ts';
import type { StandingRow } from '../features/standings/mails.ts';
import { ACTIVE_DAYS, type Ranking, SECTIONS } from '../features/standings/standings.ts';
import { limits } from '../kernel/limits.ts';
import type { State } from '../kernel/state.ts';
import { DAY_MS, type Instant, dayOf } from '../kernel/time.ts';
import { type PageContext, filterOpenPlayers, playerPath, standingsPath } from '../wording/on-web.ts';

/** One page of a list. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Numbers of pages, from 1. null: there is none. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** null: the list has no such page. The first page is always there. */
function cutPage<Item>(list: readonly Item[], page: number, size: number): ListPage<Item> | null {
  const from = (page - 1) * size;
  if (page !== 1 && from >= list.length) return null;
  return {
    items: list.slice(from, from + size),
    previous: page > 1 ? page - 1 : null,
    next: from + size < list.length ? page + 1 : null,
  };
}

// Both pages are cut from rankings that are at most a minute old. What a player has chosen since then holds at once.

interface RankedPlayer extends Pick<StandingRow, 'rank' | 'userid' | 'won' | 'lost' | 'drawn'> {
  readonly href: string;
  readonly rating: number;
  /** How uncertain the rating is. null: it is fixed. */
  readonly range: number | null;
}

export interface StandingsPage {
  readonly game: string;
  readonly title: string;
  readonly path: string;
  /** The standings of all games, for the way from one to the other. */
  readonly games: readonly { readonly title: string; readonly path: string }[];
  readonly sections: readonly { readonly standing: StandingRow['standing']; readonly rows: readonly RankedPlayer[] }[];
  readonly previous: string | null;
  readonly next: string | null;
}

/** `?page=2`; the first page has no number. null: there is none. */
const pagePath = (path: string, page: number | null): string | null =>
  page === null ? null : page === 1 ? path : `${path}?page=${page}`;

const describeRow = ({ rank, userid, won, lost, drawn, value, deviation, standing }: StandingRow): RankedPlayer => ({
  ...{ rank, userid, won, lost, drawn, href: playerPath(userid), rating: Math.round(value) },
  range: standing === 'robot' ? null : Math.round(2 * deviation),
});

/** null: there is no such game, or no such page. Players who want no page are left out, with a gap in the ranks. */
export function buildStandingsPage(
  { state }: PageContext,
  name: string,
  ranking: Ranking,
  page: number,
): StandingsPage | null {
  const game = findNamedGame(state.games, name)?.game;
  const cut = cutPage(ranking.people, page, limits.standingsOnPage);
  if (game === undefined || cut === null) return null;
  const path = standingsPath(game.name);
  const shown = filterOpenPlayers(state, cut.items);
  const rows = [...shown, ...(page === 1 ? ranking.robots : [])];
  return {
    ...{ game: game.name, title: game.title, path },
    games: state.games.map(each => ({ title: each.title, path: standingsPath(each.name) })),
    sections: [...SECTIONS, 'robot' as const].flatMap(standing => {
      const own = rows.filter(row => row.standing === standing).map(describeRow);
      return own.length === 0 ? [] : [{ standing, rows: own }];
    }),
    previous: pagePath(path, cut.previous),
    next: pagePath(path, cut.next),
  };
}

/** A player with a rated game that ended lately. */
export interface ActivePlayer {
  readonly userid: string;
  readonly last: Instant;
  /** Of all games, the one played last first. */
  readonly rows: readonly StandingRow[];
}

/** Players who have played lately, as in the mails of `who`, over all games. The last to play comes first. */
export function listActivePlayers(rankings: readonly Ranking[], now: Instant): readonly ActivePlayer[] {
  const byPlayer = new Map<string, StandingRow[]>();
  for (const row of rankings.flatMap(({ people }) => people)) {
    const known = byPlayer.get(row.userid);
    if (known === undefined) byPlayer.set(row.userid, [row]);
    else known.push(row);
  }
  return [...byPlayer]
    .map(([userid, rows]) => ({
      ...{ userid, rows: rows.toSorted((a, b) => b.at - a.at) },
      last: Math.max(...rows.map(({ at }) => at)),
    }))
    .filter(({ last }) => now - last <= ACTIVE_DAYS * DAY_MS)
    .toSorted((a, b) => b.last - a.last || (a.userid < b.userid ? -1 : 1));
}

export interface PlayersPage {
  readonly players: readonly {
    readonly userid: string;
    readonly href: string;
    readonly day: string;
    readonly ratings: readonly { readonly title: string; readonly path: string; readonly rating: number }[];
  }[];
  /** Those without a rated game who play at present. */
  readonly others: readonly { readonly userid: string; readonly href: string }[];
  readonly robots: readonly { readonly userid: string; readonly href: string; readonly rating: number }[];
  readonly standings: readonly { readonly title: string; readonly path: string }[];
  readonly previous: string | null;
  readonly next: string | null;
}

const PLAYERS = '/players';

/** `newest`: the players of the newest boards. null: there is no such page. */
export function buildPlayersPage(
  { state }: PageContext,
  active: readonly ActivePlayer[],
  newest: readonly string[],
  page: number,
): PlayersPage | null {
  const cut = cutPage(active, page, limits.playersOnPage);
  if (cut === null) return null;
  const titles = titlesOf(state);
  const rated = new Set(active.map(({ userid }) => userid));
  const others = newest.flatMap(userid => (page > 1 || rated.has(userid) ? [] : { userid, href: playerPath(userid) }));
  return {
    players: filterOpenPlayers(state, cut.items).map(({ userid, last, rows }) => ({
      ...{ userid, href: playerPath(userid), day: dayOf(last) },
      ratings: rows.slice(0, limits.ratingsInRow).map(({ game, value }) => ({
        ...{ title: titles.get(game) ?? game, path: standingsPath(game), rating: Math.round(value) },
      })),
    })),
    others: filterOpenPlayers(state, others),
    robots: page > 1 ? [] : state.robots.map(({ userid, rating }) => ({ userid, href: playerPath(userid), rating })),
    standings: state.games.map(({ name, title }) => ({ title, path: standingsPath(name) })),
    previous: pagePath(PLAYERS, cut.previous),
    next: pagePath(PLAYERS, cut.next),
  };
}

const titlesOf = ({ games }: State): ReadonlyMap<string, string> =>
  new Map(games.map(({ name, title }) => [name, title]));
