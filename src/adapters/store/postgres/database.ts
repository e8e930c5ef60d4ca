// What the store asks of a Postgres: texts of SQL with values, and transactions. `pg` fulfils it here; tests hand in another one.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientBase, Pool, type PoolClient } from 'pg';
import { reasonOf } from '#games/kit/assert.ts';

export type ResultRow = Readonly<Record<string, unknown>>;

/** Runs one statement; the rows it gives. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly ResultRow[]>;

export interface Database {
  readonly query: Query;
  /** Everything `act` does is done, or nothing; what it throws undoes it. */
  readonly transaction: <Value>(act: (query: Query) => Promise<Value>) => Promise<Value>;
  readonly close: () => Promise<void>;
}

/** Connections at most; a mail holds one while it is committed. */
const CONNECTIONS = 10;
/** Until a connection is there, and until a statement of a service has an answer. Milliseconds. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;
/** What has no answer so long after that has none: the server gave the statement up before, is out of reach, or still has what was asked before it to do. */
const SILENCE_MS = 5_000;
/** A machine that died without a word must not keep its locks. */
const limits = (statementMs: number): string =>
  `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${CONNECT_MS}`;
/** Who ends waits so long for what is under way: a server that says nothing holds nobody up. */
const END_MS = 700;

/** The texts of our statements are few, and always the same. */
const names = new Map<string, string>();

/** By its name the server knows a statement again, and need not read and plan it for every mail. */
function nameOf(sql: string): string {
  const known = names.get(sql) ?? `nexpost ${names.size + 1}`;
  names.set(sql, known);
  return known;
}

const queryOn =
  (client: Pick<PoolClient, 'query'>): Query =>
  async (sql, values = []) =>
    (await client.query<ResultRow>({ name: nameOf(sql), text: sql, values: [...values] })).rows;

/** `url`: postgres://user:password@host:port/database; `statementMs`: what a statement may take. Nothing is asked of the server before the first query. */
export function postgres(url: string, lost: (why: string) => void, statementMs = STATEMENT_MS): Database {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: statementMs + SILENCE_MS,
    keepAlive: true,
    // Statements asked together are on their way together.
    pipeline: true,
  });
  // An idle connection that breaks is replaced. Of any other one the pool hears nothing, what is under way on it does; unheard, its error would end the process.
  pool.on('error', error => lost(reasonOf(error)));
  const clients = new Set<PoolClient>();
  pool.on('connect', client => {
    client.on('error', () => undefined);
    clients.add(client);
    // Before all else that is asked of it; not as parameters of the connection, which a pooler refuses.
    client.query(limits(statementMs)).catch(() => undefined);
  });
  pool.on('remove', client => clients.delete(client));
  return {
    query: (sql, values) => queryOn(pool)(sql, values),
    transaction: async act => {
      const client = await pool.connect();
      try {
        // Alone: without it every statement would be a transaction of its own.
        await client.query('begin');
        const value = await act(queryOn(client));
        await client.query('commit');
        client.release();
        return value;
      } catch (error) {
        await undo(client, error);
        throw error;
      }
    },
    close: async () => {
      const late = new AbortController();
      await Promise.race([pool.end(), sleep(END_MS, undefined, late).catch(() => undefined)]);
      late.abort();
      for (const client of clients) cutOff(client);
    },
  };
}

/** A connection that cannot even undo is given up. */
async function undo(client: PoolClient, error: unknown): Promise<void> {
  if (isLost(error)) cutOff(client);
  const broken = await client.query('rollback').then(
    () => undefined,
    (fault: unknown) => new Error(reasonOf(fault)),
  );
  client.release(broken);
}

/** Not `end`, which would wait for a server that says nothing. */
export function cutOff(client: ClientBase): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Destroyable } };
  connection.stream.destroy();
}

interface Destroyable {
  readonly destroy: () => void;
}

/** The five characters by which Postgres says what went wrong; null: it did not say. */
export const sqlState = (error: unknown): string | null => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code.length === 5 ? code : null;
};

/** Did the connection end before there was an answer? Classes 08 and 57 of the states are the server's own words for it. */
export const isLost = (error: unknown): boolean => {
  const state = sqlState(error);
  return state === null ? error instanceof Error && LOST.test(error.message) : /^(?:08|57P)/.test(state);
};

/** How often a transaction is run whose connection was lost. */
const TRIES = 2;

/** Where nobody knows whether it was done it is run again: `act` must find out. */
export async function transactionAgain<Value>(
  database: Database,
  act: (query: Query) => Promise<Value>,
): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction(act);
    } catch (error) {
      if (!isLost(error) || tries === TRIES) throw error;
    }
  }
}

/** What `pg` says of it. */
const LOST =
  /^(?:Connection terminated|Query read timeout|read ECONN|write E|Client has encountered a connection error)/;
