// The page with the standings of a game, and the page of all players, cut into pages.
import { findNamedGame } from '#games/game.ts';
import { ACTIVE_DAYS, type Ranking, SECTIONS, type StandingRow, rankPlayers } from '#core/features/standings/index.ts';
import type { ListName } from '#core/kernel/documents.ts';
import { sayPhrase } from '#core/writing/compose-context.ts';
import { listNewestPlayers } from './lists.ts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS, type Instant, dayOf } from '#core/kernel/time.ts';
import { filterOpenPlayers, parseNumber, playerPath, sharePage, standingsPath } from '#core/writing/on-web.ts';

/** One page of a list, and the numbers of those beside it, from 1. null: the list has no such page. The first page is always there. */
function cutPage<Item>(list: readonly Item[], page: number, size: number) {
  const from = (page - 1) * size;
  if (page !== 1 && from >= list.length) return null;
  return {
    items: list.slice(from, from + size),
    previous: page > 1 ? page - 1 : null,
    next: from + size < list.length ? page + 1 : null,
  };
}

// Both pages are cut from rankings that are at most a minute old. What a player has chosen since then holds at once.

/** `?page=2`; the first page has no number. null: there is none. */
const pagePath = (path: string, page: number | null): string | null =>
  page === null ? null : page === 1 ? path : `${path}?page=${page}`;

const describeRow = ({ rank, userid, won, lost, drawn, value, deviation, standing }: StandingRow) => ({
  ...{ rank, userid, won, lost, drawn, href: playerPath(userid), rating: Math.round(value) },
  // How uncertain the rating is. null: it is fixed.
  range: standing === 'robot' ? null : Math.round(2 * deviation),
});

/** The standings of a game. Players who want no page are left out, with a gap in the ranks. */
export const standingsPage = sharePage<Ranking>({
  path: '/standings/:game',
  listsPlayers: true,
  shared: {
    keyOf: (games, { param }) => findNamedGame(games, param('game'))?.game.name ?? null,
    find: rankPlayers,
  },
  build: (context, { param, query }, ranking) => {
    const { state } = context;
    const number = parseNumber(query('page'), 1);
    const game = findNamedGame(state.games, param('game'))?.game;
    const cut = number === undefined ? null : cutPage(ranking.people, number, limits.standingsOnPage);
    if (game === undefined || cut === null) return null;
    const path = standingsPath(game.name);
    const rows = [...filterOpenPlayers(state, cut.items), ...(number === 1 ? ranking.robots : [])];
    const sections = [...SECTIONS, 'robot' as const].map(standing => ({
      ...{ standing, rows: rows.filter(row => row.standing === standing).map(describeRow) },
    }));
    return {
      template: 'standings',
      frame: {
        ...{ title: sayPhrase(context, { code: 'web-standings-of', parts: { game: game.title } }), path },
        part: 'standings',
      },
      view: {
        page: {
          ...{ game: game.name, title: game.title, path },
          // The standings of all games, for the way from one to the other.
          games: state.games.map(each => ({ title: each.title, path: standingsPath(each.name) })),
          sections: sections.filter(section => section.rows.length > 0),
          ...{ previous: pagePath(path, cut.previous), next: pagePath(path, cut.next) },
        },
      },
    };
  },
});

/** A player with a rated game that ended lately. */
interface ActivePlayer {
  readonly userid: string;
  readonly last: Instant;
  /** Of all games, the one played last first. */
  readonly rows: readonly StandingRow[];
}

/** Players who have played lately, as in the mails of `who`, over all games. The last to play comes first. */
function listActivePlayers(rankings: readonly Ranking[], now: Instant): readonly ActivePlayer[] {
  const byPlayer = new Map<string, readonly StandingRow[]>();
  for (const row of rankings.flatMap(({ people }) => people))
    byPlayer.set(row.userid, [...(byPlayer.get(row.userid) ?? []), row]);
  return [...byPlayer]
    .map(([userid, rows]) => ({
      ...{ userid, rows: rows.toSorted((a, b) => b.at - a.at) },
      last: Math.max(...rows.map(({ at }) => at)),
    }))
    .filter(({ last }) => now - last <= ACTIVE_DAYS * DAY_MS)
    .toSorted((a, b) => b.last - a.last || (a.userid < b.userid ? -1 : 1));
}

const PLAYERS = '/players';

interface KnownPlayers {
  readonly active: readonly ActivePlayer[];
  /** The players of the newest boards. */
  readonly newest: readonly string[];
}

export const playersPage = sharePage<KnownPlayers>({
  path: PLAYERS,
  listsPlayers: true,
  shared: {
    keyOf: () => '',
    find: (state, _, now) => ({
      active: listActivePlayers(
        state.games.map(({ name }) => rankPlayers(state, name, now)),
        now,
      ),
      newest: listNewestPlayers(
        state,
        state.games.flatMap(({ name }): readonly ListName[] => [`running/game/${name}`, `over/game/${name}`]),
      ),
    }),
  },
  build: (context, { query }, { active, newest }) => {
    const { state } = context;
    const number = parseNumber(query('page'), 1);
    const cut = number === undefined ? null : cutPage(active, number, limits.playersOnPage);
    if (cut === null || number === undefined) return null;
    const titles = new Map(state.games.map(({ name, title }) => [name, title]));
    const rated = new Set(active.map(({ userid }) => userid));
    const unrated = number > 1 ? [] : newest.filter(userid => !rated.has(userid));
    return {
      template: 'players',
      frame: { title: sayPhrase(context, { code: 'web-nav-players', parts: {} }), part: 'players', path: PLAYERS },
      view: {
        page: {
          players: filterOpenPlayers(state, cut.items).map(({ userid, last, rows }) => ({
            ...{ userid, href: playerPath(userid), day: dayOf(last) },
            ratings: rows.slice(0, limits.ratingsInRow).map(({ game, value }) => ({
              ...{ title: titles.get(game) ?? game, path: standingsPath(game), rating: Math.round(value) },
            })),
          })),
          // Those without a rated game who play at present.
          others: filterOpenPlayers(
            state,
            unrated.map(userid => ({ userid, href: playerPath(userid) })),
          ),
          robots: (number > 1 ? [] : state.robots).map(({ userid, rating }) => ({
            ...{ userid, href: playerPath(userid), rating },
          })),
          standings: state.games.map(({ name, title }) => ({ title, path: standingsPath(name) })),
          ...{ previous: pagePath(PLAYERS, cut.previous), next: pagePath(PLAYERS, cut.next) },
        },
      },
    };
  },
});
