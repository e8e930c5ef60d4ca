// A store in memory whose writes are recorded, so that another store can be brought to the same state without deciding anew.
import { createMemoryStore } from '#test/memory-store.ts';
import type { Store } from '#service/ports.ts';

type Write = (store: Store) => Promise<unknown>;

export interface RecordedStore {
  readonly store: Store;
  /** A new store with all that has been written up to now. */
  readonly copy: () => Promise<Store>;
}

export function recordedStore(): RecordedStore {
  const writes: Write[] = [];
  const store = createMemoryStore();
  const record = <Value>(write: (store: Store) => Promise<Value>): Promise<Value> => {
    writes.push(write);
    return write(store);
  };
  return {
    store: {
      ...store,
      commit: change => record(each => each.commit(change)),
      markMail: (id, fate) => record(each => each.markMail(id, fate)),
      erase: addresses => record(each => each.erase(addresses)),
      forget: before => record(each => each.forget(before)),
    },
    copy: async () => {
      const copy = createMemoryStore();
      for (const write of [...writes]) await write(copy);
      return copy;
    },
  };
}
