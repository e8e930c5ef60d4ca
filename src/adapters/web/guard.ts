// The HTTP server of the web pages, and what guards every page: limits, headers, access log.
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, isIPv6 } from 'node:net';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, Hono, Next } from 'hono';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Log } from '#service/ports.ts';

/** The limits for visitors of the web pages, each with its reason. */
export const webLimits = {
  /** Requests from one address, or one IPv6 house, within `seconds`: a page with its pictures is three, and many may come from one school. */
  rate: { requests: 600, seconds: 10 },
  /** A costly request counts as this many requests. */
  costly: 20,
  /** A request counts once more for each such time that it had the thread. One visitor has at most six seconds of ten. Milliseconds. */
  countedMs: 10,
  /** Concurrent requests of all visitors and of one visitor, other than POST. A page takes milliseconds. */
  atOnce: 100,
  atOncePerVisitor: 40,
  /** Connections from all addresses, and from one address or house. Browsers open six. */
  connections: 2_000,
  connectionsPerAddress: 64,
  /** Time-out of receiving a whole request, which is one packet for a page. Milliseconds. */
  requestMs: 10_000,
  idleMs: 5_000,
  /**
   * Closes a connection without traffic, for instance of a visitor that does not read the answer. Longer than the pulse of the inbox.
   * Milliseconds.
   */
  silentMs: 30_000,
  /** Bytes of the request line and the header. */
  headerBytes: 16_384,
  /** Answers that are kept for later visitors: their number, the bytes of all and of one. Most take ten kilobytes. */
  kept: { entries: 2_000, bytes: 32_000_000, bytesOfOne: 1_000_000 },
  /** Bytes of the form that unsubscribes, which is some hundred bytes long. */
  formBytes: 4_096,
  /** Bytes, lines and characters of a line of an act at a board. A move has some ten characters, and words go to the other players. */
  act: { bytes: 16_384, lines: 40, lineLength: 120 },
  /** Characters of a path in the log. */
  pathLogged: 200,
} as const;

/** Unwraps an IPv4 address from the form it has on a dual-stack socket. */
export const removeIpv4Prefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** The first 64 bits of an IPv6 address, written in one form. A house usually has one such network. IPv4 addresses stay as they are. */
function networkOf(address: string): string {
  const [addressText = ''] = address.split('%');
  if (!isIPv6(addressText)) return address;
  const [leftPart = '', rightPart] = new URL(`http://[${addressText}]`).hostname.slice(1, -1).split('::');
  const leftGroups = leftPart === '' ? [] : leftPart.split(':');
  const rightGroups = rightPart === undefined || rightPart === '' ? [] : rightPart.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - leftGroups.length - rightGroups.length) }, () => '0');
  return [...leftGroups, ...zeros, ...rightGroups].slice(0, 4).join(':');
}

/** The visitor's address as our last proxy saw it. */
function visitorOf(c: Context, trusted: ReadonlySet<string>): string {
  const peerAddress = removeIpv4Prefix(getConnInfo(c).remote.address ?? '');
  if (!trusted.has(peerAddress)) return networkOf(peerAddress);
  const forwardedAddresses = (c.req.header('X-Forwarded-For') ?? '').slice(-1_000).split(',');
  // Removes the port that some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
  const visitorAddresses = forwardedAddresses
    .map(each => removeIpv4Prefix(each.trim().replace(/^(\d+\.\d+\.\d+\.\d+):\d+$|^\[(.+)\](?::\d+)?$/, '$1$2')))
    .filter(each => each !== '');
  return networkOf(visitorAddresses.findLast(each => !trusted.has(each)) ?? peerAddress);
}

