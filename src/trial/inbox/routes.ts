// The inbox in the browser: its page, the requests of that page, and their access control.
// The inbox is a mail program: it speaks IMAP and SMTP to the embedded mail server.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { formatPolicy } from '#adapters/web/guard.ts';
import type { WebSettings } from '#adapters/web/messages.ts';
import { type Replies, type Site, languageOf } from '#adapters/web/site.ts';
import { localeOf, say } from '#core/kernel/sentence.ts';
import { inboxLimits } from './limits.ts';
import { renderMailPage } from './mail-page.ts';
import { type Mailboxes, TooManyMailboxes, watchMailboxes } from './mailboxes.ts';
import { MailRefused, type OpenedMail, UnreadableMail, parseWrittenMail, readMail, sendMail } from './mails.ts';
import { INBOX_WORDS, type InboxFacts, type InboxRefusal, type MailboxNews, SECRET_HEADER } from './shapes.ts';

/** The embedded mail servers that the inbox uses. */
interface InboxServers {
  readonly smtp: number;
  readonly imap: number;
  /** The service's own address. Its mailbox is the service's work list and is not shown. */
  readonly service: string;
  /** The end of the inbox's address. The program prints it, and any visitor with it may see the mailboxes. */
  readonly key: string;
  /** A page needs it to send mail. It changes at each start of the server. */
  readonly secret: string;
}

/** null: there is no inbox, because the mail servers are real ones, or other machines can reach the pages. */
export function findInboxServers({ connect, host, address }: WebSettings): InboxServers | null {
  if (connect === null || !['127.0.0.1', '::1', 'localhost'].includes(host)) return null;
  return { ...connect, service: address, secret: randomBytes(32).toString('base64url') };
}

/** The port may differ, for instance behind a tunnel. A foreign site cannot use these names, whatever its own name resolves to (DNS rebinding). */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (left: string, right: string): boolean => timingSafeEqual(hashText(left), hashText(right));

/** A name for each port: cookies are shared by all ports, and another nexpost may run on this machine. */
const cookieOf = (host: string): string => `nexpost-inbox-${/:(\d+)$/.exec(host)?.[1] ?? '80'}`;
const COOKIE_OPTIONS = { path: '/inbox', httpOnly: true, sameSite: 'Strict' } as const;

/**
 * Is the request from the inbox itself? Links from anywhere may lead to the page, which alone shows nothing. Paths below it answer only its
 * own pages. A POST also needs the secret of its page.
 */
function isOwnPage(c: Context, host: string, secret: string): boolean {
  const site = c.req.header('Sec-Fetch-Site') ?? 'same-origin';
  const isPost = c.req.method === 'POST';
  if (c.req.path !== '/inbox' && site !== 'same-origin' && (site !== 'none' || isPost)) return false;
  if (!isPost) return true;
  const isOwn = c.req.header('Origin')?.toLowerCase() === `http://${host.toLowerCase()}`;
  return isOwn && isSame(c.req.header(SECRET_HEADER) ?? '', secret);
}

/** `sendLocked`: the page for a browser that has not been opened with the key. */
const createAccess =
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
    if (!isSame(getCookie(c, cookieOf(host)) ?? '', key)) return sendLocked(c, host);
    if (!isOwnPage(c, host, secret)) return c.text('Only for the inbox itself.\n', 403);
    await next();
    return undefined;
  };

/** Milliseconds before a browser reconnects. */
const AGAIN_MS = 1_000;

/**
 * Streams changes to a page as Server-Sent Events. Each event is the whole list, so that no change can be missed.
 * Resolves when the page is closed, a connection is lost or the time is over. Rejects if a mailbox cannot be opened.
 */
