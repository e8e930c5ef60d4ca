// The routes of the web site, its style sheet, and the script of each board.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { FIRST_LANGUAGE, LANGUAGES, type Sentences } from '#core/kernel/sentence.ts';
import { writePlayerFeed } from '#core/desk/pages/feed.ts';
import { drawTile } from '#core/desk/pages/front-page.ts';
import { PAGES } from '#core/pages.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import { findDrawings, positionOf } from '#core/writing/text.ts';
import { findNamedGame } from '#games/game.ts';
import { standingsPath } from '#core/writing/on-web.ts';
import {
  ATOM,
  addActRoute,
  addBoardRoutes,
  addCalendarRoute,
  addLogRoutes,
  addPageRoutes,
  addUnsubscribeRoute,
} from './page-routes.ts';
import { ACT_PATH, addGuard } from './guard.ts';
import { addMonitorRoutes } from './monitor-routes.ts';
import { type Site, addKeeping, createAnswer, createReplies, sendAnswer } from './site.ts';

/** Codes that scripts use in addition to the sentence files `games` and `try`. */
const OTHER_CODES: ReadonlySet<string> = new Set([
  ...['locale', 'colour', 'status-at', 'imagined-side', 'imagined-won', 'imagined-drawn'],
]);

/** The sentences that scripts use, in one language, as JSON. */
function selectScriptSentences(root: string, sentences: Sentences): string {
  const files = ['games', 'try'].map(name => join(root, 'templates', 'sentences', `${name}.json`));
  const codes = new Set(files.flatMap(file => Object.keys(JSON.parse(readFileSync(file, 'utf8')) as Sentences)));
  // A code with a colon names a word of the language: 'stone:black'.
  const isUsed = (code: string): boolean => codes.has(code) || OTHER_CODES.has(code) || code.includes(':');
  return JSON.stringify(Object.fromEntries(Object.entries(sentences).filter(([code]) => isUsed(code))));
}

/** The style sheet, the board script of each game, and the sentences that the scripts use: they cost nothing. */
function addAssets(web: Hono, { root, catalogue, templates }: Site): void {
  const add = (name: string, type: string, content: string | Buffer): void => {
    const answer = createAnswer(200, type, content);
    web.get(`/assets/${name}`, c => sendAnswer(c, answer));
  };
  const read = (...path: readonly string[]): Buffer => readFileSync(join(root, ...path));
  add('style.css', 'text/css; charset=utf-8', read('templates', 'web', 'style.css'));
  add('icon.svg', 'image/svg+xml; charset=utf-8', read('templates', 'web', 'icon.svg'));
  for (const { name } of catalogue.games)
    add(`boards/${name}.js`, 'text/javascript; charset=utf-8', read('dist', 'browser', 'boards', `${name}.js`));
  for (const language of LANGUAGES)
    add(
      `sentences/${language}.json`,
      'application/json; charset=utf-8',
      selectScriptSentences(root, templates[language].sentences),
    );
}

// A visitor can end mails by the address in their header, and play by the token of a board mail.

export function createApp(site: Site): Hono {
  const replies = createReplies(site);
  const { answer, sendNotFound, sendFile, sendDrawing } = replies;

  const web = new Hono();
  addGuard(
    web,
    site,
    path =>
      path.startsWith('/unsubscribe/') || path === ACT_PATH || (site.addInbox !== null && path.startsWith('/inbox/')),
    () => addAssets(web, site),
  );
  site.addInbox?.(web, site, replies);
  // Search engines must not list players by name.
  web.get('/robots.txt', c =>
    c.text(['User-agent: *', ...HIDDEN_FROM_ROBOTS.map(path => `Disallow: ${path}`), ''].join('\n')),
  );
  addMonitorRoutes(web, site, sendNotFound);
  addCalendarRoute(web, site, replies);
  addLogRoutes(web, site, replies);
  addUnsubscribeRoute(web, site);
  addActRoute(web, site);

  addKeeping(web, site);
  web.get('/games/:game/tile.svg', c => {
    const game = findNamedGame(site.catalogue.games, c.req.param('game'))?.game;
    const tile = game && drawTile(game, site.templates[FIRST_LANGUAGE].rules(game.name));
    return tile ? sendDrawing(c, 'svg', tile) : sendNotFound(c);
  });
  web.get('/games/:game/:drawing{drawing-\\d+\\.(?:svg|png)}', c => {
    const game = findNamedGame(site.catalogue.games, c.req.param('game'))?.game;
    const [, index = '', extension = ''] = /(\d+)\.(svg|png)$/.exec(c.req.param('drawing')) ?? [];
    const drawing = game && findDrawings(site.templates[FIRST_LANGUAGE].rules(game.name))[Number(index) - 1];
    return game === undefined || drawing === undefined
      ? sendNotFound(c)
      : sendDrawing(c, extension, drawPosition(game, positionOf(game, drawing), null).drawing());
  });
  web.get('/players/:player{[^/]+\\.atom}', async c => {
    const player = c.req.param('player').slice(0, -'.atom'.length);
    return sendFile(c, ATOM, await answer(c, context => writePlayerFeed(context, player, site.domain)));
  });
  web.get('/standings', c => c.redirect(standingsPath(site.catalogue.games[0]?.name ?? ''), 302));
  addPageRoutes(web, site, replies);
  addBoardRoutes(web, site, replies);
  web.notFound(sendNotFound);
  return web;
}

/** Pages that list players, and what is for one player alone. */
const HIDDEN_FROM_ROBOTS = [
  ...new Set(PAGES.filter(({ listsPlayers }) => listsPlayers).map(({ path }) => path.replace(/\/:.*/, ''))),
  ...['/calendar/', '/log/', '/unsubscribe/'],
];
