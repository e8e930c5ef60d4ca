// Who may ask the inbox for anything: a page of its own, in a browser on this machine, that it has given its secret to.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { SECRET_HEADER } from './shapes.ts';

/** The port may be another one: that of a tunnel. A foreign site cannot take these names, whatever its own name leads to (DNS rebinding). */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const same = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right));

/** What proxies add: behind one sits whoever it serves, and not somebody at this machine. Tunnels add nothing. */
const FORWARDED = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via'];

/** The page may be reached by a link from anywhere, and shows nothing by itself; what lies below it answers its own pages alone. */
function isForeign(c: Context): boolean {
  const site = c.req.header('Sec-Fetch-Site');
  return site !== undefined && site !== 'same-origin' && !(site === 'none' && c.req.method !== 'POST');
}

export const access =
  (secret: string): MiddlewareHandler =>
  async (c, next) => {
    const host = c.req.header('Host') ?? '';
    if (!LOOPBACK.test(host) || FORWARDED.some(name => c.req.header(name) !== undefined))
      return c.text('This address is not served under that name.\n', 421);
    // Also where it is refused.
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Cache-Control', 'no-store');
    if (c.req.path !== '/inbox' && isForeign(c)) return c.text('Only for the inbox itself.\n', 403);
    if (c.req.method === 'POST') {
      const isOwn = c.req.header('Origin')?.toLowerCase() === `http://${host.toLowerCase()}`;
      if (!isOwn || !same(c.req.header(SECRET_HEADER) ?? '', secret))
        return c.text('Only for the inbox itself.\n', 403);
    }
    await next();
    return undefined;
  };
