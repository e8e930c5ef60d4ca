// Whole mails a second by the number of worker processes over one database, as the machine allows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalPostgres } from './local-postgres.ts';
import { feeder, OWN } from './scale-queue.ts';
import { databaseOn, inTurns, measured, newClub, onServer, type Run, TABLES, type WorkersRow } from './scale-runs.ts';
import { serve } from './service-process.ts';

export interface WorkersPlan {
  readonly counts: readonly number[];
  readonly rounds: number;
  /** For each worker: first those by which a new process becomes as fast as it will be, then those that count. */
  readonly warming: number;
  readonly mails: number;
}

/** Of the program as it is; nobody sends what they write. */
export async function measureWorkers(server: LocalPostgres, plan: WorkersPlan): Promise<readonly WorkersRow[]> {
  const { counts, rounds, warming, mails } = plan;
  const club = await newClub(server, 'html');
  const dir = mkdtempSync(join(tmpdir(), 'nexpost-scale-worker-'));
  const args = workerIn(dir);
  const run = async (workers: number): Promise<Run> => {
    await onServer(server, `create database club_of_workers template ${club}`);
    const database = databaseOn(server, 'club_of_workers');
    const feeding = await feeder(database, TABLES);
    const starting = Array.from({ length: workers }, () => serve(['--store', database, ...args], tellErrors));
    const processes = await Promise.all(starting);
    await feeding.feed(warming * workers);
    const pids = processes.map(({ pid }) => pid);
    const done = await measured(server, feeding, mails * workers, pids);
    await Promise.all(processes.map(({ stop }) => stop()));
    await feeding.close();
    await onServer(server, 'drop database club_of_workers with (force)');
    return done;
  };
  try {
    return await inTurns(counts, rounds, run);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function workerIn(dir: string): readonly string[] {
  const config = join(dir, 'config.json');
  const nowhere = { host: '127.0.0.1', port: 1, secure: false, user: 'games@example.test', password: 'none' };
  const address = `${OWN.local}@${OWN.domain}`;
  const given = { address, trustedAuthservIds: [OWN.domain], pictures: false, imap: nowhere, smtp: nowhere };
  writeFileSync(config, JSON.stringify(given));
  return ['--role', 'worker', '--config', config, '--data', join(dir, 'data'), '--log-level', 'error'];
}

/** What is no line of the log is for whoever starts one by hand. */
const tellErrors = (line: string): void => {
  if (line.startsWith('{')) console.error(line);
};
