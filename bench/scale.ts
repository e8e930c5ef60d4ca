// What a store costs by the number of boards in it, most of them over, and what more processes bring: until it is open, in memory, for a move, in mails a second.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalPostgres, localPostgres } from './local-postgres.ts';
import { type Club, fill } from './scale-fill.ts';
import { fillFolder, type Opened, opened } from './scale-json.ts';
import { measureMoves } from './scale-moves.ts';
import { databaseOn, onServer, type WorkersRow } from './scale-runs.ts';
import { measureWaiting } from './scale-waiting.ts';
import { measureWorkers } from './scale-workers.ts';
import { megabytesOf, serve } from './service-process.ts';

/** `--quick`: to see that it runs; `--json` and `--postgres`: that part alone. */
const has = (option: string): boolean => process.argv.includes(option);
const isQuick = has('--quick');

/** Boards, how many of them are being played, players. */
const club = (boards: number, running: number, players: number): Club => ({ boards, running, players });
const FOLDERS = [club(1_000, 1_000, 2_000), club(10_000, 2_000, 2_000), ...(isQuick ? [] : [club(100_000, 2_000, 2_000)])]; // prettier-ignore
const DATABASES = [
  club(1_000, 1_000, 2_000),
  club(100_000, 1_000, 10_000),
  ...(isQuick ? [] : [club(1_000_000, 1_000, 100_000)]),
];
const FOLDER_MOVES = 400;
const MOVES = isQuick ? { rounds: 3, moves: 100 } : { rounds: 15, moves: 200 };
/** A process is about as fast as it will be after some thousands of mails. */
const RUNS = isQuick ? { rounds: 1, warming: 200 } : { rounds: 3, warming: 3_000 };
/** Milliseconds with each mail, and mails for each worker: with more waiting the processors matter less. */
const WAITS = isQuick ? ([[20, 80], [100, 40]] as const) : ([[20, 400], [100, 160]] as const); // prettier-ignore
/** What has to be so; the middle of several rounds decides. */
const TARGETS = { moves: 0.8, workers: 1.6, waiting: 3.5 };

const told = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(3)));
const say = (facts: object): void => {
  console.log(JSON.stringify({ bench: 'scale', ...facts }));
};
const progress = (what: string): void => {
  process.stderr.write(`${Math.round(process.uptime())} s: ${what}\n`);
};

/** The whole service: until it is ready, and what it holds a while later. */
async function service(args: readonly string[]): Promise<{ readonly readyMs: number; readonly rssMb: number | null }> {
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0', '--log-level', 'error'];
  const running = await serve([...args, ...ports], () => undefined);
  await new Promise(resolve => setTimeout(resolve, SETTLING_MS));
  const rssMb = megabytesOf(running.pid);
  await running.stop();
  return { readyMs: running.readyMs, rssMb };
}

const SETTLING_MS = 3_000;

async function ofFolders(root: string): Promise<void> {
  const rows: (Opened & { readonly boards: number })[] = [];
  for (const each of FOLDERS) {
    progress(`a folder with ${each.boards} boards`);
    const dir = join(root, String(each.boards));
    fillFolder(dir, each);
    // The first time every board is read: what is known of those that are over is written down then.
    const first = await opened(dir, 0);
    const later = await opened(dir, FOLDER_MOVES);
    rows.push({ boards: each.boards, ...later });
    const { startMs, rssMb, heapMb, moveMs, readOverMs } = later;
    say({ store: 'json', boards: each.boards, firstStartMs: told(first.startMs), startMs: told(startMs), rssMb: told(rssMb), heapMb: told(heapMb), moveMs: told(moveMs), readOverMs: told(readOverMs) }); // prettier-ignore
    const whole = await service(['--data', dir]);
    say({ service: 'json', boards: each.boards, readyMs: told(whole.readyMs), rssMb: told(whole.rssMb) });
  }
  const [small, large] = [rows[0]!, rows.at(-1)!];
  say({ of: `${large.boards} to ${small.boards} boards`, move: told(large.moveMs / small.moveMs) });
}

/** The same database once more would be no start. */
async function ofDatabases(server: LocalPostgres, root: string): Promise<boolean> {
  const databases = new Map<number, string>();
  for (const each of DATABASES) {
    progress(`a database with ${each.boards} boards`);
    const name = `club${each.boards}`;
    await onServer(server, `create database ${name}`);
    databases.set(each.boards, databaseOn(server, name));
    await fill(databaseOn(server, name), each);
  }
  progress('moves');
  const rows = await measureMoves(databases, MOVES);
  for (const { boards, perSecond, ratio } of rows)
    say({ store: 'postgres', boards, movesPerSecond: told(perSecond), ratio: told(ratio) });
  for (const [boards, url] of databases) {
    progress(`a service over ${boards} boards`);
    const whole = await service(['--store', url, '--data', join(root, `mail${boards}`)]);
    say({ service: 'postgres', boards, readyMs: told(whole.readyMs), rssMb: told(whole.rssMb) });
  }
  return rows.every(({ ratio }) => ratio >= TARGETS.moves);
}

const sayWorkers = (rows: readonly WorkersRow[], more: object): void => {
  for (const { workers, perSecond, ratio, workerCpuMs, postgresCpuMs } of rows)
    say({ ...more, workers, mailsPerSecond: told(perSecond), ratio: told(ratio), workerCpuMs: told(workerCpuMs), postgresCpuMs: told(postgresCpuMs) }); // prettier-ignore
};

/** Processors that so many times the mails of one worker take; null: this machine does not tell. */
const coresFor = (times: number, { perSecond, workerCpuMs, postgresCpuMs }: WorkersRow): number | null =>
  workerCpuMs === null || postgresCpuMs === null ? null : (times * perSecond * (workerCpuMs + postgresCpuMs)) / 1_000;

/** null: this machine has not the processors to show it. */
async function ofWorkers(server: LocalPostgres): Promise<Readonly<Record<'workers' | 'waiting', boolean | null>>> {
  progress('workers');
  const busy = await measureWorkers(server, { ...RUNS, counts: [1, 2, 4], mails: isQuick ? 300 : 1_500 });
  sayWorkers(busy, {});
  const [cores, wanted] = [availableParallelism(), coresFor(TARGETS.workers, busy[0]!)];
  say({ of: `${TARGETS.workers} times the mails of one worker`, coresWanted: told(wanted), cores });
  progress('workers that wait with each mail');
  const waiting = await measureWaiting(server, { ...RUNS, counts: [1, 4], waits: WAITS });
  for (const [index, [waitMs]] of WAITS.entries()) sayWorkers(waiting[index] ?? [], { waitMs });
  const [two, four] = [busy[1]?.ratio ?? 0, waiting[0]?.[1]?.ratio ?? 0];
  return {
    workers: wanted !== null && cores < wanted ? null : two >= TARGETS.workers,
    waiting: four >= TARGETS.waiting,
  };
}

const root = mkdtempSync(join(tmpdir(), 'nexpost-scale-'));
try {
  if (!has('--postgres')) await ofFolders(root);
  if (!has('--json')) {
    const server = await localPostgres();
    progress(server.what);
    try {
      const moves = await ofDatabases(server, root);
      say({ targets: TARGETS, met: { moves, ...(await ofWorkers(server)) } });
    } finally {
      await server.close();
    }
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