async function follow(stream: SSEStreamingApi, { list, watch }: Mailboxes, names: readonly string[]): Promise<void> {
  const due = new Set(names);
  const over = new AbortController();
  const isOver = (): boolean => over.signal.aborted;
  let wake = (): void => undefined;
  const end = (): void => {
    over.abort();
    wake();
  };
  stream.onAbort(end);
  const ends = Date.now() + inboxLimits.streamMs;
  const stops: (() => void)[] = [];
  try {
    for (const name of names) {
      const sendChange = (): void => {
        due.add(name);
        wake();
      };
      stops.push(await watch(name, { changed: sendChange, lost: end }));
    }
    while (!isOver() && Date.now() < ends) {
      for (const name of [...due]) {
        due.delete(name);
        const news: MailboxNews = { name, mails: await list(name) };
        await stream.writeSSE({ event: 'mailbox', data: JSON.stringify(news), retry: AGAIN_MS });
      }
      if (due.size > 0 || isOver()) continue;
      const isQuiet = await new Promise<boolean>(resolve => {
        const timer = setTimeout(() => resolve(true), inboxLimits.pulseMs);
        wake = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      if (isQuiet) await stream.write(':\n\n');
    }
  } finally {
    for (const stop of stops) stop();
  }
}

const PAGE_POLICY = formatPolicy("frame-src 'self'", "frame-ancestors 'none'");
/** An HTML mail runs nothing and loads nothing, in its frame or opened alone. Its links open outside the frame. */
const MAIL_SANDBOX = 'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';
const MAIL_POLICY = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; ${MAIL_SANDBOX}`;
const SOURCE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

const MAILBOX = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const UID = '/:name/:uid{[1-9]\\d{0,8}}';

type Failure = 'no-mailbox' | 'not-sent' | 'refused' | 'unreadable' | 'busy' | 'no-server';

const pageOf = (template: string, view: object): Parameters<Site['render']>[0] => ({
  ...{ template, view, frame: { title: 'nexpost', part: 'inbox', path: '/inbox' } },
});

export function addInboxRoutes(web: Hono, site: Site, replies: Replies, servers: InboxServers): void {
  const [local = '', domain = ''] = servers.service.toLowerCase().split('@');
  const boxes = watchMailboxes(servers.imap, domain);
  const isMailbox = (name: string): boolean =>
    name.length <= inboxLimits.nameLength && MAILBOX.test(name) && name !== local;
  const refuse = (c: Context, failure: Failure, status: 400 | 404 | 413 | 422 | 502 | 503, why = ''): Response => {
    const said = say(site.templates[languageOf(c)].sentences, { code: `web-inbox-${failure}`, parts: { why } });
    return c.json({ why: said } satisfies InboxRefusal, status);
  };

  addAssetRoutes(web, site, replies);
  web.use(
    '/inbox/*',
    createAccess(servers, (c, host) => c.html(site.render(pageOf('locked', { host }), languageOf(c)), 403)),
  );
  web.get('/inbox', c => {
    c.header('Content-Security-Policy', PAGE_POLICY);
    // The facts are data for the script of the page.
    const facts = JSON.stringify(factsOf(site, servers, c));
    return c.html(site.render(pageOf('inbox', { facts, domain }), languageOf(c)));
  });

  const below = new Hono();
  const live = streamsOf(boxes, site.log);
  below.onError((error, c) => {
    if (error instanceof TooManyMailboxes) return refuse(c, 'busy', 503);
    if (error instanceof MailRefused) return refuse(c, 'refused', 422, error.message);
    if (error instanceof UnreadableMail) return refuse(c, 'unreadable', 422);
    site.log.warn('inbox-failed', { why: error.message });
    return refuse(c, 'no-server', 502);
  });
  below.get('/live', c => {
    const names = c.req.queries('as') ?? [];
    const areMailboxes = names.length > 0 && names.length <= inboxLimits.besides && names.every(isMailbox);
    return areMailboxes && c.req.raw.method === 'GET' ? live(c, names) : refuse(c, 'no-mailbox', 404);
  });
  below.use('/:name/*', async (c: Context, next) => {
    if (!isMailbox(c.req.param('name') ?? '')) return refuse(c, 'no-mailbox', 404);
    await next();
    return undefined;
  });
  addMailRoutes(below, boxes, replies);
  const limited = bodyLimit({ maxSize: inboxLimits.postBytes, onError: c => refuse(c, 'not-sent', 413) });
  below.post('/:name/send', limited, async c => {
    const mail = parseWrittenMail(await c.req.json().catch(() => null));
    if (mail === null) return refuse(c, 'not-sent', 400);
    const name = c.req.param('name');
    const answered = mail.answers === null ? null : await readOf(boxes, name, String(mail.answers));
    await sendMail(servers.smtp, `${name}@${domain}`, mail, answered?.thread ?? null);
    return c.body(null, 204);
  });
  web.route('/inbox', below);
}

/** The assets of the page, served only if there is an inbox. */
function addAssetRoutes(web: Hono, { root }: Site, { sendFile }: Replies): void {
  for (const name of ['inbox.js', 'locked.js']) {
    const script = readFileSync(join(root, 'dist', 'browser', name), 'utf8');
    web.get(`/assets/${name}`, c => sendFile(c, 'text/javascript; charset=utf-8', script));
  }
  const style = readFileSync(join(root, 'templates', 'web', 'inbox.css'), 'utf8');
  web.get('/assets/inbox.css', c => sendFile(c, 'text/css; charset=utf-8', style));
}

function factsOf(site: Site, { secret, service }: InboxServers, c: Context): InboxFacts {
  const { sentences } = site.templates[languageOf(c)];
  const words = INBOX_WORDS.map(word => [word, sentences[`web-inbox-${word}`]]);
  return { secret, service, locale: localeOf(sentences), words: Object.fromEntries(words) as InboxFacts['words'] };
}

const readOf = async (boxes: Mailboxes, name: string, uid: string): Promise<OpenedMail | null> => {
  const source = await boxes.source(name, Number(uid));
  return source === null ? null : readMail(Number(uid), source);
};

/** The routes of a mail: its content, its HTML for a frame, its source, its files, and marking it as read. */
function addMailRoutes(below: Hono, boxes: Mailboxes, { sendNotFound }: Replies): void {
  below.get('/:name/mails', async c => c.json(await boxes.list(c.req.param('name'))));
  below.get(UID, async c => {
    const mail = await readOf(boxes, c.req.param('name'), c.req.param('uid'));
    return mail === null ? sendNotFound(c) : c.json(mail.shown);
  });
  below.get(`${UID}/html`, async c => {
    const mail = await readOf(boxes, c.req.param('name'), c.req.param('uid'));
    if (mail === null || mail.html === '') return sendNotFound(c);
    // In its frame it is of the inbox's origin, so that the inbox can measure it. No script runs in it, so nothing in it can use that.
    const isFramed = c.req.header('Sec-Fetch-Dest') === 'iframe';
    c.header('Content-Security-Policy', isFramed ? `${MAIL_POLICY} allow-same-origin` : MAIL_POLICY);
    return c.html(renderMailPage(mail, c.req.param('name'), c.req.query('pictures') !== 'none'));
  });
  below.get(`${UID}/source`, async c => {
    const source = await boxes.source(c.req.param('name'), Number(c.req.param('uid')));
    if (source === null) return sendNotFound(c);
    c.header('Content-Security-Policy', SOURCE_POLICY);
    return c.text(source.subarray(0, inboxLimits.sourceBytes).toString('utf8'));
  });
  below.get(`${UID}/files/:index{\\d{1,3}}`, async c => {
    const mail = await readOf(boxes, c.req.param('name'), c.req.param('uid'));
    const found = mail?.files[Number(c.req.param('index'))];
    if (found === undefined) return sendNotFound(c);
    c.header('Content-Security-Policy', SOURCE_POLICY);
    c.header('Content-Disposition', `attachment; filename="${found.name.replace(/[^\w.-]/g, '_')}"`);
    return c.body(new Uint8Array(found.content), 200, { 'Content-Type': 'application/octet-stream' });
  });
  below.post(`${UID}/seen`, async c => {
    await boxes.markSeen(c.req.param('name'), Number(c.req.param('uid')));
    return c.body(null, 204);
  });
}

/** Streams mailbox changes. Limits the pages that wait at once: a page over the limit must try again later. */
function streamsOf(boxes: Mailboxes, log: Site['log']): (c: Context, names: readonly string[]) => Response {
  let waiting = 0;
  return (c, names) => {
    if (waiting >= inboxLimits.streams) throw new TooManyMailboxes();
    waiting += 1;
    return streamSSE(c, stream =>
      follow(stream, boxes, names)
        .catch((error: unknown) => log.warn('inbox-failed', { why: String(error) }))
        .finally(() => {
          waiting -= 1;
        }),
    );
  };
}
