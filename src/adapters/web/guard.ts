// What stands before every page: who asks too often waits, who changes anything is refused, what a page may load is said, and each request is one line of the log.
import type { Context, Hono, Next } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Log } from '#service/ports.ts';
import { webLimits } from './limits.ts';

export interface Guarding {
  readonly log: Log;
  /** Addresses of proxies of ours: what they say of who asks is believed. */
  readonly trustedProxies: readonly string[];
  /** So many requests of one visitor in so many seconds. */
  readonly rate: { readonly requests: number; readonly seconds: number };
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** What every page may do, and what one may besides. */
export const policyOf = (...more: readonly string[]): string => [...POLICY, ...more].join('; ');

/** A page in another page's frame can be clicked on unawares: only what is made for it may be there. */
const policyFor = (path: string): string => policyOf(`frame-ancestors ${path.endsWith('/embed') ? '*' : "'none'"}`);

const plain = (address: string): string => address.replace(/^::ffff:/, '');

/** One house has one IPv6 network: 64 bits. */
const houseOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;

/** Who asks: as the last proxy of ours has seen it. */
function visitorOf(c: Context, trusted: ReadonlySet<string>): string {
  const direct = plain(getConnInfo(c).remote.address ?? '');
  if (!trusted.has(direct)) return direct;
  const chain = (c.req.header('X-Forwarded-For') ?? '').slice(-1_000).split(',');
  const seen = chain.map(each => plain(each.trim())).filter(each => each !== '');
  return seen.findLast(each => !trusted.has(each)) ?? direct;
}

/** `takesPosts`: does something below this path take what is posted? Everything else is only looked at. */
export function guard(web: Hono, { log, trustedProxies, rate }: Guarding, takesPosts: (path: string) => boolean): void {
  const trusted = new Set(trustedProxies);
  const limiter = new RateLimiterMemory({ points: rate.requests, duration: rate.seconds });
  let underWay = 0;

  web.use(async (c: Context, next: Next) => {
    const began = performance.now();
    await next();
    if (c.res.headers.get('Content-Security-Policy') === null)
      c.header('Content-Security-Policy', policyFor(c.req.path));
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Vary', 'Accept-Language, Accept-Encoding');
    // Kept, and asked for again each time: whoever wants no page any more has none.
    if (c.res.headers.get('Cache-Control') === null) c.header('Cache-Control', 'no-cache');
    // Never the query: it is what somebody tried, or worse.
    const facts = { method: c.req.method, path: c.req.path.slice(0, webLimits.pathLogged), status: c.res.status };
    log.info('web', { ...facts, ms: Math.round(performance.now() - began) });
  });
  web.use(async (c: Context, next: Next) => {
    const isLook = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isLook && !(c.req.method === 'POST' && takesPosts(c.req.path)))
      return c.text('Only GET and HEAD.\n', 405, { Allow: 'GET, HEAD' });
    const wait = await limiter.consume(houseOf(visitorOf(c, trusted))).then(
      () => 0,
      (refused: unknown) => Math.ceil((refused as RateLimiterRes).msBeforeNext / 1_000),
    );
    if (wait > 0)
      return c.text(`Too many requests. Try again in ${wait} seconds.\n`, 429, { 'Retry-After': String(wait) });
    if (underWay >= webLimits.atOnce) return c.text('Busy. Try again in a moment.\n', 503, { 'Retry-After': '2' });
    underWay += 1;
    try {
      await next();
      return undefined;
    } finally {
      underWay -= 1;
    }
  });
  web.onError((error, c) => {
    log.error('web-failed', { path: c.req.path.slice(0, webLimits.pathLogged), why: error.stack ?? error.message });
    return c.text('This page cannot be made. The operator has been told.\n', 500);
  });
}
