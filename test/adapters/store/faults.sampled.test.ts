// The simulation of faults (test/simulation/faults.sampled.test.ts) over the stores that keep files or a database.
import { cpSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openJsonStore } from '#adapters/store/json/index.ts';
import type { Database } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import type { Store } from '#service/ports.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { type Calm, calm, manyFaults, singleFaults } from '#test/simulation/faulty-world.ts';
import type { Disk } from '#test/simulation/world.ts';
import { testDatabase } from './pglite.ts';
import { newFolder, quiet } from './support.ts';

/** After a crash the next process gets what lay on the disk at that moment. */
const onDisk = (): Disk => {
  let current: Promise<string> | null = null;
  return {
    open: async () => {
      current ??= newFolder();
      return openJsonStore(await current, quiet);
    },
    crash: async (store: Store) => {
      const image = await newFolder();
      // At one blow: a copy of a folder that changes meanwhile is no picture of a moment.
      cpSync(await current!, image, { recursive: true });
      current = Promise.resolve(image);
      await store.close();
    },
  };
};

const { emptied, database } = testDatabase();

/** After a crash the next process finds what was committed. */
const inPostgres = (): Disk => {
  let begun: Promise<Database> | null = null;
  return {
    open: async () => {
      begun ??= emptied();
      await begun;
      return openPostgresStore(database);
    },
    crash: () => Promise.resolve(),
  };
};

describe.each([
  ['json', onDisk, { single: times(241, 11), many: times(1, 10) }],
  ['postgres', inPostgres, { single: times(499, 29), many: times(1, 5) }],
] as const)('a service whose world fails, store %s', (_, disk, { single, many }) => {
  let expected: Calm;
  beforeAll(async () => {
    expected = await calm();
  });

  it('holds at every single fault', async () => {
    expect(await singleFaults(disk, single, expected)).toEqual([]);
  });

  it.each(seedsFor(import.meta.filename, many))('holds when many things fail (seed %i)', async seed => {
    expect(await manyFaults(disk, seed, expected)).toBeNull();
  });
});
