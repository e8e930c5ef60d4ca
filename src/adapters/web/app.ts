// The routes of the web site: pages, pictures, files and feeds.
// It is read-only. Only a mail sent from the inbox can change a game.
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { must } from '#games/kit/assert.ts';
import { writePlayerFeed } from '#core/pages/feed.ts';
import { drawPosition } from '#core/picture/drawn.ts';
import { renderSvg } from '#core/picture/svg.ts';
import { FIRST_LANGUAGE } from '#core/kernel/languages.ts';
import { findDrawings, positionOf } from '#core/wording/rules-drawings.ts';
import { findNamedGame } from '#games/game.ts';
import { buildFrontPage } from '#core/pages/front-page.ts';
import { buildGamePage } from '#core/pages/game-page.ts';
import { buildPlayerPage } from '#core/pages/player-page.ts';
import type { Catalogue } from '#core/kernel/state.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { loadAssets } from './assets.ts';
import { ATOM, findBoard, addBoardRoutes, SVG, themeOf } from './board-routes.ts';
import { addCalendarRoute } from './calendar-route.ts';
import { addGuard } from './guard.ts';
import { languageOf, createReplies, type Site } from './site.ts';

export function createApp(site: Site): Hono {
  const { pages } = site;
  const replies = createReplies(site);
  const { answer, sendNotFound, sendPage, sendFile } = replies;

  const web = new Hono();
  addGuard(web, site, path => site.addInbox !== null && path.startsWith('/inbox/'));
  // Before the middleware that waits for a whole answer: the inbox streams mailbox changes.
  site.addInbox?.(web, site, replies);
  web.use(compress());
  // A cached page takes the policy of the last 304 answer, so that answer must carry the policy of the page.
  web.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'content-security-policy'] }));

  loadAssets(web, site, replies);
  // Search engines must not list players by name.
  web.get('/robots.txt', c => c.text('User-agent: *\nDisallow: /players/\nDisallow: /calendar/\n'));
  for (const path of ['/health', '/healthz'])
    web.get(path, async c => {
      const report = await site.health();
      return c.json(report, report.ok ? 200 : 503);
    });

  web.get('/', async c => {
    const page = must(await answer(c, buildFrontPage), 'there is a front page');
    return sendPage(c, pages.front(page, languageOf(c)));
  });
  web.get('/games/:game', async c => {
    const page = await answer(c, context => buildGamePage(context, c.req.param('game')));
    return sendPage(c, page === null ? null : pages.game(page, languageOf(c)));
  });
  web.get('/games/:game/:drawing{drawing-\\d+\\.svg}', c => {
    const game = findNamedGame(site.catalogue.games, c.req.param('game'))?.game;
    const index = Number(/\d+/.exec(c.req.param('drawing'))?.[0] ?? 0) - 1;
    const drawing = game && findDrawings(site.templates[FIRST_LANGUAGE].rules(game.name))[index];
    return sendFile(
      c,
      SVG,
      game && drawing ? renderSvg(drawPosition(game, positionOf(game, drawing), null).drawing(), themeOf(c)) : null,
    );
  });
  web.get('/players/:player{[^/]+\\.atom}', async c => {
    const player = c.req.param('player').slice(0, -'.atom'.length);
    return sendFile(c, ATOM, await answer(c, context => writePlayerFeed(context, player, site.domain)));
  });
  web.get('/players/:player', async c => {
    const before = parseBefore(c.req.query('before'), site.catalogue);
    if (before === undefined) return sendNotFound(c);
    const page = await answer(c, context => buildPlayerPage(context, c.req.param('player'), before));
    return sendPage(c, page === null ? null : pages.player(page, before === null, languageOf(c)));
  });
  addCalendarRoute(web, site, replies);
  addBoardRoutes(web, site, replies);
  web.notFound(sendNotFound);
  return web;
}

/** The board of `?before=nex/101`. null: the list begins with the newest board. undefined: not a board. */
function parseBefore(text: string | undefined, catalogue: Catalogue): MatchRef | null | undefined {
  if (text === undefined) return null;
  const [game = '', number = '', ...rest] = text.split('/');
  return (rest.length > 0 ? null : findBoard(catalogue, game, number)) ?? undefined;
}
