// The routes of pages: boards, players, seeks, standings, tournaments, and calendar feeds.
import type { Context, Hono } from 'hono';
import { type Ranking, rankPlayers } from '#core/features/standings/standings.ts';
import { findNewestTournaments } from '#core/features/tournaments/organise.ts';
import type { ListName, MatchRef } from '#core/kernel/documents.ts';
import type { Catalogue, State } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import {
  buildBoardPage,
  findShownBoard,
  writeBoardJson,
  writeBoardText,
  writeGameFile,
} from '#core/pages/board-page.ts';
import { writeBoardFeed, writeCalendarFeed } from '#core/pages/feed.ts';
import { findFirstGame } from '#core/pages/front-page.ts';
import { listNewestPlayers } from '#core/pages/lists.ts';
import { buildSeeksPage } from '#core/pages/seeks-page.ts';
import {
  type ActivePlayer,
  buildPlayersPage,
  buildStandingsPage,
  listActivePlayers,
} from '#core/pages/standings-page.ts';
import { buildTournamentPage, buildTournamentsPage } from '#core/pages/tournament-pages.ts';
import { type Drawing, drawPosition, renderSvg } from '#core/picture/drawing.ts';
import { THEMES } from '#core/picture/paint.ts';
import type { ShownBoard } from '#core/wording/board-status.ts';
import { standingsPath } from '#core/wording/on-web.ts';
import { findNamedGame } from '#games/game.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { FRAMED_BY_US_POLICY, FRAMED_POLICY } from './guard.ts';
import type { BoardFrame } from './page-templates.ts';
import { type Replies, type Site, languageOf } from './site.ts';

/** Milliseconds for which an answer is given again. */
const KEPT_MS = 60_000;

type Query = <Answer>(question: (state: State) => Answer | null) => Promise<Answer | null>;

/** The answer to a question, not older than a minute. Visitors that ask at the same time wait for one answer. */
export type ReadRecent<Answer> = () => Promise<Answer | null>;

/** Answers that could not be given are not remembered. */
export function createRecent<Answer>(
  query: Query,
  now: () => Instant,
  question: (state: State) => Answer,
): ReadRecent<Answer> {
  let kept: { readonly until: Instant; readonly answer: Promise<Answer | null> } | null = null;
  return () => {
    if (kept !== null && now() < kept.until) return kept.answer;
    const fresh = { until: now() + KEPT_MS, answer: query(question) };
    kept = fresh;
    const forget = (): void => {
      if (kept === fresh) kept = null;
    };
    fresh.answer.then(answer => {
      if (answer === null) forget();
    }, forget);
    return fresh.answer;
  };
}

/** The routes of a board: its page, the embedded page, its pictures, files and feed. */
const SVG = 'image/svg+xml; charset=utf-8';
const PNG = 'image/png';
export const ATOM = 'application/atom+xml; charset=utf-8';

const NUMBER = /^[1-9]\d{0,8}$/;

/** The board in a path, which may use any name of the game. null: there is no such game, or the number is invalid. */
export function findBoard({ games }: Catalogue, game: string, number: string): MatchRef | null {
  const found = findNamedGame(games, game)?.game;
  return found === undefined || !NUMBER.test(number) ? null : { game: found.name, number: Number(number) };
}

