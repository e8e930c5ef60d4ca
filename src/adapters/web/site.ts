// The parts of the web site, the common replies of its routes, and the answers that are kept.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context, Hono, Next } from 'hono';
import { accepts } from 'hono/accepts';
import { parseAccept } from 'hono/utils/accept';
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '#core/kernel/sentence.ts';
import type { TemplatesByLanguage } from '#core/writing/mail-plan.ts';
import { PAGE_QUERY, type Page, type PageContext } from '#core/writing/on-web.ts';
import { type Drawing, renderSvg } from '#core/writing/picture/drawing.ts';
import { THEMES } from '#core/writing/picture/paint.ts';
import type { Catalogue, State } from '#core/kernel/state.ts';
import { must } from '#games/kit/assert.ts';
import type { Clock, Raster } from '#service/ports.ts';
import { type GuardContext, USUAL_HEADERS, webLimits } from './guard.ts';
import type { Monitored } from './monitor-routes.ts';
import type { RenderPage } from './page-templates.ts';
import type { VisitorActs } from './messages.ts';

export interface Site extends GuardContext, Monitored {
  readonly query: <Answer>(question: (state: State) => Answer | null) => Promise<Answer | null>;
  /** Differs after every change of the stored data. */
  readonly version: () => Promise<string>;
  readonly catalogue: Catalogue;
  readonly templates: TemplatesByLanguage;
  readonly render: RenderPage;
  readonly raster: Pick<Raster, 'png'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The domain of the service's address, used in the ids of feeds. */
  readonly domain: string;
  /** Where the pages are reached from outside. '': that is not known. */
  readonly webUrl: string;
  /** The userid of the player whose calendar feed has this token. null: there is none. */
  readonly findFeedOwner: (token: string) => Promise<string | null>;
  readonly visitorActs: VisitorActs;
  /** The folder of the package. */
  readonly root: string;
  /** Adds the routes of the inbox. null: there is no inbox. */
  readonly addInbox: ((web: Hono, site: Site, replies: Replies) => void) | null;
}

/** An answer with all its headers. It depends on the path, the language and stored data alone. */
export interface WholeAnswer {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The compressed body, which is made when it is first needed. null: it would hardly be smaller. */
  readonly zip: () => Buffer | null;
}

type Headers = WholeAnswer['headers'];

/** The replies that the routes share. */
export interface Replies {
  /** The answer to a question about stored data, in the visitor's language. */
  readonly answer: <Answer>(c: Context, question: (context: PageContext) => Answer | null) => Promise<Answer | null>;
  readonly sendNotFound: (c: Context) => Response;
  /** A page. null: not found. */
  readonly sendPage: (c: Context, page: Page | null, headers?: Headers) => Response;
  /** A file of this content type. null: not found. */
  readonly sendFile: (c: Context, type: string, content: string | Uint8Array | null, headers?: Headers) => Response;
  /** A drawing, as SVG or as PNG. */
  readonly sendDrawing: (c: Context, extension: string, drawing: Drawing) => Promise<Response>;
}

/** The visitor's language. 'pt-BR' selects 'pt'. */
export const languageOf = (c: Context): Language =>
  accepts(c, {
    ...{ header: 'Accept-Language', supports: [...LANGUAGES], default: FIRST_LANGUAGE },
    match: accepted =>
      accepted
        .toSorted((a, b) => b.q - a.q)
        .flatMap(({ type }) => LANGUAGES.filter(language => language === type.split('-')[0]?.toLowerCase()))[0] ??
      FIRST_LANGUAGE,
  }) as Language;

const MISSING: Page = { template: 'missing', frame: { title: 'nexpost' }, view: {} };

const SVG = 'image/svg+xml; charset=utf-8';
const PNG = 'image/png';
const HTML = 'text/html; charset=UTF-8';

export function createReplies({ query, render, templates, clock, raster }: Site): Replies {
  const missing = new Map(
    LANGUAGES.map(language => [language, createAnswer(404, HTML, render(MISSING, language))] as const),
  );
  const sendNotFound = (c: Context): Response => sendAnswer(c, must(missing.get(languageOf(c)), 'every language'));
  const sendFile: Replies['sendFile'] = (c, type, content, headers) =>
    content === null ? sendNotFound(c) : sendAnswer(c, createAnswer(200, type, content, headers));
  return {
    ...{ sendNotFound, sendFile },
    answer: (c, question) => query(state => question({ state, templates: templates[languageOf(c)], now: clock.now() })),
    sendPage: (c, page, headers) => sendFile(c, HTML, page && render(page, languageOf(c)), headers),
    sendDrawing: async (c, extension, drawing) => {
      const theme = c.req.query('theme') === 'dark' ? 'dark' : 'light';
      if (extension === 'svg') return sendFile(c, SVG, renderSvg(drawing, THEMES[theme]));
      const png = await raster.png(drawing);
      // A picture that cannot be made now is made for a later request.
      return png === null
        ? c.text('This picture cannot be made just now.\n', 503, { 'Retry-After': '10' })
        : sendFile(c, PNG, png[theme]);
    },
  };
}

