// The Database interface over `pg`: addresses, queries, transactions, and what poolers do to them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg';
import { reasonOf } from '#games/kit/assert.ts';

/** The address of a database, as operators write it: `postgres://user:password@host:port/database`. */
export const isPostgres = (store: string): boolean => /^postgres(?:ql)?:\/\//.test(store);

/** For logs and messages: hides the password, which may hold any character except the one before the host. */
export function hidePassword(url: string): string {
  const [begin, end] = [url.indexOf(':', url.indexOf('://') + 3), url.lastIndexOf('@')];
  const shown = begin >= 0 && begin < end ? `${url.slice(0, begin)}:***${url.slice(end)}` : url;
  return shown.replace(/([?&]password=)[^&]*/g, '$1***');
}

/** The Database interface over `pg`: queries and transactions. Tests use another implementation. */
export type ResultRow = Readonly<Record<string, unknown>>;

/** Runs one statement and resolves to its rows. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly ResultRow[]>;

export interface Database {
  readonly query: Query;
  /** Commits everything `act` does, or nothing. If it throws, the transaction is rolled back. */
  readonly transaction: <Value>(act: (query: Query) => Promise<Value>) => Promise<Value>;
  readonly close: () => Promise<void>;
}

/** A mail uses one connection while it is committed. */
const MAX_CONNECTIONS = 10;
/** Time-outs for a connection, and for a statement of a service. Milliseconds. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;
/**
 * Without an answer this long after the time-out of the statement, the query fails: the server has given the statement up, is unreachable,
 * or is still busy with earlier statements. Milliseconds.
 */
const SILENCE_MS = 5_000;
/** A stopping process waits this long for running queries, so that a silent server does not delay it. */
const END_MS = 700;

/** The names of prepared statements, by their text. Our statements are few, and their texts are always the same. */
const statementNames = new Map<string, string>();

/** A named statement is prepared once: the server need not parse and plan it for every mail. */
function statementNameOf(sql: string): string {
  const known = statementNames.get(sql) ?? `nexpost ${statementNames.size + 1}`;
  statementNames.set(sql, known);
  return known;
}

const createQuery =
  (client: Pick<PoolClient, 'query'>): Query =>
  async (sql, values = []) =>
    (await client.query<ResultRow>({ name: statementNameOf(sql), text: sql, values: [...values] })).rows;

/** `url`: postgres://user:password@host:port/database. `statementMs`: time-out of a statement. Connects at the first query. */
export function connectPostgres(url: string, onLost: (why: string) => void, statementMs = STATEMENT_MS): Database {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: statementMs + SILENCE_MS,
    keepAlive: true,
    // Statements queried together are sent together.
    pipeline: true,
  });
  // A broken idle connection is replaced. An error of a connection in use reaches its query, not the pool. Each connection needs an error
  // listener all the same: an unhandled error event would end the process.
  pool.on('error', error => onLost(reasonOf(error)));
  const clients = new Set<PoolClient>();
  pool.on('connect', client => {
    client.on('error', () => undefined);
    clients.add(client);
    // Sent before all other queries. Not as connection parameters, which a pooler refuses.
    // A crashed machine must not keep its locks.
    const timeouts = `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${CONNECT_MS}`;
    client.query(timeouts).catch(() => undefined);
  });
  pool.on('remove', client => clients.delete(client));
  return {
    query: (sql, values) => createQuery(pool)(sql, values),
    transaction: async act => {
      const client = await pool.connect();
      try {
        // Sent alone, since statements sent before the answer would be transactions of their own.
        await client.query('begin');
        const value = await act(createQuery(client));
        await client.query('commit');
        client.release();
        return value;
      } catch (error) {
        // Rolls back. A connection that cannot roll back is closed.
        if (isLost(error)) closeConnection(client);
        const broken = await client.query('rollback').then(
          () => undefined,
          (fault: unknown) => new Error(reasonOf(fault)),
        );
        client.release(broken);
        throw error;
      }
    },
    close: async () => {
      const timeout = new AbortController();
      await Promise.race([pool.end(), sleep(END_MS, undefined, timeout).catch(() => undefined)]);
      timeout.abort();
      for (const client of clients) closeConnection(client);
    },
  };
}

/** Closes the connection at once. The method `end` would wait for a silent server. */
export function closeConnection(client: ClientBase): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: { destroy: () => void } } };
  connection.stream.destroy();
}

/** The SQLSTATE of an error, five characters. null: the error has none. */
export const sqlState = (error: unknown): string | null => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code.length === 5 ? code : null;
};

/** Did the connection end before there was an answer? The server reports that with SQLSTATE classes 08 and 57P. */
export const isLost = (error: unknown): boolean => {
  const state = sqlState(error);
  return state === null ? error instanceof Error && LOST_MESSAGE.test(error.message) : /^(?:08|57P)/.test(state);
};

/** A transaction whose connection was lost is run this often at most. */
const MAX_TRIES = 2;

/** Runs the transaction again if the connection was lost and its outcome is unknown. `act` must detect whether it was done. */
export async function retryTransaction<Value>(
  database: Database,
  act: (query: Query) => Promise<Value>,
): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction(act);
    } catch (error) {
      if (!isLost(error) || tries === MAX_TRIES) throw error;
    }
  }
}

/** The messages of `pg` for a lost connection. */
const LOST_MESSAGE =
  /^(?:Connection terminated|Query read timeout|read ECONN|write E|Client has encountered a connection error)/;

/** The part of a connection that is needed here. `processID`: the backend's number, as the server reports it at the start. */
export interface BackendClient {
  readonly processID?: number | null;
  readonly query: (sql: string) => Promise<{ readonly rows: readonly { readonly backend?: unknown }[] }>;
  readonly end: () => Promise<void>;
}

const POOLED =
  'a pooler between gives each transaction another connection (pool_mode = transaction), and a service needs connections that stay. Set pool_mode = session, or name the Postgres itself';

async function backendPidOf(client: BackendClient): Promise<unknown> {
  const { rows } = await client.query('select pg_backend_pid() as backend');
  return rows[0]?.backend;
}

/** Rejects with a sentence without a full stop. `connect`: opens another connection to the same address. */
export async function requireOwnBackend(client: BackendClient, connect: () => Promise<BackendClient>): Promise<void> {
  const ownPid = await backendPidOf(client);
  // A pooler reports numbers of its own, which differ.
  if (ownPid === client.processID) return;
  const otherClient = await connect();
  try {
    // During this transaction the other connection has its own backend.
    await otherClient.query('begin');
    if ((await backendPidOf(otherClient)) === ownPid || (await backendPidOf(client)) !== ownPid)
      throw new Error(POOLED);
  } finally {
    await otherClient.end();
  }
}

/** Connects to the same address, for `requireOwnBackend`. */
export const connectWith = (config: ClientConfig) => async (): Promise<BackendClient> => {
  const client = new Client(config);
  // The next query rejects with the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};
