// Measures both stores by the number of boards, and the mails a second by the number of workers.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { games } from '#games/registry/index.ts';
import { mime } from '#adapters/mime/index.ts';
import { connectPostgres, type Query } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { startProcess } from '#cli/demo/processes.ts';
import { hashText } from '#composition/service-settings.ts';
import { openStorage } from '#composition/storage.ts';
import { orderKeys } from '#core/prefetch.ts';
import { alarmOf, listNames } from '#core/features.ts';
import type { DocumentKey, DocumentKind, Documents } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import { MAILBOX_LEASE } from '#service/intake.ts';
import type { Outgoing, Store } from '#service/ports.ts';
import { causeOf } from '#service/process-mail.ts';
import type { QueuedMail } from '#service/shared-ports.ts';
import { mail } from '#test/service/lab.ts';
import { type PostgresServer, startPostgres } from '#test/real/postgres-server.ts';
import {
  accountOf,
  addressOf,
  boardOf,
  bytesOf,
  compare,
  makeMove,
  median,
  moveAt,
  PLAYED,
  print,
  quiet,
} from './kit.ts';
import type { Opened } from './scale-folder.ts';

/** `--quick`: to see that it runs. `--json` and `--postgres`: that half alone. */
const hasOption = (option: string): boolean => process.argv.includes(option);
const isQuick = hasOption('--quick');

interface Club {
  readonly boards: number;
  /** The boards that are not finished. */
  readonly running: number;
  readonly players: number;
}

const club = (boards: number, running: number, players: number): Club => ({ boards, running, players });
const FOLDERS = [club(1_000, 1_000, 2_000), club(10_000, 2_000, 2_000), club(100_000, 2_000, 2_000)];
const DATABASES = [club(1_000, 1_000, 2_000), club(100_000, 1_000, 10_000), club(1_000_000, 1_000, 100_000)];
/** For workers. Each board has two players who play nowhere else. */
const PAIRS = club(2_000, 2_000, 4_000);
const FOLDER_MOVES = 400;
const MOVES = isQuick ? { rounds: 3, moves: 100 } : { rounds: 15, moves: 200 };
/** A worker gets faster during its first mails, by which it is warmed. */
const RUNS = isQuick
  ? { rounds: 1, warming: 200, mails: 300, waiting: 60 }
  : { rounds: 3, warming: 3_000, mails: 1_500, waiting: 240 };
/** Milliseconds with each mail. */
const WAITS = [20, 100];
/** The required ratios. */
const TARGETS = { moves: 0.8, workers: 1.6, waiting: 3.5 };

const OWN = { local: 'games', domain: 'example.test' };
const reportProgress = (what: string): void => {
  process.stderr.write(`${Math.round(process.uptime())} s: ${what}\n`);
};

/** The two players of a board: in each round of the players others. */
const seatsOf = (index: number, players: number): readonly [number, number] => [
  index % players,
  ((index % players) + players / 2 + Math.floor(index / players)) % players,
];

/** Writes a data folder, without fsync. */
function fillFolder(dir: string, { boards, running, players }: Club): void {
  const write = (file: string, document: object): void =>
    writeFileSync(join(dir, file), `${JSON.stringify({ document, version: 1 }, null, 2)}\n`, { mode: 0o600 });
  for (const folder of ['matches/nex', 'accounts', 'addresses', 'counters'])
    mkdirSync(join(dir, folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, 'key'), '01'.repeat(32), { mode: 0o600 });
  for (let index = 0; index < players; index++) {
    const userid = `player${index}`;
    write(`accounts/${userid}.json`, accountOf(userid));
    write(`addresses/${encodeURIComponent(addressOf(userid))}.json`, { userid });
  }
  for (let index = 0; index < boards; index++) {
    const [one, other] = seatsOf(index, players);
    const board = boardOf(101 + index, [`player${one}`, `player${other}`], index >= running);
    write(`matches/nex/${board.number}.json`, board);
  }
  write('counters/nex.json', { next: 101 + boards });
}

const ratingOf = (userid: string): PlayerRating => ({
  ...{ game: 'nex', userid, value: 1500.25, deviation: 80.5, volatility: 0.06, won: 20, lost: 20, drawn: 0 },
  ...{ late: 1, absent: 0, at: 0, robots: { month: '2026-11', games: {} } },
});

/** Placeholders in the documents that the database multiplies. */
const [NUMBER, ONE, OTHER] = [987_654_321, 'first-player', 'second-player'];

