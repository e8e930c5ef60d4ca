// The routes of pages about players together: seeks, players, standings, tournaments.
// They are made from answers that are at most a minute old, so that their cost does not grow with the number of visitors.
import type { Context, Hono } from 'hono';
import { findFirstGame } from '#core/pages/front-page.ts';
import { buildSeeksPage } from '#core/pages/seeks-page.ts';
import {
  type ActivePlayer,
  buildPlayersPage,
  buildStandingsPage,
  listActivePlayers,
} from '#core/pages/standings-page.ts';
import { buildTournamentPage, buildTournamentsPage } from '#core/pages/tournament-pages.ts';
import { type Ranking, rankPlayers } from '#core/features/standings/standings.ts';
import { findNewestTournaments } from '#core/features/tournaments/organise.ts';
import type { ListName } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import { listNewestPlayers } from '#core/pages/lists.ts';
import { standingsPath } from '#core/wording/on-web.ts';
import { findNamedGame } from '#games/game.ts';
import { createRecent, type ReadRecent } from './recent.ts';
import { languageOf, type Replies, type Site } from './site.ts';

/** The number of `?page=2`; without one, `otherwise`. undefined: not a number from 1. */
function parseNumber<Otherwise>(text: string | undefined, otherwise: Otherwise): number | Otherwise | undefined {
  if (text === undefined) return otherwise;
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

export function addClubRoutes(web: Hono, site: Site, replies: Replies): void {
  const { query, catalogue, clock } = site;
  const rankings = new Map(
    catalogue.games.map(({ name }) => [
      name,
      createRecent(query, clock.now, state => rankPlayers(state, name, clock.now())),
    ]),
  );
  addPlayersRoutes(web, site, replies, rankings);
  addTournamentRoutes(web, site, replies);
  web.get('/seeks', async c => {
    const view = await replies.answer(c, context => ({
      page: buildSeeksPage(context),
      firstGame: catalogue.games[0] === undefined ? null : findFirstGame(context.state, catalogue.games[0]),
    }));
    return replies.sendPage(c, view && site.pages.seeks(view, languageOf(c)));
  });
}

type Rankings = ReadonlyMap<string, ReadRecent<Ranking>>;

function addPlayersRoutes(
  web: Hono,
  site: Site,
  { answer, sendNotFound, sendPage }: Replies,
  rankings: Rankings,
): void {
  const { pages, catalogue, clock, query } = site;
  web.get('/standings', c => c.redirect(standingsPath(catalogue.games[0]?.name ?? ''), 302));
  web.get('/standings/:game', async c => {
    const name = findNamedGame(catalogue.games, c.req.param('game'))?.game.name ?? '';
    const page = parseNumber(c.req.query('page'), 1);
    const ranking = page === undefined ? null : await (rankings.get(name)?.() ?? null);
    if (ranking === null || page === undefined) return sendNotFound(c);
    const built = await answer(c, context => buildStandingsPage(context, name, ranking, page));
    return sendPage(c, built && pages.standings(built, languageOf(c)));
  });
  const readActive = createActiveList([...rankings.values()], clock.now);
  const lists = catalogue.games.flatMap(({ name }): readonly ListName[] => [
    `running/game/${name}`,
    `over/game/${name}`,
  ]);
  const readNewest = createRecent(query, clock.now, state => listNewestPlayers(state, lists));
  web.get('/players', async c => {
    const page = parseNumber(c.req.query('page'), 1);
    if (page === undefined) return sendNotFound(c);
    const [active, newest] = await Promise.all([readActive(), readNewest()]);
    const built = await answer(c, context => buildPlayersPage(context, active, newest ?? [], page));
    return sendPage(c, built && pages.players(built, languageOf(c)));
  });
}

/** The players of all rankings. The list is made again when a ranking has changed. */
function createActiveList(
  readRankings: readonly ReadRecent<Ranking>[],
  now: () => Instant,
): () => Promise<readonly ActivePlayer[]> {
  let known: { readonly rankings: readonly Ranking[]; readonly players: readonly ActivePlayer[] } | null = null;
  return async () => {
    const rankings = (await Promise.all(readRankings.map(read => read()))).flatMap(ranking => ranking ?? []);
    const isKnown =
      known?.rankings.length === rankings.length && rankings.every(each => known?.rankings.includes(each));
    if (known === null || !isKnown) known = { rankings, players: listActivePlayers(rankings, now()) };
    return known.players;
  };
}

function addTournamentRoutes(web: Hono, site: Site, { answer, sendNotFound, sendPage }: Replies): void {
  const { pages, query, clock } = site;
  const readNewest = createRecent(query, clock.now, findNewestTournaments);
  web.get('/tournaments', async c => {
    const tournaments = (await readNewest()) ?? [];
    const built = await answer(c, context => buildTournamentsPage(context, tournaments));
    return sendPage(c, built && pages.tournaments(built, site.catalogue.games[0]?.name ?? '', languageOf(c)));
  });
  web.get('/tournaments/:number{[1-9]\\d{0,8}}', async (c: Context) => {
    const round = parseNumber(c.req.query('round'), null);
    if (round === undefined) return sendNotFound(c);
    const number = Number(c.req.param('number'));
    const built = await answer(c, context => buildTournamentPage(context, number, round));
    return sendPage(c, built && pages.tournament(built, languageOf(c)));
  });
}
