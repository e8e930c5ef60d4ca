// Runs the service of the demo as processes of their own over a database, and kills a worker.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPackageRoot } from '#adapters/package-root.ts';
import type { RunningService } from '#composition/start-service.ts';
import { assert } from '#games/kit/assert.ts';
import { useDatabase } from '../shell/store-place.ts';

/** The time a process has to end when it was asked to. */
const LAST_MS = 10_000;

interface ServiceProcess extends Pick<RunningService, 'smtp' | 'imap' | 'inbox' | 'stop'> {
  readonly pid: number;
  /** Until it was ready. */
  readonly readyMs: number;
  /** As kill -9 does. */
  readonly kill: () => Promise<void>;
}

/** `onLine` is called with each line of its log. Rejects if it ends before it is ready. */
export async function startProcess(
  args: readonly string[],
  onLine: (line: string) => void = () => undefined,
): Promise<ServiceProcess> {
  const began = performance.now();
  const nexpost = join(findPackageRoot(), 'bin', 'nexpost.mjs');
  const child = spawn(process.execPath, [nexpost, 'serve', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let last = '';
  createInterface(child.stderr).on('line', line => {
    last = line;
    onLine(line);
  });
  const ready = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [first] = await Promise.race([ready, ended]);
  if (typeof first !== 'string') throw new Error(`nexpost serve ended before it was ready: ${last}`);
  const { pid, smtp, imap, inbox } = JSON.parse(first) as ServiceProcess;
  return {
    ...{ pid, smtp, imap, inbox, readyMs: performance.now() - began },
    stop: () => end(child, 'SIGTERM', ended),
    kill: () => end(child, 'SIGKILL', ended),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<unknown>): Promise<void> {
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), LAST_MS);
  await ended;
  clearTimeout(late);
}

export interface DemoProcesses extends Pick<ServiceProcess, 'smtp' | 'imap' | 'stop'> {
  /** Kills the first worker as kill -9 does. Returns its process id. */
  readonly killWorker: () => Promise<number>;
  /** Resolves when no mail waits, neither for a worker nor for being sent. */
  readonly settle: () => Promise<void>;
}

interface ProcessesOptions {
  readonly database: string;
  readonly data: string;
  readonly workers: number;
  /** Called with a line for each process that is ready. */
  readonly tell: (line: string) => void;
}

const SETTLE_MS = 100;
const ACCOUNTS = "select key from documents where key like 'account/%'";
const WAITING = 'select (select count(*) from inbox) + (select count(*) from outbox) as mails';

/** Rejects if there are other players than those of the demo. */
const requireOwnDatabase = (url: string): Promise<void> =>
  useDatabase(url, async ({ query }) => {
    const [found] = await query("select to_regclass('documents') as documents");
    if (found?.['documents'] === null) return;
    const others = (await query(ACCOUNTS)).filter(({ key }) => key !== 'account/alice' && key !== 'account/bob');
    if (others.length > 0)
      throw new Error('There is a service in this database. The demo needs a database of its own.');
  });

export async function startProcesses({ database, data, workers, tell }: ProcessesOptions): Promise<DemoProcesses> {
  await requireOwnDatabase(database);
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
  const args = ['--store', database, '--data', data, '--log-level', 'error', ...ports];
  const running: ServiceProcess[] = [];
  const start = async (role: string): Promise<ServiceProcess> => {
    const started = await startProcess([...args, '--role', role]);
    running.push(started);
    tell(`${role.padEnd(6)} process ${started.pid}, ready after ${Math.round(started.readyMs)} ms`);
    return started;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(running.map(each => each.stop()));
  };
  try {
    // It runs the mail servers, which the others look for.
    const { smtp, imap } = await start('inbox');
    const roles = Array.from({ length: workers }, () => 'worker');
    const [first] = await Promise.all([...roles, 'outbox'].map(start));
    assert(first !== undefined, 'there is a worker');
    return {
      ...{ smtp, imap, stop },
      killWorker: async () => {
        await first.kill();
        return first.pid;
      },
      settle: () =>
        useDatabase(database, async ({ query }) => {
          while (Number((await query(WAITING))[0]?.['mails']) > 0) await sleep(SETTLE_MS);
        }),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
