// Access control of the inbox: requires its key, and accepts requests only from its own pages.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { InboxServers } from './servers.ts';
import { type InboxKey, KEY_PATH, SECRET_HEADER } from './shapes.ts';

/** The port may differ, for instance behind a tunnel. A foreign site cannot use these names, whatever its own name resolves to (DNS rebinding). */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (left: string, right: string): boolean => timingSafeEqual(hashText(left), hashText(right));

/** A name for each port: cookies are shared by all ports, and another nexpost may run on this machine. */
const cookieOf = (host: string): string => `nexpost-inbox-${/:(\d+)$/.exec(host)?.[1] ?? '80'}`;
const COOKIE_OPTIONS = { path: '/inbox', httpOnly: true, sameSite: 'Strict' } as const;

/**
 * Is the request from another site? Links from anywhere may lead to the page, which alone shows nothing. Paths below it answer only its
 * own pages.
 */
function isForeign(c: Context): boolean {
  const site = c.req.header('Sec-Fetch-Site');
  return site !== undefined && site !== 'same-origin' && !(site === 'none' && c.req.method !== 'POST');
}

/** Is the request from the inbox itself? A POST also needs the secret of its page. */
function isOwnPage(c: Context, host: string, secret: string): boolean {
  if (c.req.path !== '/inbox' && isForeign(c)) return false;
  if (c.req.method !== 'POST') return true;
  const isOwn = c.req.header('Origin')?.toLowerCase() === `http://${host.toLowerCase()}`;
  return isOwn && isSame(c.req.header(SECRET_HEADER) ?? '', secret);
}

/** `sendLocked`: the page for a browser that has not been opened with the key. */
export const createAccess =
  (
    { key, secret }: Pick<InboxServers, 'key' | 'secret'>,
    sendLocked: (c: Context, host: string) => Response,
  ): MiddlewareHandler =>
  async (c, next) => {
    const host = c.req.header('Host') ?? '';
    if (!LOOPBACK.test(host)) return c.text('This address is not served under that name.\n', 421);
    // Also on refused requests.
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Cache-Control', 'no-store');
    const given = c.req.path === '/inbox' ? c.req.query('key') : undefined;
    if (given !== undefined && isSame(given, key)) {
      setCookie(c, cookieOf(host), key, COOKIE_OPTIONS);
      return c.redirect('/inbox', 303);
    }
    const hasKey = isSame(getCookie(c, cookieOf(host)) ?? '', key);
    if (c.req.path === KEY_PATH) return c.json({ hasKey } satisfies InboxKey);
    if (!hasKey) return sendLocked(c, host);
    if (!isOwnPage(c, host, secret)) return c.text('Only for the inbox itself.\n', 403);
    await next();
    return undefined;
  };
