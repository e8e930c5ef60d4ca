// Where a service keeps everything: in a data folder, or in a database.
// `--store` comes before NEXPOST_STORE, that before the configuration, and that before --data.
import { resolve } from 'node:path';
import { reasonOf } from '#games/kit/assert.ts';
import { isPostgres, hidePassword } from '#adapters/store/postgres/address.ts';
import { type Database, isLost, connectPostgres } from '#adapters/store/postgres/database.ts';
import type { OptionTable } from './command-line.ts';
import { readGivenStore } from './configuration.ts';
import { Misuse } from './verb.ts';

export type StorePlace =
  | { readonly kind: 'folder'; readonly dir: string }
  | { readonly kind: 'database'; readonly url: string };

/** What every verb takes that needs the data of a service. */
export const STORE = {
  store: {
    kind: 'text',
    default: '',
    sentence: 'the database of the service, in place of a data folder:\npostgres://user:password@host/database',
  },
  config: { kind: 'text', default: '', sentence: "the service's configuration, which may name the database" },
} as const satisfies OptionTable;

/** Longer than any address of a database. Characters. */
const MAX_URL_LENGTH = 2_000;

export function createDatabasePlace(url: string, where: string): StorePlace {
  // It may hold a password: it is not repeated.
  if (!isPostgres(url) || /\s|:\/\/$/.test(url) || url.length > MAX_URL_LENGTH || !URL.canParse(url))
    throw new Misuse(`${where} is no address of a database, such as postgres://user:password@host:5432/database.`);
  return { kind: 'database', url };
}

interface Given {
  readonly data: string;
  readonly store: string;
  /** Empty if there is no file. */
  readonly config: string;
}

/** Rejects where the configuration cannot be read. */
export async function storePlace({ data, store, config }: Given): Promise<StorePlace> {
  if (store !== '') return createDatabasePlace(store, '--store');
  const set = await readGivenStore(config);
  return set === '' ? { kind: 'folder', dir: resolve(data) } : createDatabasePlace(set, "The setting 'store'");
}

/** Counting all that a large service keeps takes its time. Milliseconds. */
const STATEMENT_MS = 600_000;

/** The database as long as `act` takes; where it cannot be reached, it is named without its password. */
export async function useDatabase<Value>(url: string, act: (database: Database) => Promise<Value>): Promise<Value> {
  const database = connectPostgres(url, () => undefined, STATEMENT_MS);
  try {
    return await act(database);
  } catch (error) {
    const fault = describeDatabaseFault(error);
    if (fault === null) throw error;
    throw new Error(`The database ${hidePassword(url)} ${fault}.`, { cause: error });
  } finally {
    await database.close();
  }
}

/** What the network says of a server that is not there. */
const UNREACHED = /^(?:ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_)/;

/** null: it is no fault of the database. */
function describeDatabaseFault(error: unknown): string | null {
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown };
  if (severity !== undefined && !isLost(error)) return `refuses: ${reasonOf(error)}`;
  const isAway = isLost(error) || (typeof code === 'string' && UNREACHED.test(code));
  return isAway ? `cannot be reached (${reasonOf(error) || String(code)})` : null;
}
