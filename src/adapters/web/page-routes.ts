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
import { say } from '#core/kernel/sentence.ts';
import type { State } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import { PAGES } from '#core/pages.ts';
import type { ShownBoard } from '#core/writing/board-status.ts';
import type { ReaderList } from '#core/writing/compose-context.ts';
import { type Frame, type Page, type PageRequest, findBoardInPath, formatScriptData } from '#core/writing/on-web.ts';
import { type Drawing, drawPosition, renderSvg } from '#core/writing/picture/drawing.ts';
import { EMPTY, THEMES } from '#core/writing/picture/paint.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { FRAMED_BY_US_POLICY, FRAMED_POLICY, formatPolicy, webLimits } from './guard.ts';
import { type Replies, type Site, languageOf } from './site.ts';

/** Milliseconds for which an answer is given again. */
const KEPT_MS = 60_000;

type Query = <Answer>(question: (state: State) => Answer | null) => Promise<Answer | null>;

/** The answer to a question, not older than a minute. Visitors that ask at the same time wait for one answer. */
type ReadRecent<Answer> = () => Promise<Answer | null>;

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
  // A picture that cannot be made now is made for a later request.
  return png === null
    ? c.text('This picture cannot be made just now.\n', 503, { 'Retry-After': '10' })
    : sendFile(c, PNG, isDark(c) ? png.dark : png.light);
}

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

/** The game record for other programs. */
const RECORD_FILE: BoardFile = {
  type: 'text/plain; charset=utf-8',
  write: (_, shownBoard) => writeGameFile(shownBoard),
};

/** Pictures are named by these extensions. */
const PICTURES: ReadonlySet<string> = new Set(['svg', 'png']);

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
    // A stone lies on a cell: black ones are seen by night, too.
    cell: { ground: EMPTY, rim: THEMES.light.rim },
    ...{ page, isEmbedded, data: formatScriptData(page.data), heading: `${page.title} ${page.number}` },
    shown: { ...page.picture, light: pictureIn('light'), dark: pictureIn('dark'), alternative: page.alternative },
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
    ...{ description: page.status, image: addQuery(`${page.path}.png`, ply) },
    ...(frame === 'page' ? {} : { bare: frame }),
  };
}

/** Pages that may be shown in frames. */
const POLICIES: Readonly<Partial<Record<BoardFrame, string>>> = { embed: FRAMED_POLICY, play: FRAMED_BY_US_POLICY };

export function addBoardRoutes(web: Hono, site: Site, { answer, sendNotFound, sendPage, sendFile }: Replies): void {
  const sendBoardPage = async (c: Context, frame: BoardFrame): Promise<Response> => {
    const ref = findBoardInPath(site.catalogue.games, c.req.param('game') ?? '', c.req.param('number') ?? '');
    const ply = parsePly(c);
    if (ref === null || ply === undefined) return sendNotFound(c);
    const page = await answer(c, context => buildBoardPage(context, ref, ply));
    const policy = POLICIES[frame];
    if (page !== null && policy !== undefined) c.header('Content-Security-Policy', policy);
    return sendPage(
      c,
      page && { template: 'board', frame: frameBoard(page, frame), view: viewBoard(page, frame === 'embed') },
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
    if (PICTURES.has(extension)) {
      const { game, matchState } = shownBoard;
      return sendDrawing(c, site, { sendFile }, extension, drawPosition(game, matchState.position, null).drawing());
    }
    const isRecord = extension === shownBoard.game.record?.extension;
    const boardFile = lookUp(FILES, extension) ?? (isRecord ? RECORD_FILE : undefined);
    if (boardFile === undefined) return sendNotFound(c);
    return sendFile(c, boardFile.type, boardFile.write(c, shownBoard, site));
  });
}

/** The pages of the site. What many visitors share is at most a minute old, so that many of them cost no more. */
export function addPageRoutes(
  web: Hono,
  { query, catalogue, clock }: Site,
  { answer, sendPage, sendNotFound }: Replies,
): void {
  for (const { path, shared, build } of PAGES) {
    const recent = new Map<string, ReadRecent<unknown>>();
    const readShared = (key: string): Promise<unknown> => {
      const read =
        recent.get(key) ?? createRecent(query, clock.now, state => shared?.find(state, key, clock.now()) ?? null);
      recent.set(key, read);
      return read();
    };
    web.get(path, async c => {
      const request: PageRequest = { param: name => c.req.param(name) ?? '', query: name => c.req.query(name) };
      const key = shared?.keyOf(catalogue.games, request);
      const found = key === undefined || key === null ? null : await readShared(key);
      if (shared !== undefined && found === null) return sendNotFound(c);
      return sendPage(c, await answer(c, context => build(context, request, found)));
    });
  }
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

/** The field of the form, and its only value. */
const [FIELD, VALUE] = ['List-Unsubscribe', 'One-Click'];

/** The one form of the site. The mail that leads here may be shown in a frame, but the page may not. */
const FORM_POLICY = formatPolicy("form-action 'self'", "frame-ancestors 'none'");

/**
 * The page with the button, and the POST of mail providers that ends mails (RFC 8058). A GET changes nothing, since filters of mail
 * servers follow every link.
 */
export function addUnsubscribeRoute(web: Hono, { readerLists, render, catalogue, templates }: Site): void {
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

  web.get('/unsubscribe/:token', async c => sendPage(c, await readerLists.find(c.req.param('token')), false));
  web.post('/unsubscribe/:token', limited, async c => {
    const form = new Map(Object.entries(await c.req.parseBody().catch(() => ({}))));
    if (form.get(FIELD) !== VALUE) return refuse(c, 400);
    return sendPage(c, await readerLists.leave(c.req.param('token')), true);
  });
}
