// Whole mails a second by the number of worker processes over one database: as the machine allows, and where every mail has a wait in it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { LocalPostgres } from './local-postgres.ts';
import { median } from './median.ts';
import type { Manner } from './scale-boards.ts';
import { fill } from './scale-fill.ts';
import { feeder, OWN, type Tables } from './scale-queue.ts';
import { cpuSeconds, cpuSecondsOfAll, serve } from './service-process.ts';

/** Every board has two players who play nowhere else. */
const TABLES: Tables = { boards: 500, players: 1_000 };
/** Of a run, what counts: the programs are warm, and the queue is not empty yet. */
const [BEGIN, END] = [0.25, 0.95];

export interface WorkersRow {
  readonly workers: number;
  readonly perSecond: number;
  /** Of the rate of the fewest workers, in the same round. */
  readonly ratio: number;
  /** Of processors, for each mail, in milliseconds; null: this machine does not tell. */
  readonly workerCpuMs: number | null;
  readonly postgresCpuMs: number | null;
}

interface Worker {
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Makes a worker process and resolves when it is ready to work. */
type Start = (database: string) => Promise<Worker>;

export interface WorkersPlan {
  readonly start: Start;
  readonly mail: Manner;
  readonly counts: readonly number[];
  readonly rounds: number;
  readonly mails: (workers: number) => number;
  /** So many wait at once at most. */
  readonly waiting: number;
}

const preparedFor = (mail: Manner): string => `prepared_${mail}`;

export const databaseOn = ({ url }: LocalPostgres, name: string): string => url.replace(/[^/]*$/, name);

export async function onServer(server: LocalPostgres, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

/** The club whose boards all runs begin from. */
async function prepare(server: LocalPostgres, mail: Manner): Promise<void> {
  await onServer(server, `drop database if exists ${preparedFor(mail)}`);
  await onServer(server, `create database ${preparedFor(mail)}`);
  await fill(databaseOn(server, preparedFor(mail)), { ...TABLES, mail, running: TABLES.boards });
}

interface Run {
  readonly perSecond: number;
  readonly workerCpuMs: number | null;
  readonly postgresCpuMs: number | null;
}

async function run(
  server: LocalPostgres,
  { start, mail, mails: mailsFor, waiting }: WorkersPlan,
  workers: number,
): Promise<Run> {
  const mails = mailsFor(workers);
  const name = 'club_of_workers';
  await onServer(server, `create database ${name} template ${preparedFor(mail)}`);
  const database = databaseOn(server, name);
  const postgres = (): number | null => (server.pid === null ? null : cpuSecondsOfAll(server.pid));
  const before = postgres();
  const feeding = await feeder(database, TABLES);
  const processes = await Promise.all(Array.from({ length: workers }, () => start(database)));
  const spent = (): number => processes.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? NaN), 0);
  const begun = spent();
  await feeding.feed(mails, waiting);
  const done = spent();
  await Promise.all(processes.map(({ stop }) => stop()));
  await feeding.close();
  const perSecond = await rateIn(database, mails);
  await onServer(server, `drop database ${name} with (force)`);
  const after = postgres();
  const perMail = (seconds: number): number | null => (Number.isFinite(seconds) ? (1_000 * seconds) / mails : null);
  return { perSecond, workerCpuMs: perMail(done - begun), postgresCpuMs: perMail((after ?? NaN) - (before ?? NaN)) };
}

/** By the instants of the commits; none may be missing, and each has left a mail for both players. */
async function rateIn(database: string, mails: number): Promise<number> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const sql = "select at::float8 from seen where cause like 'mail:%' order by at desc limit $1";
  const { rows } = await client.query<{ at: number }>(sql, [mails]);
  const sent = await client.query<{ count: number }>('select count(*)::integer as count from outbox');
  const moved = await client.query<{ count: number }>(
    "select sum(json_array_length(body -> 'record') - 20)::integer as count from documents where key like 'match/%'",
  );
  await client.end();
  const counts = [sent.rows[0]?.count, moved.rows[0]?.count];
  if (counts[0] !== 2 * mails || counts[1] !== mails)
    throw new Error(`of ${mails} mails came ${counts[1]} moves and ${counts[0]} answers`);
  const [first, last] = [Math.floor(mails * (1 - END)), Math.floor(mails * (1 - BEGIN))];
  return ((last - first) * 1_000) / (rows[first]!.at - rows[last]!.at);
}

/** In turns, so that whatever else the machine does falls on all alike. */
export async function measureWorkers(server: LocalPostgres, plan: WorkersPlan): Promise<readonly WorkersRow[]> {
  const { counts, rounds } = plan;
  await prepare(server, plan.mail);
  const runs = new Map(counts.map(count => [count, [] as Run[]]));
  for (let round = 0; round < rounds; round++)
    for (const count of counts) runs.get(count)!.push(await run(server, plan, count));
  const base = runs.get(counts[0]!)!;
  return counts.map((workers): WorkersRow => {
    const own = runs.get(workers)!;
    const cpu = (of: (each: Run) => number | null): number | null =>
      own.some(each => of(each) === null) ? null : median(own.map(each => of(each) ?? 0));
    return {
      ...{ workers, perSecond: median(own.map(({ perSecond }) => perSecond)) },
      ratio: median(own.map(({ perSecond }, round) => perSecond / base[round]!.perSecond)),
      ...{ workerCpuMs: cpu(each => each.workerCpuMs), postgresCpuMs: cpu(each => each.postgresCpuMs) },
    };
  });
}

/** One mail at a time, and so many milliseconds of waiting with each. */
export const waitingWorker =
  (waitMs: number): Start =>
  async database => {
    const child = fork(join(import.meta.dirname, 'scale-worker.js'), [database, String(waitMs)]);
    const exited = once(child, 'exit');
    const first = (await Promise.race([once(child, 'message'), exited])) as unknown[];
    if (first[0] !== 'ready') throw new Error('a worker ended before it was ready');
    return {
      pid: child.pid!,
      stop: async () => {
        child.send('stop');
        await exited;
      },
    };
  };

/** What is no line of the log is for whoever starts one by hand. */
const tellErrors = (line: string): void => {
  if (line.startsWith('{')) console.error(line);
};

/** Of the program as it is; nobody sends what they write. */
export function servingWorker(): { readonly start: Start; readonly close: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'nexpost-scale-worker-'));
  const config = join(dir, 'config.json');
  const nowhere = { host: '127.0.0.1', port: 1, secure: false, user: 'games@example.test', password: 'none' };
  const address = `${OWN.local}@${OWN.domain}`;
  const given = { address, trustedAuthservIds: [OWN.domain], pictures: false, imap: nowhere, smtp: nowhere };
  writeFileSync(config, JSON.stringify(given));
  const args = ['--role', 'worker', '--config', config, '--data', join(dir, 'data'), '--log-level', 'error'];
  return {
    start: database => serve(['--store', database, ...args], tellErrors),
    close: () => {
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
