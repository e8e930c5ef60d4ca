// A Postgres within this process, for tests: one session, so that it proves nothing of locks and kills. One for a file of tests, since it takes seconds to start.
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { afterAll } from 'vitest';
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

/** To be called where a test file registers its hooks. */
export function testDatabase(): TestDatabase {
  const server = new PGlite();
  afterAll(() => server.close());
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
