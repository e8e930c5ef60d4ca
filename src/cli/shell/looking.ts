// Opens the data of a service read-only, in a folder or a database.
// Nothing is locked or changed, also beside a running service.
import { readKey } from '#adapters/store/json/folder.ts';
import { openReadOnly } from '#adapters/store/json/read-only.ts';
import type { ReadOnlyStore } from '#adapters/store/read-only-store.ts';
import { readDatabaseKey } from '#adapters/store/postgres/shared-values.ts';
import { openReadOnlyDatabase } from '#adapters/store/postgres/copies.ts';
import { type StorePlace, requireService, useDatabase } from './store-place.ts';

/** `key`: the signing key; null: none was ever made. It rejects where that is damaged. */
type Looking<Value> = (look: ReadOnlyStore, key: () => Promise<Buffer | null>) => Promise<Value>;

export async function useReadOnlyStore<Value>(place: StorePlace, act: Looking<Value>): Promise<Value> {
  if (place.kind === 'folder') await requireService(place.dir);
  return useAnyReadOnlyStore(place, act);
}

/** The same for a verb that tells of a lost key. */
export async function useAnyReadOnlyStore<Value>(place: StorePlace, act: Looking<Value>): Promise<Value> {
  if (place.kind === 'folder') return act(await openReadOnly(place.dir), () => readKey(place.dir));
  return useDatabase(place.url, database =>
    openReadOnlyDatabase(database, (look, query) => act(look, () => readDatabaseKey(query))),
  );
}
