// Where a service keeps everything: its configuration, its data folder, or its database.
// `--store` comes before NEXPOST_STORE, that before the configuration, and that before --data.
import { lstat, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readDelivery, readSettings, readStore } from '#adapters/settings/read.ts';
import { keyFile } from '#adapters/store/json/folder.ts';
import { openReadOnly } from '#adapters/store/json/state.ts';
import { openReadOnlyDatabase } from '#adapters/store/postgres/copies.ts';
import { type Database, connectPostgres, hidePassword, isLost, isPostgres } from '#adapters/store/postgres/database.ts';
import { readDatabaseKey } from '#adapters/store/postgres/shared-values.ts';
import type { ReadOnlyStore } from '#adapters/store/entry-stream.ts';
import { addCredentials } from '#adapters/systemd/systemd.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { OptionTable, OptionValues } from './command-line.ts';
import { Misuse } from './verb.ts';

export type StorePlace =
  | { readonly kind: 'folder'; readonly dir: string }
  | { readonly kind: 'database'; readonly url: string };

/** What every verb takes that needs the data of a service. */
export const PLACE = {
  data: { kind: 'text', value: 'DIR', default: './data', sentence: 'the folder of games and accounts' },
  store: {
    kind: 'text',
    value: 'URL',
    sentence: 'the database of the service, in place of a data folder:\npostgres://user:password@host/database',
  },
  config: { kind: 'text', value: 'FILE', sentence: "the service's configuration, which may name the database" },
} as const satisfies OptionTable;

/** What a verb takes that needs the settings of a service. */
export const CONFIG = {
  kind: 'text',
  value: 'FILE',
  sentence: "the service's configuration (default: what the environment says)",
} as const;

/** Longer than any address of a database. Characters. */
const MAX_URL_LENGTH = 2_000;

export function createDatabasePlace(url: string, where: string): StorePlace {
  // It may hold a password: it is not repeated.
  if (!isPostgres(url) || /\s|:\/\/$/.test(url) || url.length > MAX_URL_LENGTH || !URL.canParse(url))
    throw new Misuse(`${where} is no address of a database, such as postgres://user:password@host:5432/database.`);
  return { kind: 'database', url };
}

/** Rejects where the configuration cannot be read. */
export async function storePlace({ data, store, config }: OptionValues<typeof PLACE>): Promise<StorePlace> {
  if (store !== '') return createDatabasePlace(store, '--store');
  const set = await readGivenStore(config);
  return set === '' ? { kind: 'folder', dir: resolve(data) } : createDatabasePlace(set, "The setting 'store'");
}

/** Counting the rows of a large database is slow. Milliseconds. */
const STATEMENT_MS = 600_000;

/** Opens the database for `act`. An error names it without its password. */
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

/** '': no file. */
const fileOf = (config: string): string | null => (config === '' ? null : config);

const readEnvironment = (): ReturnType<typeof addCredentials> => addCredentials(process.env);

/** As `readSettings`. `config`: the value of --config, which may be ''. */
export const readGivenSettings = async (config: string): ReturnType<typeof readSettings> =>
  readSettings(fileOf(config), readEnvironment());

/** As `readStore`. */
export const readGivenStore = async (config: string): Promise<string> => readStore(fileOf(config), readEnvironment());

/** As `readDelivery`. */
export const readGivenDelivery = async (config: string): ReturnType<typeof readDelivery> =>
  readDelivery(fileOf(config), readEnvironment());

interface Owner {
  readonly uid: number;
  readonly gid: number;
  readonly isDirectory: () => boolean;
}

/** Null if the path does not exist. `look`: `lstat` for the owner of a link, not of what it points to. */
const ownerOf = (path: string, look: (path: string) => Promise<Owner> = stat): Promise<Owner | null> =>
  look(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  });

/** The owner of the key in this folder. null: there is no key. */
const findKeyOwner = (dir: string): Promise<Owner | null> =>
  ownerOf(join(dir, 'key'), lstat).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw createUserError(dir, (await ownerOf(dir))?.uid);
  });

async function findFolderOwner(dir: string): Promise<Owner | null> {
  const owner = await ownerOf(dir);
  if (owner === null || owner.isDirectory()) return owner;
  throw new Error(`${dir} is no folder. --data names one, which is made if it is not there.`);
}

const createUserError = (dir: string, uid = 0): Error =>
  new Error(`${dir} belongs to the user ${uid}. Run this as that user: sudo -u '#${uid}' nexpost …`);

/** Rejects unless a service was started in this folder before. A mistyped name must not become a new service. */
export async function requireService(dir: string): Promise<void> {
  if ((await findKeyOwner(dir)) !== null) return;
  const why = (await ownerOf(dir)) === null ? 'there is no such folder' : "it has no file named 'key'";
  throw new Error(`There is no service in ${dir}: ${why}. Name its data folder, as in --data /var/lib/nexpost.`);
}

/**
 * Root becomes the user whose folder it is, for the rest of this process. A file of root's would keep the service from
 * starting. Where the folder is root's, a key or a link of another user counts: what these point to, that user chose.
 * Rejects if this is a third user.
 */
export async function switchToOwner(dir: string): Promise<void> {
  const [key, folder, link] = [await findKeyOwner(dir), await findFolderOwner(dir), await ownerOf(dir, lstat)];
  const owners = [folder, key, link].filter(owner => owner !== null);
  // Windows has no such users.
  const own = process.geteuid?.();
  if (own === undefined) return;
  const other = owners.find(({ uid }) => uid !== 0);
  if (own === 0 && other !== undefined) {
    process.setgroups?.([other.gid]);
    process.setgid?.(other.gid);
    process.setuid?.(other.uid);
  }
  if (own !== 0 && key !== null && key.uid !== own) throw createUserError(dir, key.uid);
}

/** Nothing is locked or changed, also beside a running service. `key`: the digits of the signing key. null: none was made yet. It rejects if the key is damaged. */
type Looking<Value> = (look: ReadOnlyStore, key: () => Promise<string | null>) => Promise<Value>;

export async function useReadOnlyStore<Value>(place: StorePlace, act: Looking<Value>): Promise<Value> {
  if (place.kind === 'folder') await requireService(place.dir);
  return useAnyReadOnlyStore(place, act);
}

/** The same for a verb that tells of a lost key. */
export async function useAnyReadOnlyStore<Value>(place: StorePlace, act: Looking<Value>): Promise<Value> {
  if (place.kind === 'folder') return act(await openReadOnly(place.dir), keyFile(place.dir).read);
  return useDatabase(place.url, database =>
    openReadOnlyDatabase(database, (look, query) => act(look, () => readDatabaseKey(query))),
  );
}