/** The text of this parameter with its placeholders filled in. */
const fillIn = (parameter: string): string =>
  `replace(replace(replace(${parameter}, '${NUMBER}', number::text), '${ONE}', 'player' || one), '${OTHER}', 'player' || other)`;

/** The rows from $3 to $4, with players as in `seatsOf`. `players` is $2. */
const SERIES = `select i, 101 + i as number, i % $2::integer as one,
  (i % $2::integer + $2::integer / 2 + i / $2::integer) % $2::integer as other
  from generate_series($3::integer, $4::integer - 1) as i`;

/** Writes a document many times, with other numbers and players. */
async function putSeries(
  query: Query,
  [key, document]: readonly [DocumentKey, Documents[DocumentKind]],
  [players, from, to]: readonly [number, number, number],
): Promise<void> {
  await query(
    `insert into documents (key, version, body, alarm)
     select ${fillIn('$1::text')}, nextval('versions'), ${fillIn('$5::text')}::json, $6::bigint from (${SERIES}) as series`,
    [key, players, from, to, JSON.stringify(document), alarmOf(key, document)],
  );
  const place = key.startsWith('match/') ? "'match/nex/' || lpad(number::text, 9, '0')" : fillIn('$1::text');
  for (const name of listNames(key, document))
    await query(
      `insert into lists (name, place, key)
       select ${fillIn('$5::text')}, ${place}, ${fillIn('$1::text')} from (${SERIES}) as series`,
      [key, players, from, to, name],
    );
}

const databaseOn = ({ url }: PostgresServer, name: string): string => url.replace(/[^/]*$/, name);

type Rows = Awaited<ReturnType<Query>>;

async function ask(url: string, sql: string, values: readonly unknown[] = []): Promise<Rows> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
  await client.end();
  return rows;
}

/** Creates a database with a club: the server multiplies one document of each kind, a million boards in about a minute. */
async function createClub(
  server: PostgresServer,
  name: string,
  { boards, running, players }: Club,
  form: 'html' | 'text' = 'html',
): Promise<string> {
  await ask(server.url, `create database ${name}`);
  const url = databaseOn(server, name);
  await (await openPostgresStore(connectPostgres(url, () => undefined))).close();
  const query = (sql: string, values: readonly unknown[] = []): Promise<Rows> =>
    ask(`${url}?options=-csynchronous_commit%3Doff`, sql, values);
  await putSeries(query, [`account/${ONE}`, accountOf(ONE, form)], [players, 0, players]);
  await putSeries(query, [`address/${addressOf(ONE)}`, { userid: ONE }], [players, 0, players]);
  await putSeries(query, [`rating/nex/${ONE}`, ratingOf(ONE)], [players, 0, players]);
  const board = (isOver: boolean): Match => boardOf(NUMBER, [ONE, OTHER], isOver);
  await putSeries(query, [`match/nex/${NUMBER}`, board(false)], [players, 0, running]);
  await putSeries(query, [`match/nex/${NUMBER}`, board(true)], [players, running, boards]);
  await query(
    "insert into documents (key, version, body) values ('counter/nex', nextval('versions'), json_build_object('next', $1::integer))",
    [101 + boards],
  );
  // As many mails seen as boards.
  await query(
    `insert into seen (cause, at) select 'mail:' || md5(i::text) || md5(-i || ''), $2::bigint - i * 1000::bigint
     from generate_series(1, $1::integer) as i`,
    [boards, Date.now()],
  );
  await query('vacuum analyze');
  await query('checkpoint');
  return url;
}

/** A file of a process in /proc. Empty if the system has none. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The fields behind the name of a process, its state first. */
const readStat = (pid: number): readonly string[] =>
  readProcess(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');

/** Processor time of a process and of its children that have ended. Seconds, which the system counts in hundredths. */
const readCpu = (pid: number): number => [11, 12, 13, 14].reduce((sum, at) => sum + Number(readStat(pid)[at]) / 100, 0);

/** Processor time of a process and of all its children. */
function readCpuOfAll(pid: number): number {
  const children = readdirSync('/proc').filter(other => readStat(Number(other))[1] === String(pid));
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + readCpu(each), 0);
}

const readMegabytes = (pid: number): number =>
  (Number(/^VmRSS:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1]) * 1_024) / 1e6;

const SETTLING_MS = 3_000;

