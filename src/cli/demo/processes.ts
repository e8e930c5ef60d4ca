// Runs the service of the demo as several processes over a database, and kills one of its workers.
import { setTimeout as sleep } from 'node:timers/promises';
import { assert } from '#games/kit/assert.ts';
import { useDatabase } from '../shell/store-place.ts';
import { type ServiceProcess, startProcess } from './service-process.ts';

export interface DemoProcesses {
  readonly smtp: number | null;
  readonly imap: number | null;
  /** Kills the first worker as kill -9 does. Returns its process id. */
  readonly killWorker: () => Promise<number>;
  /** Resolves when no mail waits, neither for a worker nor for being sent. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ProcessesOptions {
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
