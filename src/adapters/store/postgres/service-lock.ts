// The service lock of a database: shared by all processes of a service, exclusive for a copy.
// The lock ends with its connection, even if the process crashes.
import { Client } from 'pg';
import { connectWith, requireOwnBackend } from './own-backend.ts';

export interface ServiceLock {
  /** Rejects if the connection is lost: other processes may hold the lock by now. */
  readonly assert: () => Promise<void>;
  readonly release: () => Promise<void>;
}

const CONNECT_MS = 10_000;

/** Every process of a service holds the lock shared. A copy takes it exclusively. */
export const TAKE_LOCK = {
  shared: "select pg_try_advisory_lock_shared(hashtextextended('service', 1)) as held",
  exclusive: "select pg_try_advisory_lock(hashtextextended('service', 1)) as held",
} as const;

/** Shares the lock for one transaction, since a process that has lost its session may not know that a copy has begun. */
export const SHARE_LOCK = "select pg_try_advisory_xact_lock_shared(hashtextextended('service', 1)) as held";

/** The error message of a process that cannot share the lock. */
export const COPY_UNDER_WAY = 'a copy of this store is under way';

/** null: another connection holds the lock in a mode that excludes this one. */
export async function takeServiceLock(url: string, mode: keyof typeof TAKE_LOCK): Promise<ServiceLock | null> {
  const config = {
    ...{ connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true, application_name: 'nexpost' },
  };
  const client = new Client(config);
  // The next query rejects with the error.
  client.on('error', () => undefined);
  await client.connect();
  const endConnection = (): Promise<void> => client.end().catch(() => undefined);
  try {
    await requireOwnBackend(client, connectWith(config));
    const { rows } = await client.query<{ readonly held: boolean }>(TAKE_LOCK[mode]);
    if (rows[0]?.held !== true) {
      await endConnection();
      return null;
    }
  } catch (error) {
    await endConnection();
    throw error;
  }
  return {
    assert: async () => {
      await client.query('select 1').catch((error: unknown) => {
        throw new Error('The connection to the database was lost. Run the same again.', { cause: error });
      });
    },
    release: endConnection,
  };
}
