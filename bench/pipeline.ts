// Whole-pipeline mails per second, against the bare fetch → parse → 2 sends → move of the same mails in the same run, all into a discarding SMTP sink.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { games } from '#games/index.ts';
import { secrets } from '#adapters/crypto/secrets.ts';
import { systemClock } from '#adapters/clock.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import { openInFlightFile } from '#adapters/in-flight.ts';
import { type ThreadMime, startMimeThread } from '#adapters/mime/thread.ts';
import { createSmtpSender } from '#adapters/smtp/sender.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { createMemoryStore } from '#adapters/store/memory.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { limits } from '#core/kernel/limits.ts';
import { createInMemoryLeases } from '#service/leases.ts';
import { createService, type Ports, type Settings } from '#service/create-service.ts';
import { startRasterThread } from '#adapters/workers/raster.ts';
import type { Beside } from './beside.ts';
import { median } from './median.ts';
import { moves } from './moves.ts';
import { profiled } from './profile.ts';
import type { Log, Store } from '#service/ports.ts';

const MAILS = Number(process.argv[2] ?? 400);
const ROUNDS = Number(process.argv[3] ?? 3);
const PROFILE = process.argv.includes('--profile');
const CONNECTIONS = 5;
const BATCH = 50;
const OWN = { local: 'games', domain: 'example.test' };
const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, facts) => console.error(event, facts),
};
const PARSE = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true } as const;

async function main(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'beside.js'));
  const beside = await new Promise<Beside>(resolve => child.once('message', message => resolve(message as Beside)));
  const rows: { readonly name: string; readonly rates: number[]; readonly busy: number[] }[] = [
    'bare: fetch, parse, 2 sends, move',
    'nexpost, memory store, text',
    'nexpost, memory store, text and HTML',
    'nexpost, JSON store (fsync), text and HTML',
    'nexpost, JSON store (fsync), text, HTML and PNG',
  ].map(name => ({ name, rates: [], busy: [] }));
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-bench-data-'));
  for (let round = 0; round < ROUNDS + 1; round++) {
    const runs = [
      () => bare(beside),
      async () => whole(beside, createMemoryStore(), 'text'),
      async () => whole(beside, createMemoryStore(), 'html'),
      async () => whole(beside, await openJsonStore(join(dir, `h${round}`), quiet), 'html'),
      async () => whole(beside, await openJsonStore(join(dir, `p${round}`), quiet), 'png'),
    ];
    for (const [index, run] of runs.entries()) {
      const { seconds, cpuSeconds } = await run();
      // The first round warms up.
      if (round === 0) continue;
      rows[index]?.rates.push(MAILS / seconds);
      rows[index]?.busy.push((1_000 * cpuSeconds) / MAILS);
    }
  }
  const base = median(rows[0]?.rates ?? []);
  const table = rows.map(({ name, rates, busy }) => ({
    name,
    perSecond: Math.round(median(rates)),
    ratio: Number((median(rates) / base).toFixed(2)),
    // Of all threads: on a shared machine it says more than the clock.
    cpuMsPerMail: Number(median(busy).toFixed(2)),
  }));
  console.table(table);
  console.log(JSON.stringify({ bench: 'pipeline', mails: MAILS, rounds: ROUNDS, table }));
  await rm(dir, { recursive: true, force: true });
  child.send('end');
}

interface Cost {
  readonly seconds: number;
  /** Of all threads of this process. */
  readonly cpuSeconds: number;
}

/** What has passed since, when it is asked. */
function stopwatch(): () => Cost {
  const begin = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - begin) / 1_000, cpuSeconds: (user + system) / 1e6 };
  };
}

/** What a board mail holds, as its reader has set it: text; a table in HTML as well; or a picture. */
type Manner = 'text' | 'html' | 'png';

interface Account {
  readonly user: string;
  readonly pass: string;
}

async function openImap({ imap, password }: Beside): Promise<ImapFlow> {
  const auth: Account = { user: 'games@example.test', pass: password };
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: imap,
    secure: false,
    doSTARTTLS: false,
    disableCompression: true,
    disableAutoIdle: true,
    auth,
    logger: false,
  });
  await client.connect();
  await client.mailboxOpen('INBOX');
  return client;
}

/** Lays the mails into the mailbox the service reads. */
async function preload(beside: Beside, mails: readonly Buffer[]): Promise<void> {
  const client = await openImap(beside);
  const old = await client.search({ all: true }, { uid: true });
  if (old !== false && old !== undefined && old.length > 0) await client.messageDelete(old, { uid: true });
  await client.mailboxCreate('Processed').catch(() => undefined);
  for (const mail of mails) await client.append('INBOX', mail);
  await client.logout();
}

