// A Postgres within this process, for tests: one session, so that it proves nothing of locks and kills.
import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Database, Query, ResultRow } from '#adapters/store/postgres/database.ts';

export interface TestDatabase {
  /** Does not end with a store: a later one finds what it has left. */
  readonly database: Database;
  readonly exec: (sql: string) => Promise<unknown>;
  /** The same with nothing in it. */
  readonly emptied: () => Promise<Database>;
}

const queryOn =
  (session: Pick<Transaction, 'query'>): Query =>
  async (sql, values = []) =>
    (await session.query<ResultRow>(sql, [...values])).rows;

/** One for all files that a worker runs, since it takes seconds to start. */
let shared: PGlite | null = null;

export function testDatabase(): TestDatabase {
  shared ??= new PGlite();
  const server = shared;
  const database: Database = {
    query: queryOn(server),
    transaction: act => server.transaction(session => act(queryOn(session))),
    close: () => Promise.resolve(),
  };
  return {
    database,
    exec: sql => server.exec(sql),
    emptied: async () => {
      await server.exec('drop schema public cascade; create schema public');
      return database;
    },
  };
}