/** A whole service: the time until it is ready, and its memory some seconds later. */
async function measureService(store: string, boards: number, args: readonly string[]): Promise<void> {
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0', '--log-level', 'error'];
  const { pid, readyMs, stop } = await startProcess([...args, ...ports]);
  await sleep(SETTLING_MS);
  print('scale', { service: store, boards, readyMs, rssMb: readMegabytes(pid) });
  await stop();
}

async function openFolder(dir: string, moves: number): Promise<Opened> {
  const child = fork(join(import.meta.dirname, 'scale-folder.js'), [dir, String(moves)], { execArgv: ['--expose-gc'] });
  const [opened] = (await once(child, 'message')) as [Opened];
  await once(child, 'exit');
  return opened;
}

async function measureFolders(root: string): Promise<void> {
  const moveMs: number[] = [];
  const folders = isQuick ? FOLDERS.slice(0, 2) : FOLDERS;
  for (const each of folders) {
    const { boards } = each;
    reportProgress(`a folder with ${boards} boards`);
    const dir = join(root, String(boards));
    fillFolder(dir, each);
    // The first start reads every board and writes an index.
    const { startMs: firstStartMs } = await openFolder(dir, 0);
    const later = await openFolder(dir, FOLDER_MOVES);
    moveMs.push(later.moveMs);
    print('scale', { store: 'json', boards, firstStartMs, ...later });
    await measureService('json', boards, ['--data', dir]);
  }
  const of = `${folders.at(-1)!.boards} to ${folders[0]!.boards} boards`;
  print('scale', { of, move: moveMs.at(-1)! / moveMs[0]! });
}

const LETTER = Buffer.alloc(6_000, 'A letter with a board.\r\n');

const letterOf = (id: string): Outgoing => ({
  ...{ id, from: addressOf('games'), to: [addressOf(id)], messageId: `<${id}@example.test>` },
  ...{ raw: LETTER, tries: 0 },
});

/** Makes a move on each board, four at once as a worker does. Returns the moves a second. */
async function moveOn(store: Store, boards: readonly DocumentKey[], round: number): Promise<number> {
  const left = [...boards];
  const moveNext = async (): Promise<void> => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      const cause = `${round}.${left.length}`;
      await makeMove(store, key, { cause, outgoing: [letterOf(`${cause}a`), letterOf(`${cause}b`)] });
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: 4 }, moveNext));
  const perSecond = (1_000 * boards.length) / (performance.now() - began);
  // Sending is not measured.
  for (const { id } of await store.dueMail(Date.now() + 1, 10 * boards.length))
    await store.markMail(id, { kind: 'sent' });
  return perSecond;
}

/** Returns whether the largest database is fast enough. */
async function measureDatabases(server: PostgresServer, root: string): Promise<boolean> {
  const clubs: { readonly boards: number; readonly url: string }[] = [];
  for (const each of isQuick ? DATABASES.slice(0, 2) : DATABASES) {
    reportProgress(`a database with ${each.boards} boards`);
    clubs.push({ boards: each.boards, url: await createClub(server, `club${each.boards}`, each) });
  }
  reportProgress('moves');
  const stores = await Promise.all(clubs.map(({ url }) => openPostgresStore(connectPostgres(url, () => undefined))));
  const rates: number[][] = [];
  for (let round = 0; round <= MOVES.rounds; round++) {
    const row: number[] = [];
    for (const store of stores) {
      const keys = await store.list('running/game/nex', null, 1_000);
      const at = (round * MOVES.moves) % 1_000;
      row.push(await moveOn(store, keys.slice(at, at + MOVES.moves), round));
    }
    // The first round warms up.
    if (round > 0) rates.push(row);
  }
  for (const store of stores) await store.close();
  const rows = compare(rates);
  for (const [index, { middle, ratio }] of rows.entries())
    print('scale', { store: 'postgres', boards: clubs[index]!.boards, movesPerSecond: middle, ratio });
  for (const { boards, url } of clubs) {
    reportProgress(`a service over ${boards} boards`);
    await measureService('postgres', boards, ['--store', url, '--data', join(root, `mail${boards}`)]);
  }
  return rows.every(({ ratio }) => ratio >= TARGETS.moves);
}

