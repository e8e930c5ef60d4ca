// The routes of pages: boards, players, lists, calendar feeds, and the button that ends mails.
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { subscriptionPhrase } from '#core/board/match-definition.ts';
import {
  type BoardPage,
  buildBoardPage,
  findShownBoard,
  writeBoardJson,
  writeBoardText,
  writeGameFile,
} from '#core/desk/pages/board-page.ts';
import { writeBoardFeed, writeCalendarFeed } from '#core/desk/pages/feed.ts';
import { type Sentences, say } from '#core/kernel/sentence.ts';
import { PAGES } from '#core/pages.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { ShownBoard } from '#core/writing/board-status.ts';
import type { ReaderList } from '#core/writing/compose-context.ts';
import { type Frame, type Page, type PageRequest, findBoardInPath, formatScriptData } from '#core/writing/on-web.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import { ACT_PATH, FRAMED_BY_US_POLICY, FRAMED_POLICY, UNFRAMED_POLICY, formatPolicy, webLimits } from './guard.ts';
import { type Replies, type Site, createKept, languageOf, minuteOf } from './site.ts';

/** The routes of a board: its page, the embedded page, its pictures, files and feed. */
export const ATOM = 'application/atom+xml; charset=utf-8';

/** The ply of `?ply=12`. null: the current position. undefined: not a number. */
function parsePly(c: Context): number | null | undefined {
  const text = c.req.query('ply');
  if (text === undefined) return null;
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

const TEXT = 'text/plain; charset=utf-8';

/** A text made from a board: its content type and its content. The last one is the game record for other programs. null: there is none. */
function writeBoardFile(
  shownBoard: ShownBoard,
  extension: string,
  sentences: Sentences,
): readonly [type: string, content: string | null] | null {
  if (extension === 'json')
    return ['application/json; charset=utf-8', `${JSON.stringify(writeBoardJson(shownBoard))}\n`];
  if (extension === 'txt') return [TEXT, writeBoardText(shownBoard, sentences)];
  return extension === shownBoard.game.record?.extension ? [TEXT, writeGameFile(shownBoard)] : null;
}

/** Where a board is shown: on its own page, in a frame of any site, or in the inbox to be played on. */
type BoardFrame = 'page' | 'embed' | 'play';

/** The links to the steps of a game: their HTML link type and their sign. */
const STEPS = {
  first: { rel: 'first', sign: '|◀' },
  previous: { rel: 'prev', sign: '◀' },
  next: { rel: 'next', sign: '▶' },
  last: { rel: 'last', sign: '▶|' },
} as const;

const addQuery = (path: string, ...parts: readonly string[]): string => {
  const query = parts.filter(part => part !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
};

function viewBoard(page: BoardPage, isEmbedded: boolean): object {
  const ply = page.ply === page.last ? '' : `ply=${page.ply}`;
  const pictureIn = (theme: string): string => addQuery(`${page.path}.svg`, ply, theme === 'dark' ? 'theme=dark' : '');
  return {
    ...{ page, isEmbedded, data: formatScriptData(page.data), heading: `${page.title} ${page.number}` },
    shown: { ...page.picture, light: pictureIn('light'), dark: pictureIn('dark'), words: page.words },
    file: (form: string) => addQuery(`${page.path}.${form}`, ['svg', 'png', 'txt', 'json'].includes(form) ? ply : ''),
    // Within a frame one stays within the frame.
    at: (href: string) => (isEmbedded ? href.replace(page.path, `${page.path}/embed`) : href),
    rel: (step: keyof typeof STEPS) => STEPS[step].rel,
    sign: (step: keyof typeof STEPS) => STEPS[step].sign,
  };
}

/** `Nex 106: alice – bob`, its status, and the picture of the position. */
function frameBoard(page: BoardPage, frame: BoardFrame): Frame {
  const players = [...new Set(page.seats.map(({ player }) => player))].join(' – ');
  const ply = page.ply === page.last ? '' : `ply=${page.ply}`;
  return {
    ...{ title: `${page.title} ${page.number}: ${players}`, part: 'watch', feed: `${page.path}.atom` },
    ...{ description: page.data.status, image: addQuery(`${page.path}.png`, ply) },
    ...(frame === 'page' ? {} : { bare: frame }),
  };
}

const POLICIES = { page: UNFRAMED_POLICY, embed: FRAMED_POLICY, play: FRAMED_BY_US_POLICY } as const;

export function addBoardRoutes(web: Hono, site: Site, replies: Replies): void {
  const { answer, sendNotFound, sendPage, sendFile, sendDrawing } = replies;
  const sendBoardPage = async (c: Context, frame: BoardFrame): Promise<Response> => {
    const ref = findBoardInPath(site.catalogue.games, c.req.param('game') ?? '', c.req.param('number') ?? '');
    const ply = parsePly(c);
    if (ref === null || ply === undefined) return sendNotFound(c);
    const page = await answer(c, context => buildBoardPage(context, ref, ply));
    return sendPage(
      c,
      page && { template: 'board', frame: frameBoard(page, frame), view: viewBoard(page, frame === 'embed') },
      { 'Content-Security-Policy': POLICIES[frame] },
    );
  };
  web.get('/:game/:number{\\d+}', c => sendBoardPage(c, 'page'));
  web.get('/:game/:number{\\d+}/embed', c => sendBoardPage(c, 'embed'));
  if (site.addInbox !== null) web.get('/:game/:number{\\d+}/play', c => sendBoardPage(c, 'play'));
  web.get('/:game/:file{\\d+\\.[a-z]+}', async c => {
    const [number = '', extension = ''] = c.req.param('file').split('.');
    const ref = findBoardInPath(site.catalogue.games, c.req.param('game'), number);
    const ply = parsePly(c);
    if (ref === null || ply === undefined) return sendNotFound(c);
    if (extension === 'atom')
      return sendFile(c, ATOM, await answer(c, context => writeBoardFeed(context, ref, site.domain)));
    const shownBoard = await answer(c, ({ state }) => findShownBoard(state, ref, ply));
    if (shownBoard === null) return sendNotFound(c);
    const { game, matchState } = shownBoard;
    if (extension === 'svg' || extension === 'png')
      return sendDrawing(c, extension, drawPosition(game, matchState.position, null).drawing());
    const file = writeBoardFile(shownBoard, extension, site.templates[languageOf(c)].sentences);
    return file === null ? sendNotFound(c) : sendFile(c, ...file);
  });
}

/** The content types of files, by their extension. */
const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
} as const;

/** The pages of the site. What many visitors share is found once a minute, so that many of them cost no more. */
export function addPageRoutes(
  web: Hono,
  { query, catalogue, clock, domain, webUrl }: Site,
  { answer, sendPage, sendNotFound, sendFile }: Replies,
): void {
  const readShared = createKept<unknown>(webLimits.kept, () => 0);
  const requestOf = (c: Context): PageRequest => ({
    param: name => c.req.param(name) ?? '',
    query: name => c.req.query(name),
  });
  for (const { path, shared, build, files = {} } of PAGES) {
    for (const [name, write] of Object.entries(files))
      web.get(`${path}/${name}`, async c => {
        const text = await answer(c, context => write({ ...context, domain, webUrl }, requestOf(c)));
        return sendFile(c, FILE_TYPES[name.endsWith('.csv') ? 'csv' : 'ics'], text, { 'X-Robots-Tag': 'noindex' });
      });
    web.get(path, async c => {
      const request = requestOf(c);
      const key = shared?.keyOf(catalogue.games, request) ?? null;
      const find = (): Promise<unknown> => query(state => shared?.find(state, key ?? '', clock.now()) ?? null);
      const found = key === null ? null : await readShared(minuteOf(clock), `${path} ${key}`, find);
      if (shared !== undefined && found === null) return sendNotFound(c);
      return sendPage(c, await answer(c, context => build(context, request, found)));
    });
  }
}

/** The route of the private calendar feeds: one answer for every address that is not a feed. */

export function addCalendarRoute(web: Hono, site: Site, { sendFile }: Replies): void {
  const { query, templates, clock, domain, webUrl } = site;
  web.get('/calendar/:file{[^/]+\\.ics}', async c => {
    const userid = await site.findFeedOwner(c.req.param('file').slice(0, -'.ics'.length));
    const feed =
      userid === null
        ? null
        : await query(state => writeCalendarFeed({ state, templates, domain, webUrl, now: clock.now() }, userid));
    // Only the player's own program keeps it, and asks each time whether it has changed.
    return sendFile(c, FILE_TYPES.ics, feed, {
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex, nofollow',
    });
  });
}

/** The routes of the game log, which its witnesses follow. A tile never changes. */
export function addLogRoutes(web: Hono, { visitorActs }: Site, { sendFile }: Replies): void {
  web.get('/log/*', async c => {
    const path = c.req.path.slice('/log/'.length);
    const [type, age] = path.startsWith('tile/')
      ? ['application/octet-stream', 'public, max-age=31536000, immutable']
      : ['text/plain; charset=utf-8', 'no-cache'];
    return sendFile(c, type, await visitorActs.readLog(path), { 'Cache-Control': age });
  });
}

/** The field of the form, and its only value. */
const [FIELD, VALUE] = ['List-Unsubscribe', 'One-Click'];

/** The one form of the site. The mail that leads here may be shown in a frame, but the page may not. */
const FORM_POLICY = formatPolicy("form-action 'self'", "frame-ancestors 'none'");

/**
 * The page with the button, and the POST of mail providers that ends mails (RFC 8058). A GET changes nothing, since filters of mail
 * servers follow every link.
 */
export function addUnsubscribeRoute(web: Hono, { visitorActs, render, catalogue, templates }: Site): void {
  const sendPage = (c: Context, list: ReaderList | null, isDone: boolean): Response => {
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex, nofollow');
    c.header('Content-Security-Policy', FORM_POLICY);
    const followed = list?.kind === 'boards' ? subscriptionPhrase(catalogue, list.followed) : null;
    // null: the address is not one of this service. `followed` null: another list than that of boards.
    const view = list === null ? null : { kind: list.kind, followed, isDone };
    const language = languageOf(c);
    const title = say(templates[language].sentences, { code: 'web-unsubscribe', parts: {} });
    const page: Page = { template: 'unsubscribe', frame: { title }, view: { view } };
    return c.html(render(page, language), list === null ? 404 : 200);
  };
  const refuse = (c: Context, status: 400 | 413): Response =>
    c.text(`A POST to this address needs the form field ${FIELD}=${VALUE}, and no more.\n`, status);
  const limited = bodyLimit({ maxSize: webLimits.formBytes, onError: c => refuse(c, 413) });

  web.get('/unsubscribe/:token', async c => sendPage(c, await visitorActs.find(c.req.param('token')), false));
  web.post('/unsubscribe/:token', limited, async c => {
    const form = new Map(Object.entries(await c.req.parseBody().catch(() => ({}))));
    if (form.get(FIELD) !== VALUE) return refuse(c, 400);
    return sendPage(c, await visitorActs.leave(c.req.param('token')), true);
  });
}

/** What the script of a page sends. null: it is not of this form, or too long. */
function readAct(json: unknown): Parameters<Site['visitorActs']['post']>[0] | null {
  const { token, id, lines, words } = (json ?? {}) as Record<string, unknown>;
  const { lines: most, lineLength } = webLimits.act;
  const isLine = (line: unknown): line is string =>
    typeof line === 'string' && /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u.test(line) && line.length <= lineLength;
  if (!isLine(token) || !isLine(id) || typeof words !== 'string' || !Array.isArray(lines)) return null;
  if (/\p{Cs}/u.test(words)) return null;
  return lines.length > 0 && lines.length <= most && lines.every(isLine) ? { token, id, lines, words } : null;
}

/** Is the request from one of our pages? Browsers tell the origin of each POST. */
function isFromOwnPage(c: Context, webUrl: string): boolean {
  const origin = c.req.header('Origin') ?? '';
  const isSameSite = (c.req.header('Sec-Fetch-Site') ?? 'same-origin') === 'same-origin';
  const named = URL.canParse(origin) ? new URL(origin) : null;
  if (!isSameSite || named === null || !/^https?:$/.test(named.protocol)) return false;
  return origin === webUrl || named.host === c.req.header('Host')?.toLowerCase();
}

/** The POST of moves and other acts at a board. The token of a board mail gives it the rights of a reply to that mail. */
export function addActRoute(web: Hono, { visitorActs, templates, webUrl }: Site): void {
  const refuse = (c: Context, why: Phrase, status: 400 | 403 | 409 | 413): Response => {
    c.header('Cache-Control', 'no-store');
    return c.json({ why: say(templates[languageOf(c)].sentences, why) }, status);
  };
  const unreadable: Phrase = { code: 'web-act-unreadable', parts: {} };
  const limited = bodyLimit({ maxSize: webLimits.act.bytes, onError: c => refuse(c, unreadable, 413) });
  web.post(ACT_PATH, limited, async c => {
    if (!isFromOwnPage(c, webUrl)) return refuse(c, { code: 'web-act-elsewhere', parts: {} }, 403);
    const act = readAct(await c.req.json().catch(() => null));
    if (act === null) return refuse(c, unreadable, 400);
    const refusal = await visitorActs.post(act);
    return refusal === null ? c.body(null, 204) : refuse(c, refusal, 409);
  });
}
