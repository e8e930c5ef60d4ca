// Measures whole mails a second, against a bare mail loop (fetch, parse, 2 sends, move) in the same run.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { systemClock } from '#adapters/clock.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import { openInFlightFile } from '#adapters/in-flight.ts';
import { startMimeThread } from '#adapters/mime/thread.ts';
import { createSmtpSender } from '#adapters/smtp/sender.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { createMemoryStore } from '#adapters/store/memory.ts';
import { startRasterThread } from '#adapters/workers/raster.ts';
import { limits } from '#core/kernel/limits.ts';
import { startEmbedded } from '#trial/start-embedded.ts';
import { createService, type Ports } from '#service/create-service.ts';
import type { Store } from '#service/ports.ts';
import { lab, mail } from '#test/service/lab.ts';
import { testPorts, testSettings } from '#test/service/ports.ts';
import { addressOf, bytesOf, compare, median, quiet } from './kit.ts';

const MAILS = Number(process.argv[2] ?? 400);
const ROUNDS = Number(process.argv[3] ?? 3);
const CONNECTIONS = 5;
const BATCH = 50;
const SERVICE = addressOf('games');
const PARSE = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true } as const;
/** How this file is started as the mail servers. */
const SERVERS = 'servers';

interface Servers {
  readonly imap: number;
  readonly password: string;
  /** The port of an SMTP server that throws everything away. */
  readonly sink: number;
}

/** The mail servers run in a process of their own, so that only the other side of the mails is measured. */
async function serve(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-bench-'));
  const ports = { smtpPort: 0, imapPort: 0 };
  const options = { ...ports, dir, domain: 'example.test', service: 'games', log: () => undefined };
  const embedded = await startEmbedded(options);
  const sink = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    maxClients: 100,
    onData: (stream, _session, done) => stream.resume().once('end', done),
  }).listen(0, '127.0.0.1');
  await once(sink, 'listening');
  const { port } = sink.address() as { readonly port: number };
  process.once('disconnect', () => {
    void embedded
      .close()
      .then(() => rm(dir, { recursive: true, force: true }))
      .then(() => process.exit(0));
  });
  process.send?.({ imap: embedded.imapPort, password: embedded.servicePassword, sink: port } satisfies Servers);
}

interface Cost {
  readonly seconds: number;
  /** Of all threads of this process. */
  readonly cpuSeconds: number;
}

/** Starts a stopwatch. A call of it returns what has passed. */
function startStopwatch(): () => Cost {
  const began = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - began) / 1_000, cpuSeconds: (user + system) / 1e6 };
  };
}

/** The contents of a board mail: text, a table in HTML as well, or a picture. */
type Form = 'text' | 'html' | 'png';

/** Opens boards, and returns the first move on each: a reply with the board quoted below. The threads in `ports` are warm afterwards. */
async function openBoards(store: Store, form: Form, ports: Partial<Ports> = {}): Promise<readonly Buffer[]> {
  const { deliver } = lab({ store, clock: systemClock, robots: [], pictures: form === 'png', ...ports });
  // A player can wait on a limited number of boards for the other's first move.
  const pairs = Math.ceil(MAILS / limits.boardsUnanswered);
  for (let pair = 0; pair < pairs; pair++)
    for (const userid of [`alice${pair}`, `bob${pair}`]) {
      await deliver(mail({ from: addressOf(userid), subject: `signup ${userid}` }));
      if (form === 'text') await deliver(mail({ from: addressOf(userid), subject: 'set mail=text' }));
    }
  const replies: Buffer[] = [];
  for (let index = 0; index < MAILS; index++) {
    const [alice, bob] = [`alice${index % pairs}`, `bob${index % pairs}`];
    const from = addressOf(alice);
    const sent = await deliver(mail({ from, subject: `nex challenge -size=11 ${alice} ${bob}` }));
    const replyTo = sent.find(({ to, subject }) => to.includes(from) && subject.startsWith('New Nex Board'))!;
    const quote = replyTo.text
      .split('\n')
      .slice(0, 30)
      .map(line => `> ${line}`);
    // The moves differ, so that no picture is drawn once for many boards.
    const [row, column] = ['abcdefghij'.charAt(index % 10), (Math.floor(index / 10) % 10) + 1];
    const move = `${row}${column},k${(Math.floor(index / 100) % 10) + 1}`;
    const body = [move, '', 'Your move!', '', 'On Sat, 21 Nov 2026, nexpost wrote:', ...quote, ''].join('\n');
    replies.push(bytesOf(mail({ from, subject: `Re: ${replyTo.subject}`, replyTo, body })));
  }
  return replies;
}

async function openImap({ imap, password }: Servers): Promise<ImapFlow> {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port: imap, secure: false, doSTARTTLS: false, auth: { user: SERVICE, pass: password } },
    ...{ disableCompression: true, disableAutoIdle: true, logger: false },
  });
  await client.connect();
  await client.mailboxOpen('INBOX');
  return client;
}

async function findAll(client: ImapFlow): Promise<readonly number[]> {
  const found = await client.search({ all: true }, { uid: true });
  return found === false || found === undefined ? [] : found;
}