/** The move number `turn` on the board with this index, as a queued mail. */
function makeQueuedMove(index: number, turn: number): QueuedMail {
  const ply = PLAYED + turn;
  const from = addressOf(`player${seatsOf(index, PAIRS.players)[ply % 2]!}`);
  const subject = `nex move ${101 + index} ${moveAt(ply)}#${ply + 1}`;
  const raw = bytesOf(mail({ from, subject, messageId: `<${index}.${ply}@client.test>`, body: 'Your move!\n' }));
  const header = mime.peek(raw, raw.length);
  return {
    ...{ id: hashText(raw.toString('latin1')), cause: causeOf(header, hashText) },
    keys: orderKeys(header, { games }, OWN),
    mail: { key: '', size: raw.length, raw, isWhole: true },
  };
}

interface Feeder {
  readonly url: string;
  /** Enqueues more mails while the queue empties: a move on each board, then the next on each. Resolves to the number of all mails, when the last is taken. */
  readonly feed: (mails: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Takes the part of the process that reads the mailbox. */
async function openFeeder(url: string): Promise<Feeder> {
  const options = { data: '', database: url, clock: null, followsServers: false, log: quiet };
  const { shared, leases, close } = await openStorage(options);
  if (shared === null || (await leases.take([MAILBOX_LEASE])).length === 0)
    throw new Error('another process has the mailbox');
  const waitFor = async (most: number): Promise<void> => {
    while ((await shared.queue.count()).waiting > most) await sleep(50);
  };
  let fed = 0;
  const feed = async (mails: number): Promise<number> => {
    for (const end = fed + mails; fed < end;) {
      await waitFor(450);
      const some = Array.from({ length: Math.min(50, end - fed) }, (_, index) => fed + index);
      await shared.queue.put(some.map(each => makeQueuedMove(each % PAIRS.boards, Math.floor(each / PAIRS.boards))));
      fed += some.length;
    }
    await waitFor(0);
    return fed;
  };
  return { url, feed, close };
}

/** Processor times are for each mail, in milliseconds, and NaN if the system does not report them. */
interface Run {
  readonly mailsPerSecond: number;
  readonly workerCpuMs: number;
  readonly postgresCpuMs: number;
}

/** The mails a second by the times of their commits, when all workers have begun and the queue is not empty yet. No mail or answer may be missing. */
async function readRate(url: string, mails: number, fed: number): Promise<number> {
  const rows = await ask(url, "select at::float8 from seen where cause like 'mail:%' order by at desc limit $1", [
    mails,
  ]);
  const [counts] = await ask(
    url,
    `select (select count(*)::integer from outbox) as answers,
       (select sum(json_array_length(body -> 'record') - ${PLAYED})::integer from documents where key like 'match/%') as moves`,
  );
  const { answers, moves } = counts as Readonly<Record<string, number>>;
  if (answers !== 2 * fed || moves !== fed) throw new Error(`${fed} mails made ${moves} moves and ${answers} answers`);
  const [last, first] = [Math.floor(mails * 0.05), Math.floor(mails * 0.75)];
  const at = (place: number): number => rows[place]!['at'] as number;
  return ((first - last) * 1_000) / (at(last) - at(first));
}

/** `mailsEach`: for each of the processes. */
async function measureRun(
  server: PostgresServer,
  { url, feed }: Feeder,
  pids: readonly number[],
  mailsEach: number,
): Promise<Run> {
  const mails = mailsEach * pids.length;
  const readTimes = (): readonly [number, number] => [
    pids.reduce((sum, pid) => sum + readCpu(pid), 0),
    readCpuOfAll(server.pid() ?? NaN),
  ];
  const before = readTimes();
  const fed = await feed(mails);
  const [worker, database] = readTimes().map((after, index) => (1_000 * (after - before[index]!)) / mails);
  return { mailsPerSecond: await readRate(url, mails, fed), workerCpuMs: worker!, postgresCpuMs: database! };
}

interface WorkersRow extends Run {
  readonly ratio: number;
}

/** Measures these numbers of workers in turns, and prints the medians. */
async function compareWorkers(
  counts: readonly number[],
  facts: object,
  run: (workers: number) => Promise<Run>,
): Promise<readonly WorkersRow[]> {
  const rounds: Run[][] = [];
  for (let round = 0; round < RUNS.rounds; round++) {
    const runs: Run[] = [];
    for (const count of counts) runs.push(await run(count));
    rounds.push(runs);
  }
  const rates = compare(rounds.map(runs => runs.map(({ mailsPerSecond }) => mailsPerSecond)));
  return counts.map((workers, index) => {
    const { middle: mailsPerSecond, ratio } = rates[index]!;
    const workerCpuMs = median(rounds.map(runs => runs[index]!.workerCpuMs));
    const postgresCpuMs = median(rounds.map(runs => runs[index]!.postgresCpuMs));
    const row = { mailsPerSecond, ratio, workerCpuMs, postgresCpuMs };
    print('scale', { ...facts, workers, ...row });
    return row;
  });
}

/** The workers of the program, new ones for each run. Their mails are not sent. */
async function measureWorkers(server: PostgresServer, root: string): Promise<readonly WorkersRow[]> {
  await createClub(server, 'club', PAIRS);
  const config = join(root, 'config.json');
  const nowhere = { host: '127.0.0.1', port: 1, secure: false, user: addressOf('games'), password: 'none' };
  const settings = { address: addressOf('games'), trustedAuthservIds: [OWN.domain], pictures: false };
  writeFileSync(config, JSON.stringify({ ...settings, imap: nowhere, smtp: nowhere }));
  const url = databaseOn(server, 'workers');
  const args = ['--store', url, '--role', 'worker', '--config', config, '--data', root, '--log-level', 'error'];
  return compareWorkers([1, 2, 4], {}, async count => {
    await ask(server.url, 'create database workers template club');
    const feeder = await openFeeder(url);
    const workers = await Promise.all(Array.from({ length: count }, () => startProcess(args, console.error)));
    await feeder.feed(RUNS.warming * count);
    const pids = workers.map(({ pid }) => pid);
    const run = await measureRun(server, feeder, pids, RUNS.mails);
    await Promise.all(workers.map(({ stop }) => stop()));
    await feeder.close();
    await ask(server.url, 'drop database workers with (force)');
    return run;
  });
}

async function startWorker(url: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'scale-worker.js'), [url]);
  await once(child, 'message');
  return child;
}

