// A Postgres as it comes with Debian, on loopback, in a folder of its own.
// It runs as its package's user, or by whoever is not root as themselves. Nothing below /etc or /var is read or written.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../e2e/program.ts';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';

export interface PostgresServer {
  readonly port: number;
  /** Of the process that all others of the server are children of; null: it does not run. */
  readonly pid: () => number | null;
  /** Of the one database there is. */
  readonly url: string;
  /** As kill -9 does it: nothing is finished, nothing is said. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `settings`: name=value, as in postgresql.conf. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const ids = process.getuid?.() === 0 ? await postgresUser() : null;
  const bin = await programs();
  const dir = await mkdtemp(join(process.env['NEXPOST_REAL_DIR'] ?? tmpdir(), 'nexpost-postgres-'));
  if (ids !== null) await chown(dir, ids.uid, ids.gid);
  const data = join(dir, 'data');
  const [port = 0] = await freePorts(1);
  const url = `postgres://nexpost@127.0.0.1:${port}/postgres`;
  const auth = ['-U', 'nexpost', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
  await run(join(bin, 'initdb'), ['-D', data, ...auth], { ...ids, cwd: dir });
  const set = settings.flatMap(setting => ['-c', setting]);
  let server: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const words = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', dir, ...set];
    const child = spawn(join(bin, 'postgres'), words, { ...ids, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
    await becomeReady(child);
    server = child;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = server;
    server = null;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    // After a kill the server's other processes go a moment later, and until then no new one starts: all of them hold
    // the pipe of its messages, and it is closed when the last one has gone.
    const gone = once(child, 'close');
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    ...{ port, url, start, pid: () => server?.pid ?? null },
    kill: () => end('SIGKILL'),
    close: async () => {
      await end('SIGINT');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function postgresUser(): Promise<{ readonly uid: number; readonly gid: number }> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find(each => each.startsWith('postgres:'));
  if (line === undefined) throw new Error('There is no user postgres: install postgresql.');
  const [, , uid, gid] = line.split(':').map(Number);
  return { uid: uid!, gid: gid! };
}

/** Of the newest version that is installed. */
async function programs(): Promise<string> {
  const versions = (await readdir(VERSIONS).catch(() => [])).map(Number).filter(Number.isFinite);
  if (versions.length === 0) throw new Error('There is no Postgres: install postgresql.');
  return join(VERSIONS, String(Math.max(...versions)), 'bin');
}

/** Resolves when the server says so; rejects with what it says if it ends instead. */
const becomeReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      // What it says of its work later is not kept.
      said = (said + text).slice(-10_000);
      if (said.includes('database system is ready to accept connections')) resolve();
    });
    child.once('close', () => reject(new Error(`Postgres does not start: ${said}`)));
  });