/** Puts the mails into the mailbox that is read, in place of all that is there. */
async function fillMailbox(servers: Servers, mails: readonly Buffer[]): Promise<void> {
  const client = await openImap(servers);
  const old = await findAll(client);
  if (old.length > 0) await client.messageDelete([...old], { uid: true });
  await client.mailboxCreate('Processed').catch(() => undefined);
  for (const each of mails) await client.append('INBOX', each);
  await client.logout();
}

/** The bare loop. */
async function runBare(servers: Servers): Promise<Cost> {
  await fillMailbox(servers, await openBoards(createMemoryStore(), 'text'));
  const client = await openImap(servers);
  const transport = createTransport({
    ...{ host: '127.0.0.1', port: servers.sink, secure: false, ignoreTLS: true },
    ...{ pool: true, maxConnections: CONNECTIONS, maxMessages: Infinity },
  });
  const answer = async (source: Buffer): Promise<void> => {
    const { subject = '', messageId, text = '' } = await simpleParser(source, PARSE);
    const reply = {
      ...{ from: SERVICE, subject: `Re: ${subject}`, text: `Received:\n${text.slice(0, 300)}` },
      ...(messageId === undefined ? {} : { inReplyTo: messageId, references: messageId }),
      headers: { 'Auto-Submitted': 'auto-replied' },
    };
    await Promise.all(['alice', 'bob'].map(userid => transport.sendMail({ ...reply, to: addressOf(userid) })));
  };
  const stopwatch = startStopwatch();
  const uids = await findAll(client);
  for (let at = 0; at < uids.length; at += BATCH) {
    const some = uids.slice(at, at + BATCH);
    const fetched = await client.fetchAll(some, { uid: true, source: true }, { uid: true });
    await Promise.all(fetched.map(({ source }) => answer(source ?? Buffer.alloc(0))));
    await client.messageMove(some, 'Processed', { uid: true });
  }
  const cost = stopwatch();
  transport.close();
  await client.logout();
  return cost;
}

/** The whole service: from IMAP to SMTP, until the last mail of the last board is sent. */
async function runService(servers: Servers, store: Store, form: Form): Promise<Cost> {
  const threads = { mime: startMimeThread(quiet), raster: startRasterThread(quiet) };
  await fillMailbox(servers, await openBoards(store, form, threads));
  const server = { host: '127.0.0.1', secure: false };
  const imap = {
    ...{ ...server, port: servers.imap, user: SERVICE, password: servers.password, sweepSeconds: 60 },
    ...{ inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine' },
  };
  const mailbox = createImapMailbox(imap, { mailBytes: limits.mailBytes }, systemClock, quiet);
  const smtp = createSmtpSender(
    { ...server, port: servers.sink, user: '', password: '', connections: CONNECTIONS },
    quiet,
  );
  let sent = 0;
  const stop = new AbortController();
  const send: typeof smtp.send = async outgoing => {
    const result = await smtp.send(outgoing);
    sent += 1;
    if (sent === 2 * MAILS) stop.abort();
    return result;
  };
  const inFlight = openInFlightFile(join(tmpdir(), `nexpost-bench-in-flight-${process.pid}.json`), quiet);
  const service = createService(
    testPorts({ store, mailbox, ...threads, inFlight, clock: systemClock, log: quiet, sender: { ...smtp, send } }),
    testSettings({ robots: [], pictures: form === 'png' }),
  );
  const stopwatch = startStopwatch();
  await Promise.all([service.inbox.run(stop.signal), service.outbox.run(stop.signal)]);
  const cost = stopwatch();
  for (const each of [mailbox, smtp, store, threads.raster, threads.mime]) await each.close();
  return cost;
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, [SERVERS]);
  const [servers] = (await once(child, 'message')) as [Servers];
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-bench-data-'));
  const openFolder = (name: string): Promise<Store> => openJsonStore(join(dir, name), quiet);
  const runs: Readonly<Record<string, (round: number) => Promise<Cost>>> = {
    'bare: fetch, parse, 2 sends, move': () => runBare(servers),
    'nexpost, memory store, text': () => runService(servers, createMemoryStore(), 'text'),
    'nexpost, memory store, text and HTML': () => runService(servers, createMemoryStore(), 'html'),
    'nexpost, JSON store (fsync), text and HTML': async round =>
      runService(servers, await openFolder(`html${round}`), 'html'),
    'nexpost, JSON store (fsync), text, HTML and PNG': async round =>
      runService(servers, await openFolder(`png${round}`), 'png'),
  };
  const rounds: Cost[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const costs: Cost[] = [];
    for (const run of Object.values(runs)) costs.push(await run(round));
    // The first round warms up.
    if (round > 0) rounds.push(costs);
  }
  const rates = compare(rounds.map(costs => costs.map(({ seconds }) => MAILS / seconds)));
  const table = Object.keys(runs).map((name, index) => ({
    ...{ name, perSecond: Math.round(rates[index]!.middle), ratio: Number(rates[index]!.ratio.toFixed(2)) },
    // On a shared machine this says more than the time that passes.
    cpuMsPerMail: Number(median(rounds.map(costs => (1_000 * costs[index]!.cpuSeconds) / MAILS)).toFixed(2)),
  }));
  console.table(table);
  console.log(JSON.stringify({ bench: 'pipeline', mails: MAILS, rounds: ROUNDS, table }));
  await rm(dir, { recursive: true, force: true });
  child.disconnect();
}

await (process.argv[2] === SERVERS ? serve() : measure());
