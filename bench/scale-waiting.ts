// Whole mails a second by the number of workers where every mail has a wait in it: the same warm processes in every run, as many of them at work as it wants.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LocalPostgres } from './local-postgres.ts';
import { feeder } from './scale-queue.ts';
import { databaseOn, inTurns, measured, newClub, TABLES, type WorkersRow } from './scale-runs.ts';

export interface WaitingPlan {
  readonly counts: readonly number[];
  readonly rounds: number;
  /** For each worker, without a wait: those by which a new process becomes as fast as it will be. */
  readonly warming: number;
  /** Milliseconds with each mail, and mails for each worker. */
  readonly waits: readonly (readonly [waitMs: number, mails: number])[];
}

interface Worker {
  readonly pid: number;
  /** Milliseconds with each mail from now on; null: it takes none. */
  readonly pace: (waitMs: number | null) => void;
  readonly stop: () => Promise<void>;
}

async function startWorker(database: string): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'scale-worker.js'), [database]);
  const exited = once(child, 'exit');
  const first = (await Promise.race([once(child, 'message'), exited])) as unknown[];
  if (first[0] !== 'ready') throw new Error('a worker ended before it was ready');
  return {
    pid: child.pid!,
    pace: waitMs => child.send({ waitMs }),
    stop: async () => {
      child.send('stop');
      await exited;
    },
  };
}

/** For each of the waits. */
export async function measureWaiting(
  server: LocalPostgres,
  { counts, rounds, warming, waits }: WaitingPlan,
): Promise<readonly (readonly WorkersRow[])[]> {
  const database = databaseOn(server, await newClub(server, 'text'));
  const feeding = await feeder(database, TABLES);
  const workers = await Promise.all(Array.from({ length: Math.max(...counts) }, () => startWorker(database)));
  const pids = workers.map(({ pid }) => pid);
  for (const { pace } of workers) pace(0);
  await feeding.feed(warming * workers.length);
  const rows: (readonly WorkersRow[])[] = [];
  for (const [waitMs, mails] of waits)
    rows.push(
      await inTurns(counts, rounds, count => {
        for (const [index, { pace }] of workers.entries()) pace(index < count ? waitMs : null);
        // The others look at times whether they shall, which is not for these mails.
        return measured(server, feeding, mails * count, pids.slice(0, count));
      }),
    );
  await Promise.all(workers.map(({ stop }) => stop()));
  await feeding.close();
  return rows;
}
