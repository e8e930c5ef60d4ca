// A service of several processes over a Postgres, each with a role of its own.
// They are started by the real command.
import { mkdirSync, writeFileSync } from 'node:fs';
import { Client } from 'pg';
import { type EmbeddedServers, startEmbedded } from '#trial/start-embedded.ts';
import type { Home } from '../e2e/home.ts';
import type { Program, Serving } from '../e2e/program.ts';
import type { PostgresServer } from './postgres-server.ts';

/** A database of its own on this server; the one that is there stays. */
export async function databaseOn(server: PostgresServer, name: string): Promise<string> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database "${name}"`);
  await client.end();
  return server.url.replace(/[^/]*$/, name);
}

/** Roles of one service, in the order in which they are started. */
const ROLES = ['inbox', 'worker', 'worker', 'outbox', 'robots'] as const;

const ANY_PORTS = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0', '--log-level', 'warn'];

/** One process that reads, two that work, one that sends, one in which robots think. */
export const clubHome = (program: () => Program, server: () => PostgresServer): Home => ({
  serve: async (name, more = []) => {
    const store = await databaseOn(server(), name);
    const data = program().folder(name);
    mkdirSync(data, { recursive: true });
    const started = await Promise.all(
      ROLES.map(role => program().serve(['--data', data, '--store', store, '--role', role, ...ANY_PORTS, ...more])),
    );
    const [inbox] = started;
    return {
      ready: inbox!.ready,
      terminate: async () => {
        // Who reads runs the mail servers: last, so that what is on its way arrives.
        const [first, ...others] = started;
        const ends = await Promise.all(others.map(each => each.terminate()));
        const last = await first!.terminate();
        return [...ends, last].reduce((worst, each) => (each.code === 0 && each.ms < worst.ms ? worst : each));
      },
    };
  },
});

/** A process that is started again whenever it is killed. */
export interface Mortal {
  readonly role: string;
  readonly now: () => Serving;
  /** kill -9; resolves when another one is ready. */
  readonly killAndRestart: () => Promise<void>;
}

export async function mortal(role: string, start: () => Promise<Serving>): Promise<Mortal> {
  let serving = await start();
  return {
    role,
    now: () => serving,
    killAndRestart: async () => {
      await serving.kill();
      serving = await start();
    },
  };
}

/** Mail servers that outlive every process of the service. */
export const mailServersIn = (program: Program): Promise<EmbeddedServers> => {
  const where = { smtpPort: 0, imapPort: 0, domain: 'example.test', service: 'games', log: () => undefined };
  return startEmbedded({ dir: program.folder('mail'), ...where });
};

/** A configuration with which these are real ones. */
export function configuration(program: Program, servers: EmbeddedServers): string {
  const login = { host: '127.0.0.1', secure: false, user: 'games@example.test', password: servers.servicePassword };
  const file = program.folder('service.json');
  const settings = {
    ...{ address: 'games@example.test', trustedAuthservIds: ['example.test'] },
    imap: { ...login, port: servers.imapPort, sweepSeconds: 5 },
    smtp: { ...login, port: servers.smtpPort },
  };
  writeFileSync(file, JSON.stringify(settings));
  return file;
}
