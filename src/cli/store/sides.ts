// The two sides of a copy, each locked so that no service works on it.
// A folder has its lock. A database has a lock that every process of a service shares.
import { openFolderSource, openFolderTarget } from '#adapters/store/json/copies.ts';
import { type Database, hidePassword } from '#adapters/store/postgres/database.ts';
import { openDatabaseSource, openDatabaseTarget } from '#adapters/store/postgres/copies.ts';
import { takeServiceLock } from '#adapters/store/postgres/session.ts';
import type { EntrySource, EntryTarget } from '#adapters/store/entry-stream.ts';
import { type StorePlace, requireService, switchToOwner, useDatabase } from '../shell/store-place.ts';

/** Without a password. */
export const nameOf = (place: StorePlace): string => (place.kind === 'folder' ? place.dir : hidePassword(place.url));

interface Openers<Side> {
  readonly folder: (dir: string) => Promise<Side>;
  readonly database: (database: Database) => Promise<Side>;
}

export const SOURCE: Openers<EntrySource> = {
  folder: async dir => {
    await requireService(dir);
    return openFolderSource(dir);
  },
  database: ({ query }) => openDatabaseSource(query),
};

export const TARGET: Openers<EntryTarget> = { folder: openFolderTarget, database: openDatabaseTarget };

/** `guard` rejects if the store may not be locked any more. */
export async function useSide<Side extends Pick<EntrySource, 'close'>, Value>(
  place: StorePlace,
  open: Openers<Side>,
  act: (side: Side, guard: () => Promise<void>) => Promise<Value>,
): Promise<Value> {
  if (place.kind === 'folder') {
    await switchToOwner(place.dir);
    const side = await open.folder(place.dir);
    return act(side, () => Promise.resolve()).finally(side.close);
  }
  return useDatabase(place.url, async database => {
    const lock = await takeServiceLock(place.url, 'exclusive');
    if (lock === null)
      throw new Error(
        `A service works on ${nameOf(place)}, or a verb of its operator's. Stop all its processes first.`,
      );
    return open
      .database(database)
      .then(side => act(side, lock.assert))
      .finally(lock.release);
  });
}