/** Middleware for every page: rate limit, allowed methods, security headers, access log. */
export interface GuardContext {
  readonly log: Log;
  /** Addresses of our proxies. The visitor's address is taken from their header. */
  readonly trustedProxies: readonly string[];
  /** Rate limit per visitor. */
  readonly rate: { readonly requests: number; readonly seconds: number };
  /** Times requests, in milliseconds. Absent: by the machine's clock. */
  readonly readTimer?: () => number;
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

const directiveOf = (rule: string): string => rule.split(' ', 1)[0] ?? '';

/** The Content-Security-Policy of every page, with rules of one page. They take the place of the usual rules of the same name. */
export function formatPolicy(...more: readonly string[]): string {
  const replaced = new Set(more.map(directiveOf));
  return [...POLICY.filter(rule => !replaced.has(directiveOf(rule))), ...more].join('; ');
}

/** Against clickjacking: only pages made for embedding allow frames. */
export const UNFRAMED_POLICY = formatPolicy("frame-ancestors 'none'");
export const FRAMED_POLICY = formatPolicy('frame-ancestors *');
/** The board that the inbox shows beside its mails. */
export const FRAMED_BY_US_POLICY = formatPolicy("frame-ancestors 'self'");

/** The headers of every answer. A handler may replace them. */
export const USUAL_HEADERS = {
  'Content-Security-Policy': UNFRAMED_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Accept-Language, Accept-Encoding',
  // Browsers keep a page but revalidate it each time, so that the page of a player who opts out is gone at once.
  'Cache-Control': 'no-cache',
} as const;

/** Secrets: a calendar, a reader on a list, a fragment that was sent as a path. Neither the log nor search engines get them. */
const PRIVATE_PATH = /^\/(?:calendar|unsubscribe)\/|%23/;

/** Where the script of a board's page sends moves and other acts. */
export const ACT_PATH = '/act';

const pathLogged = (path: string): string => {
  const secret = PRIVATE_PATH.exec(path);
  return secret === null ? path.slice(0, webLimits.pathLogged) : `${path.slice(0, secret.index)}${secret[0]}***`;
};

/** Adds to the count of a name, and returns it. A count of 0 takes no memory. */
function addCount(counts: Map<string, number>, name: string, added: 1 | -1): number {
  const count = (counts.get(name) ?? 0) + added;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
  return count;
}

/** Limits concurrent requests. `begin`: returns false if this visitor may not begin another request now. `end`: returns how many ran with this one. */
function createConcurrencyLimit() {
  const running = new Map<string, number>();
  let total = 0;
  return {
    begin: (visitor: string): boolean => {
      if (total >= webLimits.atOnce || (running.get(visitor) ?? 0) >= webLimits.atOncePerVisitor) return false;
      total += 1;
      addCount(running, visitor, 1);
      return true;
    },
    end: (visitor: string): number => {
      addCount(running, visitor, -1);
      total -= 1;
      return total + 1;
    },
  };
}

const isRead = (c: Context): boolean => c.req.method === 'GET' || c.req.method === 'HEAD';

/** `acceptsPost`: does this path accept POST requests? All other paths are read-only. `addFreeRoutes`: adds the routes that no limit counts. */
export function addGuard(
  web: Hono,
  { log, trustedProxies, rate, readTimer = () => performance.now() }: GuardContext,
  acceptsPost: (path: string) => boolean,
  addFreeRoutes: () => void = () => undefined,
): void {
  const trusted = new Set(trustedProxies);
  const limiter = new RateLimiterMemory({ points: rate.requests, duration: rate.seconds });
  const { begin, end } = createConcurrencyLimit();

  web.use(async (c: Context, next: Next) => {
    const startedAt = readTimer();
    for (const [name, value] of Object.entries(USUAL_HEADERS)) c.header(name, value);
    await next();
    // Never log the query: it holds what a visitor tried out, or worse.
    const facts = { method: c.req.method, path: pathLogged(c.req.path), status: c.res.status };
    log.info('web', { ...facts, ms: Math.round(readTimer() - startedAt) });
  });
  web.use(async (c: Context, next: Next) => {
    if (isRead(c) || (c.req.method === 'POST' && acceptsPost(c.req.path))) return next();
    return c.text('Only GET and HEAD.\n', 405, { Allow: 'GET, HEAD' });
  });
  addFreeRoutes();
  web.use(async (c: Context, next: Next) => {
    const visitor = visitorOf(c, trusted);
    // Painting a picture on the largest boards and replaying the boards of a calendar take up to a tenth of a second, and many may begin
    // at once. A commit waits for the disk.
    const isCostly = c.req.path.endsWith('.png') || PRIVATE_PATH.test(c.req.path) || c.req.path === ACT_PATH;
    const waitSeconds = await limiter.consume(visitor, isCostly ? webLimits.costly : 1).then(
      () => 0,
      (rejection: unknown) => Math.ceil((rejection as RateLimiterRes).msBeforeNext / 1_000),
    );
    if (waitSeconds > 0)
      return c.text(`Too many requests. Try again in ${waitSeconds} seconds.\n`, 429, {
        'Retry-After': String(waitSeconds),
      });
    // A POST waits for its body, which may come slowly. It takes no place from others, and the rate bounds it.
    if (!isRead(c)) return next();
    if (!begin(visitor)) return c.text('Busy. Try again in a moment.\n', 503, { 'Retry-After': '2' });
    const startedAt = readTimer();
    try {
      await next();
      return undefined;
    } finally {
      // Requests that run at the same time share the thread.
      const slow = Math.floor((readTimer() - startedAt) / end(visitor) / webLimits.countedMs);
      if (slow > 0) await limiter.penalty(visitor, slow);
    }
  });
  web.onError((error, c) => {
    log.error('web-failed', { path: pathLogged(c.req.path), why: error.stack ?? error.message });
    return c.text('This page cannot be made. The operator has been told.\n', 500);
  });
}

export interface WebServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export interface ListenSettings {
  readonly host: string;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  readonly silentMs?: number;
}

/** Limits the connections of one address, so that it cannot lock out other visitors. */
function limitConnections(server: Server, trusted: ReadonlySet<string>): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const peerAddress = removeIpv4Prefix(socket.remoteAddress ?? '');
    const address = networkOf(peerAddress);
    socket.once('close', () => addCount(open, address, -1));
    if (addCount(open, address, 1) > webLimits.connectionsPerAddress && !trusted.has(peerAddress)) socket.destroy();
  });
}

/** Rejects with one sentence if the port is taken. */
export async function listen(
  web: Hono,
  { host, port, trustedProxies, silentMs = webLimits.silentMs }: ListenSettings,
): Promise<WebServer> {
  const server = serve({
    ...{ fetch: web.fetch, hostname: host, port, createServer },
    serverOptions: { maxHeaderSize: webLimits.headerBytes, connectionsCheckingInterval: 1_000 },
  }) as Server;
  server.requestTimeout = webLimits.requestMs;
  server.headersTimeout = webLimits.requestMs;
  server.timeout = silentMs;
  server.keepAliveTimeout = webLimits.idleMs;
  server.maxConnections = webLimits.connections;
  limitConnections(server, new Set(trustedProxies));
  await once(server, 'listening').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} on ${host} is already in use; choose another one with --http-port (0 means any free port).`,
    );
  });
  // A connection that cannot be accepted must not end the process.
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
