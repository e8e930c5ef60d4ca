// The routes of the inbox: its page, and the requests of that page.
// The inbox is a mail program: it speaks IMAP and SMTP to the embedded mail server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { localeOf, say } from '#core/kernel/sentence.ts';
import { formatPolicy } from '#adapters/web/guard.ts';
import { languageOf, type Replies, type Site } from '#adapters/web/site.ts';
import { createAccess } from './access.ts';
import { inboxLimits } from './limits.ts';
import { follow } from './live.ts';
import { renderMailPage } from './mail-page.ts';
import { type Mailboxes, watchMailboxes, TooManyMailboxes } from './mailboxes.ts';
import { type OpenedMail, readMail, UnreadableMail } from './read-mail.ts';
import { MailRefused, sendMail, parseWrittenMail } from './send.ts';
import type { InboxServers } from './servers.ts';
import { INBOX_WORDS, type InboxFacts, type InboxRefusal } from './shapes.ts';

const PAGE_POLICY = formatPolicy("frame-src 'self'", "frame-ancestors 'none'");
/** An HTML mail runs nothing and loads nothing, in its frame or opened alone. Its links open outside the frame. */
const MAIL_SANDBOX = 'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';
const MAIL_POLICY = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; ${MAIL_SANDBOX}`;
/** In its frame it is of the inbox's origin, so that the inbox can measure it. No script runs in it, so nothing in it can use that. */
const mailPolicyOf = (c: Context): string =>
  c.req.header('Sec-Fetch-Dest') === 'iframe' ? `${MAIL_POLICY} allow-same-origin` : MAIL_POLICY;
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
    c.header('Content-Security-Policy', mailPolicyOf(c));
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
