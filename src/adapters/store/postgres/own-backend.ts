// Detects poolers that give each transaction another connection, so session locks hold nothing.
import { Client, type ClientConfig } from 'pg';

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
