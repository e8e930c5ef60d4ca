// The two sides of a copy, each locked so that no service works on it.
// A folder has its lock. A database has a lock that every process of a service shares.
import { keepKey, readKey } from '#adapters/store/json/key.ts';
import { openFolderSource } from '#adapters/store/json/copy-source.ts';
import { openFolderTarget } from '#adapters/store/json/copy-target.ts';
import { shownAddress } from '#adapters/store/postgres/address.ts';
import { openDatabaseSource } from '#adapters/store/postgres/copy-contents.ts';
import { openDatabaseTarget } from '#adapters/store/postgres/copy-target.ts';
import type { Database } from '#adapters/store/postgres/database.ts';
import { setFact } from '#adapters/store/postgres/facts.ts';
import { knownKey } from '#adapters/store/postgres/key.ts';
import { takeServiceLock } from '#adapters/store/postgres/service-lock.ts';
import type { CopySource, CopyTarget } from '#adapters/store/transfer.ts';
import { becomeOwner, requireService } from '../shell/service-folder.ts';
import { type StorePlace, useDatabase } from '../shell/store-place.ts';

/** A store and its signing key. */
export interface CopySide<Contents> {
  readonly contents: Contents;
  readonly key: () => Promise<Buffer | null>;
  readonly keep: (key: Buffer) => Promise<void>;
  /** Rejects where it may not be held any more. */
  readonly guard: () => Promise<void>;
}

/** Without a password. */
export const nameOf = (place: StorePlace): string => (place.kind === 'folder' ? place.dir : shownAddress(place.url));

export const useSource = <Value>(
  place: StorePlace,
  act: (side: CopySide<CopySource>) => Promise<Value>,
): Promise<Value> =>
  withSide(place, { folder: openServiceFolder, database: ({ query }) => openDatabaseSource(query) }, act);

async function openServiceFolder(dir: string): Promise<CopySource> {
  await requireService(dir);
  return openFolderSource(dir);
}

export const useTarget = <Value>(
  place: StorePlace,
  act: (side: CopySide<CopyTarget>) => Promise<Value>,
): Promise<Value> => withSide(place, { folder: openFolderTarget, database: openDatabaseTarget }, act);

interface Opening<Contents> {
  readonly folder: (dir: string) => Promise<Contents>;
  readonly database: (database: Database) => Promise<Contents>;
}

async function withSide<Contents extends { readonly close: () => Promise<void> }, Value>(
  place: StorePlace,
  open: Opening<Contents>,
  act: (side: CopySide<Contents>) => Promise<Value>,
): Promise<Value> {
  if (place.kind === 'folder') {
    await becomeOwner(place.dir);
    const contents = await open.folder(place.dir);
    try {
      return await act({ contents, ...folderKey(place.dir), guard: () => Promise.resolve() });
    } finally {
      await contents.close();
    }
  }
  return useDatabase(place.url, async database => {
    const lock = await takeServiceLock(place.url, 'alone');
    if (lock === null)
      throw new Error(
        `A service works on ${nameOf(place)}, or a verb of its operator's. Stop all its processes first.`,
      );
    try {
      return await act({ contents: await open.database(database), ...databaseKeyOf(database), guard: lock.assert });
    } finally {
      await lock.release();
    }
  });
}

const folderKey = (dir: string): Pick<CopySide<unknown>, 'key' | 'keep'> => ({
  key: () => readKey(dir),
  keep: key => keepKey(dir, key),
});

const databaseKeyOf = ({ query }: Database): Pick<CopySide<unknown>, 'key' | 'keep'> => ({
  key: () => knownKey(query),
  keep: key => setFact(query, 'signing-key', key.toString('hex')),
});