/** The ply of `?ply=12`. null: the current position. undefined: not a number. */
function parsePly(c: Context): number | null | undefined {
  const text = c.req.query('ply');
  if (text === undefined) return null;
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** A text made from a board: its content type and its content. null: this board has no such file. */
interface BoardFile {
  readonly type: string;
  readonly write: (c: Context, shownBoard: ShownBoard, site: Site) => string | null;
}

/** A drawing, as SVG or as PNG. */
export async function sendDrawing(
  c: Context,
  { raster }: Pick<Site, 'raster'>,
  { sendFile }: Pick<Replies, 'sendFile'>,
  extension: string,
  drawing: Drawing,
): Promise<Response> {
  if (extension === 'svg') return sendFile(c, SVG, renderSvg(drawing, isDark(c) ? THEMES.dark : THEMES.light));
  const png = await raster.png(drawing);
  return png === null ? sendBusyPicture(c) : sendFile(c, PNG, isDark(c) ? png.dark : png.light);
}

/** There is such a picture, so a later request gets it. */
const sendBusyPicture = (c: Context): Response =>
  c.text('This picture cannot be made just now.\n', 503, { 'Retry-After': '10' });

const isDark = (c: Context): boolean => c.req.query('theme') === 'dark';
const FILES: Readonly<Record<string, BoardFile>> = {
  json: {
    type: 'application/json; charset=utf-8',
    write: (_, shownBoard) => `${JSON.stringify(writeBoardJson(shownBoard))}\n`,
  },
  txt: {
    type: 'text/plain; charset=utf-8',
    write: (c, shownBoard, { templates }) => writeBoardText(shownBoard, templates[languageOf(c)].sentences),
  },
};

/** Pictures are named by these extensions. */
const PICTURES: ReadonlySet<string> = new Set(['svg', 'png']);

/** The game record for other programs. undefined: this game has no record with this extension. */
const findGameFile = (extension: string, { game }: ShownBoard): BoardFile | undefined =>
  extension === game.record?.extension
    ? { type: 'text/plain; charset=utf-8', write: (_, shownBoard) => writeGameFile(shownBoard) }
    : undefined;

/** Pages that may be shown in frames. */
const POLICIES: Readonly<Partial<Record<BoardFrame, string>>> = { embed: FRAMED_POLICY, play: FRAMED_BY_US_POLICY };

export function addBoardRoutes(web: Hono, site: Site, { answer, sendNotFound, sendPage, sendFile }: Replies): void {
  const sendBoardPage = async (c: Context, frame: BoardFrame): Promise<Response> => {
    const ref = findBoard(site.catalogue, c.req.param('game') ?? '', c.req.param('number') ?? '');
    const ply = parsePly(c);
    if (ref === null || ply === undefined) return sendNotFound(c);
    const page = await answer(c, context => buildBoardPage(context, ref, ply));
    const policy = POLICIES[frame];
    if (page !== null && policy !== undefined) c.header('Content-Security-Policy', policy);
    return sendPage(c, page === null ? null : site.pages.board(page, frame, languageOf(c)));
  };
  web.get('/:game/:number{\\d+}', c => sendBoardPage(c, 'page'));
  web.get('/:game/:number{\\d+}/embed', c => sendBoardPage(c, 'embed'));
  if (site.addInbox !== null) web.get('/:game/:number{\\d+}/play', c => sendBoardPage(c, 'play'));
  web.get('/:game/:file{\\d+\\.[a-z]+}', async c => {
    const [number = '', extension = ''] = c.req.param('file').split('.');
    const ref = findBoard(site.catalogue, c.req.param('game'), number);
    const ply = parsePly(c);
    if (ref === null || ply === undefined) return sendNotFound(c);
    if (extension === 'atom')
      return sendFile(c, ATOM, await answer(c, context => writeBoardFeed(context, ref, site.domain)));
    const shownBoard = await answer(c, ({ state }) => findShownBoard(state, ref, ply));
    if (shownBoard === null) return sendNotFound(c);
    if (PICTURES.has(extension)) {
      const { game, matchState } = shownBoard;
      return sendDrawing(c, site, { sendFile }, extension, drawPosition(game, matchState.position, null).drawing());
    }
    const boardFile = lookUp(FILES, extension) ?? findGameFile(extension, shownBoard);
    if (boardFile === undefined) return sendNotFound(c);
    return sendFile(c, boardFile.type, boardFile.write(c, shownBoard, site));
  });
}

// Pages about many players are made from answers that are at most a minute old, so that many visitors cost no more.

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

/** The route of the private calendar feeds: one answer for every address that is not a feed. */
const CALENDAR = 'text/calendar; charset=utf-8';

export function addCalendarRoute(web: Hono, site: Site, { sendNotFound }: Replies): void {
  const { query, templates, clock, domain, webUrl } = site;
  web.get('/calendar/:file{[^/]+\\.ics}', async c => {
    const userid = await site.findFeedOwner(c.req.param('file').slice(0, -'.ics'.length));
    const feed =
      userid === null
        ? null
        : await query(state => writeCalendarFeed({ state, templates, domain, webUrl, now: clock.now() }, userid));
    if (feed === null) return sendNotFound(c);
    // Only the player's own program keeps it, and asks each time whether it has changed.
    return c.body(feed, 200, {
      'Content-Type': CALENDAR,
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex, nofollow',
    });
  });
}
