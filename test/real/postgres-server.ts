// A Postgres as it comes with Debian, on loopback, in a folder of its own, run as its package's user. Nothing below /etc or /var is read or written.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePorts } from '../e2e/program.ts';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';
const TRIES = 300;

export interface PostgresServer {
  readonly port: number;
  /** Of the process that all its others come from. */
  readonly pid: () => number;
  /** Of the one database there is. */
  readonly url: string;
  /** As kill -9 does it: nothing is finished, nothing is said. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const ids = await postgresUser();
  const bin = await programs();
  const dir = await mkdtemp(join(process.env['NEXPOST_REAL_DIR'] ?? tmpdir(), 'nexpost-postgres-'));
  await chown(dir, ids.uid, ids.gid);
  const data = join(dir, 'data');
  const [port = 0] = await freePorts(1);
  const url = `postgres://nexpost@127.0.0.1:${port}/postgres`;
  const auth = ['-U', 'nexpost', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
  await run(join(bin, 'initdb'), ['-D', data, ...auth], { ...ids, cwd: dir });
  let server: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    // After a kill the server's other processes go a moment later; until then no new one starts.
    for (let tries = 0; tries < TRIES; tries++) {
      const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', dir], {
        ...{ ...ids, cwd: dir, stdio: 'ignore' },
      });
      if (await answers(url, child)) {
        server = child;
        return;
      }
    }
    throw new Error('Postgres does not start');
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = server;
    server = null;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    ...{ port, url, start },
    pid: () => server?.pid ?? 0,
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

/** Waits until the server answers; false: it has ended. */
async function answers(url: string, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < TRIES && child.exitCode === null && child.signalCode === null; tries++) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isThere) return true;
    await sleep(50);
  }
  return false;
}