async function bare(beside: Beside): Promise<Cost> {
  const { ports, reader } = portsOf(createMemoryStore());
  await preload(beside, await moves(createService(ports, settings('text')).context, MAILS, 'text'));
  await reader.close();
  const client = await openImap(beside);
  const transport = createTransport({
    host: '127.0.0.1',
    port: beside.sink,
    secure: false,
    ignoreTLS: true,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
  });
  const cost = stopwatch();
  const found = await client.search({ all: true }, { uid: true });
  const uids = found === false || found === undefined ? [] : found;
  for (let at = 0; at < uids.length; at += BATCH) {
    const some = uids.slice(at, at + BATCH);
    const fetched = await client.fetchAll(some, { uid: true, source: true }, { uid: true });
    await Promise.all(
      fetched.map(async ({ source }) => {
        const mail = await simpleParser(source ?? Buffer.alloc(0), PARSE);
        const answer = (to: string): Promise<unknown> =>
          transport.sendMail({
            from: 'games@example.test',
            to,
            subject: `Re: ${mail.subject ?? ''}`,
            ...(mail.messageId === undefined ? {} : { inReplyTo: mail.messageId, references: mail.messageId }),
            headers: { 'Auto-Submitted': 'auto-replied' },
            text: `Received:\n${(mail.text ?? '').slice(0, 300)}`,
          });
        await Promise.all([answer('alice@example.test'), answer('bob@example.test')]);
      }),
    );
    await client.messageMove(some, 'Processed', { uid: true });
  }
  const spent = cost();
  transport.close();
  await client.logout();
  return spent;
}

/** The whole service: IMAP in, SMTP out, until the last mail of the last board has gone. */
async function whole(beside: Beside, store: Store, manner: Manner): Promise<Cost> {
  const { ports, reader } = portsOf(store);
  const mails = await moves(createService(ports, settings(manner)).context, MAILS, manner === 'text' ? 'text' : 'html');
  await settle(store);
  await preload(beside, mails);
  const imap = {
    host: '127.0.0.1',
    port: beside.imap,
    secure: false,
    user: 'games@example.test',
    password: beside.password,
    inbox: 'INBOX',
    processed: 'Processed',
    quarantine: 'Quarantine',
    sweepSeconds: 60,
  };
  const mailbox = createImapMailbox(imap, { mailBytes: limits.mailBytes }, systemClock, quiet);
  const smtp = createSmtpSender(
    { host: '127.0.0.1', port: beside.sink, secure: false, user: '', password: '', connections: CONNECTIONS },
    quiet,
  );
  let sent = 0;
  const stop = new AbortController();
  const running = createService(
    {
      ...ports,
      mailbox,
      sender: {
        close: smtp.close,
        send: async mail => {
          const result = await smtp.send(mail);
          sent += 1;
          if (sent === 2 * MAILS) stop.abort();
          return result;
        },
      },
    },
    settings(manner),
  );
  const work = async (): Promise<Cost> => {
    const cost = stopwatch();
    await Promise.all([running.inbox.run(stop.signal), running.outbox.run(stop.signal)]);
    return cost();
  };
  const spent = manner === 'html' && PROFILE ? await shown(work) : await work();
  await mailbox.close();
  await smtp.close();
  await store.close();
  await ports.raster.close();
  await reader.close();
  return spent;
}

async function shown(work: () => Promise<Cost>): Promise<Cost> {
  const { value, shares, idle } = await profiled(work);
  console.log(`where the busy time goes (idle ${idle} %):`);
  console.table(shares.slice(0, 24));
  return value;
}

function portsOf(store: Store): { readonly ports: Ports; readonly reader: ThreadMime } {
  const reader = startMimeThread(quiet);
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    reader,
    ports: {
      archive: { erase: () => Promise.resolve() },
      mailbox: { next: () => Promise.resolve([]), dispose: nothing, close: nothing },
      sender: { send: () => Promise.resolve({ kind: 'sent' }), close: nothing },
      engines: { search: () => Promise.reject(new Error('nobody plays against a robot here')), close: nothing },
      store,
      claims: createInMemoryLeases(),
      mime: reader,
      inHand: openInFlightFile(join(tmpdir(), `nexpost-bench-in-hand-${process.pid}.json`), quiet),
      raster: startRasterThread(quiet),
      secrets: secrets(Buffer.alloc(32, 1)),
      clock: systemClock,
      log: quiet,
      fingerprint: text => createHash('sha256').update(text).digest('hex'),
    },
  };
}

const settings = (manner: Manner): Settings => ({
  own: OWN,
  name: 'nexpost',
  pictures: manner === 'png',
  webUrl: '',
  servers: ['example.test'],
  games,
  robots: [],
  templates: loadTemplates(games.map(game => game.name)),
  guessLanguage: () => null,
});

/** Sends away what the set-up left in the outbox. */
async function settle(store: Store): Promise<void> {
  for (const mail of await store.dueMail(Date.now() + 1, 10_000)) await store.markMail(mail.id, { kind: 'sent' });
}

await main();
