// Whether a service works on a database: each of its processes shares a lock, and a copy has it alone. It ends with its connection, however that ends.
import { Client } from 'pg';
import { connectWith, requireOwnBackend } from './own-backend.ts';

export interface ServiceLock {
  /** Rejects once the connection is lost: others may have the lock by now. */
  readonly assert: () => Promise<void>;
  readonly release: () => Promise<void>;
}

const CONNECT_MS = 10_000;

/** Every process of a service shares it; who must be alone with the database takes it for itself. */
export const TAKE_SERVICE = {
  shared: "select pg_try_advisory_lock_shared(hashtextextended('service', 1)) as held",
  alone: "select pg_try_advisory_lock(hashtextextended('service', 1)) as held",
} as const;

/** For one transaction: a process that lost its session may not know yet that a copy has begun. */
export const SHARE_SERVICE = "select pg_try_advisory_xact_lock_shared(hashtextextended('service', 1)) as held";

/** What who may not share it is told. */
export const COPY_UNDER_WAY = 'a copy of this store is under way';

/** null: somebody else has it in a way that excludes this. */
export async function takeServiceLock(url: string, how: keyof typeof TAKE_SERVICE): Promise<ServiceLock | null> {
  const config = {
    ...{ connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true, application_name: 'nexpost' },
  };
  const client = new Client(config);
  // What it says is said by the next query.
  client.on('error', () => undefined);
  await client.connect();
  const end = (): Promise<void> => client.end().catch(() => undefined);
  try {
    await requireOwnBackend(client, connectWith(config));
    const { rows } = await client.query<{ readonly held: boolean }>(TAKE_SERVICE[how]);
    if (rows[0]?.held !== true) {
      await end();
      return null;
    }
  } catch (error) {
    await end();
    throw error;
  }
  return {
    assert: async () => {
      await client.query('select 1').catch((error: unknown) => {
        throw new Error('The connection to the database was lost. Run the same again: it goes on.', { cause: error });
      });
    },
    release: end,
  };
}
