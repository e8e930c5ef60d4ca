// What all runs of workers have in common: the club they begin from, what is measured of one, and what is told of several.
import { Client } from 'pg';
import type { LocalPostgres } from './local-postgres.ts';
import { median } from './median.ts';
import type { Manner } from './scale-boards.ts';
import { fill } from './scale-fill.ts';
import type { Feeder, Tables } from './scale-queue.ts';
import { cpuSeconds, cpuSecondsOfAll } from './service-process.ts';

/** Every board has two players who play nowhere else. */
export const TABLES: Tables = { boards: 2_000, players: 4_000 };
/** Of a run, what counts: all have begun, and the queue is not empty yet. */
const [BEGIN, END] = [0.25, 0.95];

export interface Run {
  readonly perSecond: number;
  /** Of processors, for each mail, in milliseconds; null: this machine does not tell. */
  readonly workerCpuMs: number | null;
  readonly postgresCpuMs: number | null;
}

export interface WorkersRow extends Run {
  readonly workers: number;
  /** Of the rate of the fewest workers, in the same round. */
  readonly ratio: number;
}

export const databaseOn = ({ url }: LocalPostgres, name: string): string => url.replace(/[^/]*$/, name);

export async function onServer(server: LocalPostgres, sql: string): Promise<readonly Record<string, unknown>[]> {
  return inDatabase(server.url, sql);
}

async function inDatabase(
  database: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
  await client.end();
  return rows;
}

/** The name of a new database in which the club is. */
export async function newClub(server: LocalPostgres, mail: Manner): Promise<string> {
  const name = `club_${mail}`;
  await onServer(server, `create database ${name}`);
  await fill(databaseOn(server, name), { ...TABLES, mail, running: TABLES.boards });
  return name;
}

/** Feeds so many mails to those processes, and waits until they are done. */
export async function measured(
  server: LocalPostgres,
  { feed, database }: Feeder,
  mails: number,
  pids: readonly number[],
): Promise<Run> {
  const spent = (): readonly [number, number] => [
    pids.reduce((sum, pid) => sum + (cpuSeconds(pid) ?? NaN), 0),
    (server.pid === null ? null : cpuSecondsOfAll(server.pid)) ?? NaN,
  ];
  const before = spent();
  const fed = await feed(mails);
  const after = spent();
  const perMail = (index: 0 | 1): number | null => {
    const seconds = after[index] - before[index];
    return Number.isFinite(seconds) ? (1_000 * seconds) / mails : null;
  };
  return { perSecond: await rateIn(database, mails, fed), workerCpuMs: perMail(0), postgresCpuMs: perMail(1) };
}

/** By the instants of the last commits; none of all may be missing, and each has left a mail for both players. */
async function rateIn(database: string, mails: number, fed: number): Promise<number> {
  const rows = await inDatabase(
    database,
    "select at::float8 from seen where cause like 'mail:%' order by at desc limit $1",
    [mails],
  );
  const [counts] = await inDatabase(
    database,
    `select (select count(*)::integer from outbox) as answers,
       (select sum(json_array_length(body -> 'record') - 20)::integer from documents where key like 'match/%') as moves`,
  );
  const { answers, moves } = counts as Readonly<Record<string, number>>;
  if (answers !== 2 * fed || moves !== fed)
    throw new Error(`of ${fed} mails came ${moves} moves and ${answers} answers`);
  const [first, last] = [Math.floor(mails * (1 - END)), Math.floor(mails * (1 - BEGIN))];
  const at = (place: number): number => rows[place]!['at'] as number;
  return ((last - first) * 1_000) / (at(first) - at(last));
}

/** In turns, so that whatever else the machine does falls on all numbers of workers alike. */
export async function inTurns(
  counts: readonly number[],
  rounds: number,
  run: (workers: number) => Promise<Run>,
): Promise<readonly WorkersRow[]> {
  const runs = new Map(counts.map(count => [count, [] as Run[]]));
  for (let round = 0; round < rounds; round++) for (const count of counts) runs.get(count)!.push(await run(count));
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