/** Shorter bodies are not compressed, nor pictures of pixels. */
const ZIPPED_FROM = 1_024;

export function createAnswer(
  status: WholeAnswer['status'],
  type: string,
  content: string | Uint8Array,
  headers: Headers = {},
): WholeAnswer {
  const body = Buffer.from(content);
  const tag = status === 200 ? { ETag: `"${createHash('sha1').update(body).digest('hex')}"` } : {};
  const isZipped = body.length >= ZIPPED_FROM && type !== PNG;
  let zipped: Buffer | null = null;
  return {
    ...{ status, body, headers: { ...USUAL_HEADERS, 'Content-Type': type, ...tag, ...headers } },
    zip: () => (isZipped ? (zipped ??= gzipSync(body)) : null),
  };
}

/** Remembers the answer for `addKeeping`. A browser that knows its ETag gets only the headers. */
export function sendAnswer(c: Context, answer: WholeAnswer): Response {
  c.set('answer', answer);
  const { status, body, headers } = answer;
  const zipped = acceptsGzip(c) ? answer.zip() : null;
  const tag = headers['ETag'];
  const sent = zipped === null || tag === undefined ? headers : { ...headers, ETag: `W/${tag}` };
  const known = c.req.header('If-None-Match')?.match(/"[^"]*"|^\*$/g) ?? [];
  if (known.some(each => each === '*' || each === tag)) {
    const { 'Content-Type': _, ...retained } = sent;
    return new Response(null, { status: 304, headers: retained });
  }
  if (zipped === null) return new Response(body, { status, headers: sent });
  return new Response(zipped, { status, headers: { ...sent, 'Content-Encoding': 'gzip' } });
}

function acceptsGzip(c: Context): boolean {
  const accepted = parseAccept(c.req.header('Accept-Encoding') ?? '');
  const { q = 0 } = accepted.find(({ type }) => type === 'gzip') ?? accepted.find(({ type }) => type === '*') ?? {};
  return q > 0;
}

/** Reads what is kept under a key, or makes it. null is not kept. */
type ReadKept<Value> = (version: string, key: string, make: () => Promise<Value | null>) => Promise<Value | null>;

/**
 * An LRU cache of what was made of one version of the data. Another version empties it. Callers that ask at the same time wait for one
 * value. `sizeOf`: bytes.
 */
export function createKept<Value>(
  limits: { readonly entries: number; readonly bytes: number; readonly bytesOfOne: number },
  sizeOf: (value: Value) => number,
): ReadKept<Value> {
  const entries = new Map<string, { readonly value: Promise<Value | null>; bytes: number }>();
  let [current, total] = ['', 0];
  return (version, key, make) => {
    if (version !== current) {
      entries.clear();
      [current, total] = [version, 0];
    }
    const entry = entries.get(key) ?? { value: make(), bytes: 0 };
    const isNew = !entries.has(key);
    // The entry that was asked for last is the last of the map.
    entries.delete(key);
    entries.set(key, entry);
    if (!isNew) return entry.value;
    const settle = (bytes: number): void => {
      if (entries.get(key) !== entry) return;
      if (bytes > limits.bytesOfOne) {
        entries.delete(key);
        return;
      }
      entry.bytes = bytes;
      total += bytes;
      for (const [oldest, { bytes: freed }] of entries) {
        if (entries.size <= limits.entries && total <= limits.bytes) return;
        entries.delete(oldest);
        total -= freed;
      }
    };
    entry.value.then(
      value => settle(value === null ? Infinity : key.length + sizeOf(value)),
      () => settle(Infinity),
    );
    return entry.value;
  };
}

const MINUTE_MS = 60_000;

/** The minute of the service's clock. What pages say of the time changes with it, and the answers that are kept end with it. */
export const minuteOf = (clock: Site['clock']): string => String(Math.floor(clock.now() / MINUTE_MS));

/** Keeps the whole answers of the routes that are added after this. No answer for one visitor alone may be among them. */
export function addKeeping(web: Hono, { version, clock }: Site): void {
  // Both forms of the body.
  const readKept = createKept<WholeAnswer>(webLimits.kept, ({ body }) => 2 * body.length);
  web.use(async (c: Context, next: Next) => {
    const query = PAGE_QUERY.map(name => c.req.query(name) ?? null);
    const key = JSON.stringify([languageOf(c), c.req.path, ...query]);
    const kept = await readKept(`${await version()} ${minuteOf(clock)}`, key, async () => {
      await next();
      const answer = c.get('answer') as WholeAnswer | undefined;
      return answer?.status === 200 ? answer : null;
    });
    if (c.finalized) return undefined;
    return kept === null ? next() : sendAnswer(c, kept);
  });
}
