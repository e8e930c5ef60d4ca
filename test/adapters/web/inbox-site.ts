// The inbox over a real embedded mail server, reached by HTTP as its page in a browser would; mails come by SMTP.
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { addInboxRoutes } from '#trial/inbox/routes.ts';
import type { MailboxNews, MailRow, ShownMail } from '#trial/inbox/shapes.ts';
import { type EmbeddedServers, startEmbedded } from '#trial/start-embedded.ts';
import { lab } from '#test/service/lab.ts';
import { type Website, website } from './website.ts';

export const SECRET = 'sesame';
/** What a browser sends that was opened with the key. */
export const KEY = 'abc123';
export const cookieAt = (port: number | string): string => `nexpost-inbox-${port}=${KEY}`;

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface Stream {
  readonly status: number;
  /** The next event; rejects when the stream ends before. */
  readonly next: () => Promise<MailboxNews>;
  readonly close: () => void;
}

export interface InboxSite {
  readonly web: Website;
  readonly mail: EmbeddedServers;
  /** As no browser may: with whatever header. */
  readonly ask: (path: string, asking?: Asking) => Promise<Answer>;
  readonly json: <Value>(path: string) => Promise<Value>;
  /** As the page does: its own origin, and the secret. */
  readonly post: (path: string, body: unknown) => Promise<Answer>;
  readonly live: (...names: readonly string[]) => Promise<Stream>;
  /** Somebody with another mail program sends; `raw` is sent as it is. */
  readonly deliver: (from: string, to: string, mail: SendMailOptions) => Promise<void>;
  /** What is in a mailbox, newest first. */
  readonly mails: (name: string) => Promise<readonly MailRow[]>;
  /** The newest mail of a mailbox, as it is read. */
  readonly newest: (name: string) => Promise<ShownMail>;
  readonly close: () => Promise<void>;
}

/** An answer whose body has not been read yet. */
const answered = (
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Asking,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const at = /:(\d+)$/.exec(headers['Host'] ?? `:${port}`)?.[1] ?? '80';
    const all = { Cookie: cookieAt(at), ...headers };
    const asked = request({ host: '127.0.0.1', port, path, method, headers: all, agent: false }, resolve);
    asked.on('error', reject);
    asked.end(body);
  });

function streamOf(answer: IncomingMessage): Stream {
  const lines: AsyncIterator<string, undefined> = createInterface(answer)[Symbol.asyncIterator]();
  // A stream that is closed breaks off.
  answer.on('error', () => undefined);
  const next = async (): Promise<MailboxNews> => {
    for (;;) {
      const { done, value } = await lines.next();
      if (done === true) throw new Error('the stream has ended');
      if (value.startsWith('data: ')) return JSON.parse(value.slice(6)) as MailboxNews;
    }
  };
  return { status: answer.statusCode ?? 0, next, close: () => void answer.destroy() };
}

type Mailer = Pick<ReturnType<typeof mailer>, 'sendMail' | 'close'>;

const mailer = (port: number, user: string) =>
  createTransport({ host: '127.0.0.1', port, pool: true, ignoreTLS: true, auth: { user, pass: 'x' } });

export async function inboxSite(): Promise<InboxSite> {
  const dir = mkdtempSync(join(tmpdir(), 'nexpost-inbox-'));
  const mail = await startEmbedded({
    ...{ dir, smtpPort: 0, imapPort: 0, domain: 'example.test', service: 'games' },
    log: () => undefined,
  });
  const { smtpPort: smtp, imapPort: imap } = mail;
  const servers = { smtp, imap, service: 'games@example.test', secret: SECRET, key: KEY };
  const web = await website(lab(), {
    addInbox: (app, site, replies) => addInboxRoutes(app, site, replies, servers),
  });
  const { port } = web;
  const own = { Origin: `http://127.0.0.1:${port}`, 'X-Inbox-Secret': SECRET, 'Sec-Fetch-Site': 'same-origin' };

  const transports = new Map<string, Mailer>();
  const transportOf = (user: string): Mailer => {
    const known = transports.get(user) ?? mailer(smtp, user);
    transports.set(user, known);
    return known;
  };

  const ask: InboxSite['ask'] = async (path, asking = {}) => {
    const answer = await answered(port, path, asking);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString('utf8') };
  };
  const json = async <Value>(path: string): Promise<Value> => {
    const { status, text } = await ask(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as Value;
  };
  const mails: InboxSite['mails'] = name => json(`/inbox/${name}/mails`);
  return {
    ...{ web, mail, ask, json, mails },
    post: (path, body) => ask(path, { method: 'POST', headers: own, body: JSON.stringify(body) }),
    live: async (...names) =>
      streamOf(await answered(port, `/inbox/live?${names.map(name => `as=${name}`).join('&')}`, {})),
    newest: async name => {
      const [row] = await mails(name);
      if (row === undefined) throw new Error(`${name} has no mail`);
      return json(`/inbox/${name}/${row.uid}`);
    },
    deliver: async (from, to, letter) => {
      await transportOf(from).sendMail({
        from,
        to,
        ...(letter.raw === undefined ? {} : { envelope: { from, to } }),
        ...letter,
      });
    },
    close: async () => {
      for (const transport of transports.values()) transport.close();
      await web.close();
      await mail.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
