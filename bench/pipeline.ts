// Measures whole mails a second, against a bare mail loop (fetch, parse, 2 sends, move) in the same run.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { systemClock } from '#adapters/clock.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import { openInFlightFile } from '#adapters/in-flight.ts';
import { guessLanguage, loadLanguages } from '#adapters/language/guess.ts';
import { createLog } from '#adapters/log.ts';
import { startMimeThread } from '#adapters/mime/thread.ts';
import type { Verifier } from '#adapters/mime/verified-reading.ts';
import { createSmtpSender } from '#adapters/smtp/sender.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { startRasterThread } from '#adapters/workers/raster.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import { games } from '#games/registry/index.ts';
import { startEmbedded } from '#trial/start-embedded.ts';
import { createService, type Ports } from '#service/create-service.ts';
import type { Outgoing, Store } from '#service/ports.ts';
import { type Received, lab, mail, received } from '#test/service/lab.ts';
import { testPorts, testSettings } from '#test/service/ports.ts';
import { addressOf, bytesOf, compare, median, quiet } from './kit.ts';

const MAILS = Number(process.argv[2] ?? 400);
const ROUNDS = Number(process.argv[3] ?? 6);
const COLD_ROUNDS = Number(process.argv[4] ?? 2);
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
  /** How long the event loop stood still at most. */
  readonly stallMs: number;
}

/** Starts a stopwatch. A call of it returns what has passed. */
function startStopwatch(): () => Cost {
  const began = performance.now();
  const before = process.cpuUsage();
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  return () => {
    const { user, system } = process.cpuUsage(before);
    delays.disable();
    const seconds = (performance.now() - began) / 1_000;
    return { seconds, cpuSeconds: (user + system) / 1e6, stallMs: delays.max / 1e6 };
  };
}

/** The contents of a board mail: text, a table in HTML as well, or a picture. */
type Form = 'text' | 'html' | 'png';

/** A line of the table: what carries the mails. */
interface Row {
  readonly name: string;
  readonly form: Form;
  readonly openStore: (round: number) => Promise<Store>;
  /** As a service runs: it logs, guesses languages and verifies senders. Otherwise the receiving server proves them. */
  readonly isWhole?: boolean;
}

const NEX = must(
  games.find(({ name }) => name === 'nex'),
  'the game nex',
);

/** A board that goes on, and the mail to the player whose turn it is. */
interface Board {
  readonly players: readonly [string, string];
  readonly number: string;
  position: Opaque;
  ply: number;
  last: Pick<Received, 'subject' | 'replyTo' | 'messageId' | 'text'>;
}

const numberOf = (subject: string): string => /Board (\d+)/.exec(subject)?.[1] ?? '';

/** The threads in `ports` are warm afterwards. */
async function openBoards(store: Store, form: Form, ports: Partial<Ports> = {}): Promise<readonly Board[]> {
  const { deliver } = lab({ store, clock: systemClock, robots: [], pictures: form === 'png', ...ports });
  // A player can wait on a limited number of boards for the other's first move.
  const pairs = Math.ceil(MAILS / limits.boardsUnanswered);
  for (let pair = 0; pair < pairs; pair++)
    for (const userid of [`alice${pair}`, `bob${pair}`]) {
      await deliver(mail({ from: addressOf(userid), subject: `signup ${userid}` }));
      if (form === 'text') await deliver(mail({ from: addressOf(userid), subject: 'set mail=text' }));
    }
  const setup = NEX.setup([['size', '11']]);
  if (!setup.ok) throw new Error('a board of 11 by 11');
  const boards: Board[] = [];
  for (let index = 0; index < MAILS; index++) {
    const players = [`alice${index % pairs}`, `bob${index % pairs}`] as const;
    const from = addressOf(players[0]);
    const sent = await deliver(mail({ from, subject: `nex challenge -size=11 ${players.join(' ')}` }));
    const last = must(
      sent.find(({ to, subject }) => to.includes(from) && subject.startsWith('New Nex Board')),
      'a board',
    );
    boards.push({ players, number: numberOf(last.subject), position: NEX.start(setup.value), ply: 0, last });
  }
  return boards;
}

