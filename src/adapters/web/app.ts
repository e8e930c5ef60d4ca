// The routes of the web site, its style sheet, and the script of each board.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { RETAINED_304_HEADERS, etag } from 'hono/etag';
import type { MatchRef } from '#core/kernel/documents.ts';
import { FIRST_LANGUAGE, LANGUAGES, type Sentences } from '#core/kernel/sentence.ts';
import type { Catalogue } from '#core/kernel/state.ts';
import { writePlayerFeed } from '#core/pages/feed.ts';
import { buildFrontPage, buildGamePage, buildTile, drawTile } from '#core/pages/front-page.ts';
import { buildPlayerPage, buildWatchPage } from '#core/pages/lists.ts';
import { buildPlayerRecord } from '#core/pages/player-record.ts';
import { drawPosition } from '#core/picture/drawing.ts';
import { findDrawings, positionOf } from '#core/wording/text.ts';
import { findNamedGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { ATOM, addBoardRoutes, addCalendarRoute, addClubRoutes, findBoard, sendDrawing } from './page-routes.ts';
import { addGuard } from './guard.ts';
import { addMonitorRoutes } from './monitor-routes.ts';
import { type Replies, type Site, createReplies, languageOf } from './site.ts';
import { addUnsubscribeRoute } from './unsubscribe-route.ts';

/** Serves the style sheet, the board script of each game, and the sentences that the scripts use. */
const SCRIPT = 'text/javascript; charset=utf-8';

/** Codes that scripts use in addition to the sentence files `games` and `try`. */
const OTHER_CODES: ReadonlySet<string> = new Set([
  ...['locale', 'colour', 'status-at', 'imagined-side', 'imagined-won', 'imagined-drawn'],
]);

/** The returned function tells whether a script uses a code. A code with a colon names a word of the language: 'stone:black'. */
function createCodeFilter(root: string): (code: string) => boolean {
  const files = ['games', 'try'].map(name => join(root, 'templates', 'sentences', `${name}.json`));
  const codes = new Set(files.flatMap(file => Object.keys(JSON.parse(readFileSync(file, 'utf8')) as Sentences)));
  return code => codes.has(code) || OTHER_CODES.has(code) || code.includes(':');
}

/** The sentences that scripts use, in one language, as JSON. */
export function selectScriptSentences(root: string, sentences: Sentences): string {
  const isUsed = createCodeFilter(root);
  return JSON.stringify(Object.fromEntries(Object.entries(sentences).filter(([code]) => isUsed(code))));
}

export function loadAssets(web: Hono, { root, catalogue, templates }: Site, { sendFile }: Replies): void {
  for (const [name, type] of [
    ['style.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml; charset=utf-8'],
  ] as const) {
    const text = readFileSync(join(root, 'templates', 'web', name), 'utf8');
    web.get(`/assets/${name}`, c => sendFile(c, type, text));
  }
  const scripts = new Map(
    catalogue.games.map(({ name }) => [
      `${name}.js`,
      readFileSync(join(root, 'dist', 'browser', 'boards', `${name}.js`)),
    ]),
  );
  web.get('/assets/boards/:script', c => sendFile(c, SCRIPT, scripts.get(c.req.param('script')) ?? null));
  const sentences = new Map(
    LANGUAGES.map(language => [`${language}.json`, selectScriptSentences(root, templates[language].sentences)]),
  );
  web.get('/assets/sentences/:language', c =>
    sendFile(c, 'application/json; charset=utf-8', sentences.get(c.req.param('language')) ?? null),
  );
}

// A visitor can end mails by the address in their header. Only a mail sent from the inbox can change a game.

export function createApp(site: Site): Hono {
  const { pages } = site;
  const replies = createReplies(site);
  const { answer, sendNotFound, sendPage, sendFile } = replies;

  const web = new Hono();
  addGuard(
    web,
    site,
    path => path.startsWith('/unsubscribe/') || (site.addInbox !== null && path.startsWith('/inbox/')),
  );
  // Before the middleware that waits for a whole answer: the inbox streams mailbox changes.
  site.addInbox?.(web, site, replies);
  web.use(compress());
  // A cached page takes the policy of the last 304 answer, so that answer must carry the policy of the page.
  web.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'content-security-policy'] }));

  loadAssets(web, site, replies);
  // Search engines must not list players by name.
  web.get('/robots.txt', c =>
    c.text(['User-agent: *', ...HIDDEN_FROM_ROBOTS.map(path => `Disallow: ${path}`), ''].join('\n')),
  );
  addMonitorRoutes(web, site, sendNotFound);

  web.get('/', async c => {
    const page = must(await answer(c, buildFrontPage), 'there is a front page');
    return sendPage(c, pages.front(page, languageOf(c)));
  });
  web.get('/watch', async c => {
    const page = must(await answer(c, buildWatchPage), 'there is a page for spectators');
    return sendPage(c, pages.watch(page, languageOf(c)));
  });
  web.get('/games', async c => {
    const tiles = await answer(c, context => site.catalogue.games.map(game => buildTile(context, game)));
    return sendPage(c, tiles && pages.games(tiles, languageOf(c)));
  });
  web.get('/games/:game', async c => {
    const page = await answer(c, context => buildGamePage(context, c.req.param('game')));
    return sendPage(c, page === null ? null : pages.game(page, languageOf(c)));
  });
  web.get('/games/:game/tile.svg', c => {
    const game = findNamedGame(site.catalogue.games, c.req.param('game'))?.game;
    const tile = game && drawTile(game, site.templates[FIRST_LANGUAGE].rules(game.name));
    return tile ? sendDrawing(c, site, replies, 'svg', tile) : sendNotFound(c);
  });
  web.get('/games/:game/:drawing{drawing-\\d+\\.(?:svg|png)}', c => {
    const game = findNamedGame(site.catalogue.games, c.req.param('game'))?.game;
    const [, index = '', extension = ''] = /(\d+)\.(svg|png)$/.exec(c.req.param('drawing')) ?? [];
    const drawing = game && findDrawings(site.templates[FIRST_LANGUAGE].rules(game.name))[Number(index) - 1];
    return game === undefined || drawing === undefined
      ? sendNotFound(c)
      : sendDrawing(c, site, replies, extension, drawPosition(game, positionOf(game, drawing), null).drawing());
  });
  web.get('/players/:player{[^/]+\\.atom}', async c => {
    const player = c.req.param('player').slice(0, -'.atom'.length);
    return sendFile(c, ATOM, await answer(c, context => writePlayerFeed(context, player, site.domain)));
  });
  web.get('/players/:player', async c => {
    const before = parseBefore(c.req.query('before'), site.catalogue);
    if (before === undefined) return sendNotFound(c);
    const view = await answer(c, context => {
      const page = buildPlayerPage(context, c.req.param('player'), before);
      return page && { page, record: before === null ? buildPlayerRecord(context, page.userid) : null };
    });
    return sendPage(c, view && pages.player(view, languageOf(c)));
  });
  addCalendarRoute(web, site, replies);
  addUnsubscribeRoute(web, site);
  addClubRoutes(web, site, replies);
  addBoardRoutes(web, site, replies);
  web.notFound(sendNotFound);
  return web;
}

/** Pages that list players, and what is for one player alone. */
const HIDDEN_FROM_ROBOTS = [
  '/players',
  '/standings',
  '/tournaments',
  '/seeks',
  '/watch',
  '/calendar/',
  '/unsubscribe/',
];

/** The board of `?before=nex/101`. null: the list begins with the newest board. undefined: not a board. */
function parseBefore(text: string | undefined, catalogue: Catalogue): MatchRef | null | undefined {
  if (text === undefined) return null;
  const [game = '', number = '', ...rest] = text.split('/');
  return (rest.length > 0 ? null : findBoard(catalogue, game, number)) ?? undefined;
}
