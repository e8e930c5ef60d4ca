// A whole service in memory for tests: mails in as text, mails out as parsed parts; time moves only when a test moves it.
import { createHash } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { games } from '../../games/index.ts';
import { secrets } from '../../src/adapters/auth/secrets.ts';
import { mime } from '../../src/adapters/mime/index.ts';
import { memoryStore } from '../../src/adapters/store/memory.ts';
import { stationery } from '../../src/adapters/templates/stationery.ts';
import { searchSessions } from '../../src/adapters/workers/search-sessions.ts';
import { robots } from '../../src/core/accounts/robots.ts';
import { commands } from '../../src/core/commands/index.ts';
import { courier } from '../../src/service/courier.ts';
import type { PostmanParts } from '../../src/service/postman.ts';
import { postman } from '../../src/service/postman.ts';
import type { Delivered, Outgoing, Store } from '../../src/service/ports.ts';
import { robotsAtBoards } from '../../src/service/robots.ts';
import { freeHand } from './free-hand.ts';
import { stillRaster } from './still-raster.ts';

export const START = Date.UTC(2026, 10, 21, 10, 0, 0);

export interface Received {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly replyTo: string;
  readonly headers: ReadonlyMap<string, unknown>;
  readonly raw: string;
}

export interface Lab {
  readonly store: Store;
  /** Delivers a mail as bytes and returns what the service sent because of it. */
  readonly deliver: (raw: string) => Promise<readonly Received[]>;
  readonly pass: (ms: number) => void;
  readonly log: readonly string[];
}

export function lab(overrides: Partial<PostmanParts> = {}): Lab {
  let now = START;
  const log: string[] = [];
  const sent: Outgoing[] = [];
  const write = (event: string, facts?: object): void => {
    log.push(`${event} ${JSON.stringify(facts ?? {})}`);
  };
  const store = overrides.store ?? memoryStore();
  const clock = {
    now: () => now,
    sleep: (ms: number) => {
      now += ms;
      return Promise.resolve();
    },
  };
  const vault = secrets(Buffer.alloc(32, 7), { N: 16, r: 1, p: 1 });
  const parts: PostmanParts = {
    mailbox: { next: () => Promise.resolve([]), dispose: () => Promise.resolve(), close: () => Promise.resolve() },
    store,
    mime,
    raster: stillRaster,
    inHand: freeHand,
    secrets: vault,
    clock,
    log: { info: write, warn: write, error: write },
    office: { stationery: stationery(games.map(game => game.name)), ownName: 'nexpost', pictures: true },
    games,
    commands,
    trust: { own: { local: 'games', domain: 'example.test' }, servers: ['example.test'], sign: vault.sign },
    fingerprint: text => createHash('sha256').update(text).digest('hex'),
    wakeCourier: () => undefined,
    robots,
    changed: keys => {
      atBoards.changed(keys);
    },
    ...overrides,
  };
  const think = searchSessions(() => now);
  const atBoards = robotsAtBoards({
    ...parts,
    engines: {
      // As in the thread, but by the simplest engine, whose moves no tuning changes.
      search: thought => Promise.resolve(think({ ...thought, engine: 'random' })),
      close: () => Promise.resolve(),
    },
  });
  const service = postman(parts);
  const out = courier({
    store,
    clock,
    log: parts.log,
    sender: {
      send: mail => {
        sent.push(mail);
        return Promise.resolve({ kind: 'sent' });
      },
      close: () => Promise.resolve(),
    },
  });
  return {
    store,
    log,
    pass: ms => {
      now += ms;
    },
    deliver: async raw => {
      sent.length = 0;
      const bytes = Buffer.from(raw.replace(/\r?\n/g, '\r\n'));
      const delivered: Delivered = { key: '1', size: bytes.length, raw: bytes, isWhole: true };
      await service.work([delivered], new AbortController().signal);
      while ((await out.deliver()) > 0 || (await atBoards.play()) > 0);
      return Promise.all(sent.map(received));
    },
  };
}

async function received(mail: Outgoing): Promise<Received> {
  const parsed = await simpleParser(Buffer.from(mail.raw), { skipHtmlToText: true, skipTextToHtml: true });
  return {
    to: mail.to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: typeof parsed.html === 'string' ? parsed.html : '',
    messageId: parsed.messageId ?? '',
    inReplyTo: parsed.inReplyTo ?? null,
    references: [parsed.references ?? []].flat(),
    replyTo: parsed.replyTo?.value[0]?.address ?? '',
    headers: parsed.headers,
    raw: Buffer.from(mail.raw).toString(),
  };
}

let serial = 0;

export interface Letterhead {
  readonly from: string;
  readonly subject: string;
  readonly body?: string;
  readonly replyTo?: Received;
  readonly headers?: readonly string[];
  /** Leaves Authentication-Results away. */
  readonly unproved?: boolean;
  readonly messageId?: string;
}

/** A mail as a simple client would write it and a receiving server would stamp it. */
export function mail({
  from,
  subject,
  body = '',
  replyTo,
  headers = [],
  unproved = false,
  messageId,
}: Letterhead): string {
  serial += 1;
  return [
    ...(unproved ? [] : [`Authentication-Results: example.test; auth=pass smtp.auth=${from}`]),
    `From: ${from}`,
    `To: ${replyTo?.replyTo ?? 'games@example.test'}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId ?? `<mail-${serial}@client.test>`}`,
    ...(replyTo === undefined ? [] : [`In-Reply-To: ${replyTo.messageId}`, `References: ${replyTo.messageId}`]),
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
  ].join('\n');
}