/** The next move on each board: a reply with the board quoted below. The moves differ, so that no picture is drawn once for many boards. */
function writeReplies(boards: readonly Board[], isProved: boolean): readonly Buffer[] {
  return boards.map((board, index) => {
    const { players, position, ply, last } = board;
    const quote = last.text
      .split('\n')
      .slice(0, 30)
      .map(line => `> ${line}`);
    const move = NEX.randomMove(position, createRandom(1_000 * index + ply));
    board.position = NEX.play(position, move);
    board.ply = ply + 1;
    const text = NEX.format(position, move);
    const body = [text, '', 'Your move!', '', 'On Sat, 21 Nov 2026, nexpost wrote:', ...quote, ''].join('\n');
    const from = addressOf(players[ply % 2] ?? '');
    return bytesOf(mail({ from, subject: `Re: ${last.subject}`, replyTo: last, body, unproved: !isProved }));
  });
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
async function runBare(servers: Servers, boards: readonly Board[]): Promise<Cost> {
  await fillMailbox(
    servers,
    writeReplies(
      boards.map(board => ({ ...board })),
      true,
    ),
  );
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

/** A verifier whose name servers know nothing. */
const verifier: Verifier = {
  context: { own: { local: 'games', domain: 'example.test' }, servers: ['example.test'], sealers: [] },
  resolver: { resolveTxt: () => Promise.resolve({ kind: 'none' }) },
  clock: systemClock,
};

/** A service with boards, to be run once (cold) or again and again (warm). */
interface Line {
  readonly run: () => Promise<Cost>;
  readonly close: () => Promise<void>;
}

/** The whole service: from IMAP to SMTP, until the last mail of the last board is sent. */
async function openLine(servers: Servers, { form, openStore, isWhole = false }: Row, round: number): Promise<Line> {
  const log = isWhole ? createLog('info', 'json', { write: () => undefined }) : quiet;
  const threads = { mime: startMimeThread(log, isWhole ? { verifier } : {}), raster: startRasterThread(log) };
  const store = await openStore(round);
  const boards = await openBoards(store, form, threads);
  const byNumber = new Map(boards.map(board => [board.number, board]));
  const server = { host: '127.0.0.1', secure: false };
  const imap = {
    ...{ ...server, port: servers.imap, user: SERVICE, password: servers.password, sweepSeconds: 60 },
    ...{ inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine' },
  };
  const smtp = createSmtpSender(
    { ...server, port: servers.sink, user: '', password: '', connections: CONNECTIONS },
    log,
  );
  const sent: Outgoing[] = [];
  let stop = new AbortController();
  const send: typeof smtp.send = async outgoing => {
    const result = await smtp.send(outgoing);
    if (sent.push(outgoing) === 2 * MAILS) stop.abort();
    return result;
  };
  const settings = testSettings({
    ...{ robots: [], pictures: form === 'png' },
    ...(isWhole ? { guessLanguage } : {}),
  });
  const inFlight = openInFlightFile(join(tmpdir(), `nexpost-bench-in-flight-${process.pid}.json`), quiet);
  return {
    run: async () => {
      await fillMailbox(servers, writeReplies(boards, !isWhole));
      sent.length = 0;
      stop = new AbortController();
      const mailbox = createImapMailbox(imap, { mailBytes: limits.mailBytes }, systemClock, quiet);
      const parts = { store, mailbox, ...threads, inFlight, clock: systemClock, log, sender: { ...smtp, send } };
      const service = createService(testPorts(parts), settings);
      const stopwatch = startStopwatch();
      await Promise.all([service.inbox.run(stop.signal), service.outbox.run(stop.signal)]);
      const cost = stopwatch();
      await mailbox.close();
      for (const mailSent of await Promise.all(sent.map(received))) {
        const board = must(byNumber.get(numberOf(mailSent.subject)), 'a board');
        if (mailSent.to.includes(addressOf(board.players[board.ply % 2] ?? ''))) board.last = mailSent;
      }
      return cost;
    },
    close: async () => {
      for (const each of [smtp, store, threads.raster, threads.mime]) await each.close();
    },
  };
}

const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Adds a line a row. `rounds`: the costs of the bare loop and of each row, in turns. */
function tell(kind: 'cold' | 'warm', names: readonly string[], rounds: readonly (readonly Cost[])[]): void {
  const rates = compare(rounds.map(costs => costs.map(({ seconds }) => MAILS / seconds)));
  const table = names.map((name, index) => {
    const cpu = rounds.map(costs => (1_000 * (costs[index]?.cpuSeconds ?? NaN)) / MAILS);
    const shares = rounds.map(costs => (costs[0]?.cpuSeconds ?? NaN) / (costs[index]?.cpuSeconds ?? NaN));
    return {
      ...{ kind, name, perSecond: Math.round(rates[index]?.middle ?? NaN) },
      ...{ rateRatio: Number((rates[index]?.ratio ?? NaN).toFixed(2)), cpuMsPerMail: Number(median(cpu).toFixed(2)) },
      // On a shared machine this says more than the time that passes.
      ...{ cpuRatio: Number(meanOf(shares).toFixed(2)), spread: Number(spreadOf(shares).toFixed(2)) },
      stallMs: Math.round(Math.max(...rounds.map(costs => costs[index]?.stallMs ?? NaN))),
    };
  });
  console.table(table);
  console.log(JSON.stringify({ bench: 'pipeline', mails: MAILS, rounds: rounds.length, table }));
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, [SERVERS]);
  const [servers] = (await once(child, 'message')) as [Servers];
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-bench-data-'));
  const inMemory = (): Promise<Store> => Promise.resolve(createMemoryStore());
  const inFolder = (name: string) => (round: number) => openJsonStore(join(dir, `${name}${round}`), quiet);
  const all: readonly Row[] = [
    { name: 'nexpost, memory store, text', form: 'text', openStore: inMemory },
    { name: 'nexpost, memory store, text and HTML', form: 'html', openStore: inMemory },
    { name: 'nexpost, JSON store (fsync), text and HTML', form: 'html', openStore: inFolder('html') },
    { name: 'nexpost, JSON store (fsync), text, HTML and PNG', form: 'png', openStore: inFolder('png') },
    { name: 'the same as a service runs', form: 'png', openStore: inFolder('whole'), isWhole: true },
  ];
  // `ROWS=PNG` measures some of them.
  const rows = all.filter(({ name }) => name.includes(process.env['ROWS'] ?? ''));
  const names = ['bare: fetch, parse, 2 sends, move', ...rows.map(({ name }) => name)];
  const bareBoards = await openBoards(createMemoryStore(), 'text');
  const runBareOnce = () => runBare(servers, bareBoards);

  const warm: Cost[][] = [];
  const lines: Line[] = [];
  for (const row of rows) lines.push(await openLine(servers, row, 0));
  for (let round = 0; round <= ROUNDS; round++) {
    const costs: Cost[] = [];
    for (const run of [runBareOnce, ...lines.map(line => line.run)]) costs.push(await run());
    // The first round warms up.
    if (round > 0) warm.push(costs);
  }
  for (const line of lines) await line.close();
  tell('warm', names, warm);

  const cold: Cost[][] = [];
  for (let round = 1; round <= COLD_ROUNDS; round++) {
    const costs = [await runBareOnce()];
    for (const row of rows) {
      const line = await openLine(servers, row, round);
      costs.push(await line.run());
      await line.close();
    }
    cold.push(costs);
  }
  tell('cold', names, cold);
  await rm(dir, { recursive: true, force: true });
  child.disconnect();
}

await loadLanguages();
await (process.argv[2] === SERVERS ? serve() : measure());
