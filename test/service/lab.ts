// A whole service in memory for tests: mails in as text, mails out as parsed parts; time moves only when a test moves it.
import { createService, type Ports, type Service, type Settings } from '#service/create-service.ts';
import { getDocument, type DocumentKey, type DocumentKind, type Documents } from '#core/kernel/documents.ts';
import { must } from '#games/kit/assert.ts';
import { commitHeartbeat } from '#service/mailbox-heartbeat.ts';
import type { InboxMail, Outgoing, Store } from '#service/ports.ts';
import { readMail, type ReceivedMail } from './received-mail.ts';
import { START, testPorts, testSettings } from './ports.ts';

export { START } from './ports.ts';

export interface Received extends ReceivedMail {
  /** The sender of the envelope. */
  readonly returnPath: string;
}

export interface Lab {
  readonly store: Store;
  /** Delivers a mail, as bytes or by its parts, and returns what the service sent because of it. */
  readonly deliver: (mail: string | Letterhead) => Promise<readonly Received[]>;
  /** A new mail, and a reply. `from`: a name or an address. */
  readonly write: (from: string, subject: string, body?: string) => Promise<readonly Received[]>;
  readonly reply: (from: string, to: Received, body: string) => Promise<readonly Received[]>;
  /** A document that there is. */
  readonly document: <Kind extends DocumentKind>(key: DocumentKey<Kind>) => Promise<Documents[Kind]>;
  /** One batch, all at once; the first has the key k1. */
  readonly bring: (...raws: readonly string[]) => Promise<unknown>;
  /** What became of the mails that were brought, in order: `processed k1`. */
  readonly disposed: readonly string[];
  /** Everything that waits to be sent. */
  readonly outbox: () => Promise<readonly string[]>;
  readonly pass: (ms: number) => void;
  /** Lives through so many milliseconds: what happens by itself happens when it is due; what the service sent meanwhile. The mailbox is looked at, unless it is said that it cannot be. */
  readonly live: (ms: number, isReachable?: boolean) => Promise<readonly Received[]>;
  readonly now: () => number;
  readonly service: Service;
  readonly context: Service['context'];
  readonly log: readonly string[];
}

/** How closely time is lived through: outages begin at an hour. */
const STEP_MS = 30 * 60_000;

export function inboxMail(text: string, key: string): InboxMail {
  const raw = Buffer.from(text.replace(/\r?\n/g, '\r\n'));
  return { key, size: raw.length, raw, isWhole: true };
}

/** `areRobotsDeaf`: they never notice that it is their turn. */
export function lab(overrides: Partial<Ports & Settings> = {}, { areRobotsDeaf = false } = {}): Lab {
  let now = START;
  const log: string[] = [];
  const sent: Outgoing[] = [];
  const disposed: string[] = [];
  const write = (event: string, facts?: object): void => {
    log.push(`${event} ${JSON.stringify(facts ?? {})}`);
  };
  const ports = testPorts({
    clock: {
      now: () => now,
      sleep: ms => {
        now += ms;
        return Promise.resolve();
      },
    },
    log: { info: write, warn: write, error: write },
    mailbox: {
      next: () => Promise.resolve([]),
      dispose: (keys, to) => {
        disposed.push(...keys.map(key => `${to} ${key}`));
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    },
    sender: {
      send: mail => {
        sent.push(mail);
        return Promise.resolve({ kind: 'sent' });
      },
      close: () => Promise.resolve(),
    },
    ...overrides,
  });
  const service = createService(ports, testSettings(overrides));
  const { inbox, outbox, robots, alarms, heartbeat, context } = service;
  const flush = async (): Promise<void> => {
    while ((await outbox.deliver()) > 0 || (!areRobotsDeaf && (await robots.play()) > 0));
  };
  const look = async (): Promise<void> => {
    heartbeat.beginLook()(true);
    await commitHeartbeat(now, context);
    heartbeat.markStored(now);
  };
  const bring: Lab['bring'] = (...raws) =>
    inbox.processBatch(
      raws.map((raw, index) => inboxMail(raw, `k${index + 1}`)),
      new AbortController().signal,
    );
  const deliver: Lab['deliver'] = async letter => {
    sent.length = 0;
    await alarms.runDue();
    await bring(typeof letter === 'string' ? letter : mail(letter));
    await flush();
    return Promise.all(sent.map(received));
  };
  return {
    ...{ store: ports.store, service, context, log, disposed, bring },
    outbox: async () =>
      (await ports.store.dueMail(Number.MAX_SAFE_INTEGER, 10_000)).map(({ raw }) => Buffer.from(raw).toString()),
    pass: ms => {
      now += ms;
    },
    deliver,
    write: (from, subject, body = '') => deliver({ from, subject, body }),
    reply: (from, to, body) => deliver({ from, subject: `Re: ${to.subject}`, body, replyTo: to }),
    document: async key => {
      const document = getDocument((await ports.store.read([key])).documents, key);
      return must(document ?? undefined, `the document ${key}`);
    },
    live: async (ms, isReachable = true) => {
      sent.length = 0;
      const end = now + ms;
      while (now < end) {
        now = Math.min(end, now + STEP_MS);
        if (isReachable) await look();
        await alarms.runDue();
        await flush();
      }
      return Promise.all(sent.map(received));
    },
    now: () => now,
  };
}

/** A mail of the service as each of its readers has it. */
export const received = async (mail: Outgoing): Promise<Received> => ({
  ...(await readMail(Buffer.from(mail.raw))),
  ...{ returnPath: mail.from, to: mail.to },
});

/** `alice` writes from alice@example.test. Whatever is more than a name is taken as it is. */
export const addressOf = (name: string): string => (/^\w+$/.test(name) ? `${name}@example.test` : name);

/** Who got which Subject. */
export const told = (mails: readonly Received[]): readonly string[] =>
  mails.map(({ to, subject }) => `${to.join(' ')}: ${subject}`);

let serial = 0;

export interface Letterhead {
  /** A name or an address. */
  readonly from: string;
  /** Where it goes; unless it is said, where `replyTo` asks for it, or to the service. */
  readonly to?: string;
  readonly subject: string;
  readonly body?: string;
  readonly replyTo?: Pick<Received, 'replyTo' | 'messageId'>;
  readonly headers?: readonly string[];
  /** Leaves Authentication-Results away. */
  readonly unproved?: boolean;
  readonly messageId?: string;
}

/** A mail as a simple client would write it and a receiving server would stamp it. */
export function mail({
  from,
  to,
  subject,
  body = '',
  replyTo,
  headers = [],
  unproved = false,
  messageId,
}: Letterhead): string {
  serial += 1;
  const address = addressOf(from);
  return [
    ...(unproved ? [] : [`Authentication-Results: example.test; auth=pass smtp.auth=${address}`]),
    `From: ${address}`,
    `To: ${to ?? replyTo?.replyTo ?? 'games@example.test'}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId ?? `<mail-${serial}@client.test>`}`,
    ...(replyTo === undefined ? [] : [`In-Reply-To: ${replyTo.messageId}`, `References: ${replyTo.messageId}`]),
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
  ].join('\n');
}

/** What somebody sends, and the mails it brings about. */
export type Send = (name: string, subject: string, body?: string) => Promise<readonly Received[]>;

/** A lab with accounts, whose mails are proved. */
export async function clubOf(names: readonly string[]): Promise<{ readonly club: Lab; readonly send: Send }> {
  const fresh = lab();
  for (const name of names) await fresh.write(name, `signup ${name}`);
  return { club: fresh, send: fresh.write };
}