/** Resolves when the worker has stopped or begun. */
async function setWait(worker: ChildProcess, wait: number | null): Promise<void> {
  worker.send({ wait });
  await once(worker, 'message');
}

/** The workers wait with each mail. They are the same in all runs, and those that have no part get no mail. Returns the rows of the shortest wait. */
async function measureWaiting(server: PostgresServer): Promise<readonly WorkersRow[]> {
  const feeder = await openFeeder(await createClub(server, 'club_text', PAIRS, 'text'));
  const workers = await Promise.all(Array.from({ length: 4 }, () => startWorker(feeder.url)));
  const setWaits = (waitOf: (index: number) => number | null): Promise<unknown> =>
    Promise.all(workers.map((worker, index) => setWait(worker, waitOf(index))));
  await setWaits(() => 0);
  await feeder.feed(RUNS.warming * workers.length);
  const pids = workers.map(({ pid = NaN }) => pid);
  const rows: (readonly WorkersRow[])[] = [];
  for (const waitMs of WAITS)
    rows.push(
      await compareWorkers([1, 4], { waitMs }, async count => {
        await setWaits(index => (index < count ? waitMs : null));
        return measureRun(server, feeder, pids.slice(0, count), RUNS.waiting);
      }),
    );
  for (const worker of workers) worker.disconnect();
  await feeder.close();
  return rows[0]!;
}

async function measurePostgres(root: string): Promise<void> {
  // A process of a service has up to eleven connections.
  const server = await startPostgres(['max_connections=200']);
  try {
    const moves = await measureDatabases(server, root);
    reportProgress('workers');
    const [one, two] = await measureWorkers(server, root);
    const { mailsPerSecond, workerCpuMs, postgresCpuMs } = one!;
    const cores = availableParallelism();
    const coresWanted = (TARGETS.workers * mailsPerSecond * (workerCpuMs + postgresCpuMs)) / 1_000;
    print('scale', { of: `${TARGETS.workers} times the mails of one worker`, coresWanted, cores });
    reportProgress('workers that wait with each mail');
    const [, four] = await measureWaiting(server);
    // null: this machine has too few processors.
    const workers = cores < coresWanted ? null : two!.ratio >= TARGETS.workers;
    print('scale', { targets: TARGETS, met: { moves, workers, waiting: four!.ratio >= TARGETS.waiting } });
  } finally {
    await server.close();
  }
}

const root = mkdtempSync(join(tmpdir(), 'nexpost-scale-'));
try {
  if (!hasOption('--postgres')) await measureFolders(root);
  if (!hasOption('--json')) await measurePostgres(root);
} finally {
  rmSync(root, { recursive: true, force: true });
}
