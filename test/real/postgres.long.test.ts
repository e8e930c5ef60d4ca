// The store over a real Postgres: the suite, and what only several connections can show.
// That is locks, conflicts, a server that is killed, an answer that is lost.
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, connectPostgres } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { takeServiceLock } from '#adapters/store/postgres/session.ts';
import { useDatabase } from '#cli/shell/store-place.ts';
import type { Counter, DocumentKey } from '#core/kernel/documents.ts';
import { createRandom } from '#games/kit/random.ts';
import type { Store } from '#service/ports.ts';
import { SEED } from '#test/seeds.ts';
import { change, commit, outgoing, testStore } from '../conformance/store.ts';
import { expectAllOnce, mailsOfAll, worked } from '../simulation/shared-mails.ts';
import { cutting } from './cutting.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const opened = (url = server.url): Promise<Store> => openPostgresStore(connectPostgres(url, () => undefined));

async function emptied(): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}

testStore('a Postgres server', {
  open: async () => {
    await emptied();
    return opened();
  },
  reopen: async store => {
    await store.close();
    return opened();
  },
});

const COUNTER: DocumentKey = 'counter/nex';
const counted = async (store: Store, key = COUNTER): Promise<number> =>
  ((await store.read([key])).documents.get(key) as Counter | null)?.next ?? 0;

/** Reads the counter, and writes the next number; again, as long as somebody else was faster. */
async function countUp(store: Store, cause: string): Promise<string> {
  for (;;) {
    const { documents, versions } = await store.read([COUNTER]);
    const next = ((documents.get(COUNTER) as Counter | null)?.next ?? 0) + 1;
    const mail = outgoing(`mail of ${cause}`);
    const result = await commit(store, change(cause, [[COUNTER, { next }]], { expect: versions, outgoing: [mail] }));
    if (result !== 'conflict') return result;
  }
}

it('gives up a statement that never ends, and a transaction in which nothing happens; an operator has more patience', async () => {
  const limitsOf = async ({ query }: Database): Promise<readonly unknown[]> => {
    const [row] = await query(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    return [row?.['statement'], row?.['idle']];
  };
  const database = connectPostgres(server.url, () => undefined);
  expect(await limitsOf(database)).toEqual(['30s', '10s']);
  await database.close();
  expect(await useDatabase(server.url, limitsOf)).toEqual(['10min', '10s']);
});

describe('several processes', () => {
  let stores: readonly Store[] = [];
  beforeEach(async () => {
    await emptied();
    // All at once: one migrates, the others wait for it.
    stores = await Promise.all([opened(), opened(), opened(), opened()]);
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
  });
  const one = (index: number): Store => stores[index % stores.length]!;

  it('deal with the same mails: nothing is lost, nothing is doubled, every sender keeps their order', async () => {
    const raws = await mailsOfAll(one(0));
    const failures: string[] = [];
    const left = await Promise.all(stores.map(store => worked(store, raws, event => failures.push(event))));
    expect([left, failures.filter(event => event !== 'store-failed')]).toEqual([[0, 0, 0, 0], []]);
    await expectAllOnce(one(1));
  });

  it('change nothing beside a copy, also who has not heard of it', async () => {
    const copying = await takeServiceLock(server.url, 'exclusive');
    await expect(countUp(one(0), 'beside')).rejects.toThrow('a copy of this store is under way');
    expect(await counted(one(1))).toBe(0);
    await copying?.release();
    expect(await countUp(one(0), 'behind')).toBe('committed');
  });

  it('count together, and lose nothing', async () => {
    const results = await Promise.all(Array.from({ length: 80 }, (_, i) => countUp(one(i), `c${i}`)));
    expect(new Set(results)).toEqual(new Set(['committed']));
    expect(await counted(one(0))).toBe(80);
    expect((await one(1).dueMail(9_000, 999)).length).toBe(80);
  });

  it('let a cause take effect once, though all begin it at once', async () => {
    for (let round = 0; round < 10; round++) {
      const results = await Promise.all(Array.from({ length: 12 }, (_, i) => countUp(one(i), `round ${round}`)));
      expect(results.filter(result => result === 'committed')).toHaveLength(1);
    }
    expect(await counted(one(0))).toBe(10);
  });

  it('make a document once', async () => {
    for (let round = 0; round < 20; round++) {
      const key: DocumentKey = `counter/game${round}`;
      const made = await Promise.all(
        stores.map((store, i) => commit(store, change(`${key} ${i}`, [[key, { next: i }]]))),
      );
      expect(made.toSorted()).toEqual(['committed', 'conflict', 'conflict', 'conflict']);
    }
  });

  it('decide on nothing that changes meanwhile, though they only read it, and though it is not there', async () => {
    const [x, y]: readonly DocumentKey[] = ['counter/x', 'counter/y'];
    for (let round = 0; round < 30; round++) {
      const { versions } = await one(0).read([x!, y!]);
      // Each writes one of two as long as the other is what it was.
      const both = await Promise.all(
        [x!, y!].map((key, i) =>
          commit(one(i), change(`${round} ${key}`, [[key, { next: round + 1 }]], { expect: versions })),
        ),
      );
      expect(both.filter(result => result === 'committed')).toHaveLength(1);
    }
  });

  it(`block each other never for long, whatever they write (seed ${SEED})`, async () => {
    const rng = createRandom(SEED);
    const keys = Array.from({ length: 12 }, (_, i): DocumentKey => `counter/k${i}`);
    const work = Array.from({ length: 200 }, async (_, i) => {
      const own = keys.filter(() => rng.below(3) === 0).toSorted(() => rng.below(3) - 1);
      const { versions } = await one(i).read(own);
      return commit(one(i), change(`w${i}`, own.map(key => [key, { next: i }] as const), { expect: versions })); // prettier-ignore
    });
    const results = new Set(await Promise.all(work));
    expect([...results].toSorted()).toEqual(['committed', 'conflict']);
  });
});

describe('a fault', () => {
  beforeEach(emptied);

  it('a server that is killed in the midst of it has done all or nothing, and loses nothing it has acknowledged', async () => {
    const store = await opened();
    let acknowledged = 0;
    for (let round = 0; round < 5; round++) {
      const causes = Array.from({ length: 40 }, (_, i) => `${round} ${i}`);
      const tried = causes.map(cause => countUp(store, cause).catch(() => 'failed'));
      await Promise.race(tried);
      await server.kill();
      const results = await Promise.all(tried);
      acknowledged += results.filter(result => result === 'committed').length;
      await server.start();
      // What failed is tried again, with the same cause.
      for (const [i, cause] of causes.entries()) if (results[i] === 'failed') await countUp(store, cause);
      expect(await counted(store)).toBe((round + 1) * 40);
      expect((await store.dueMail(9_000, 999)).length).toBe((round + 1) * 40);
    }
    expect(acknowledged).toBeGreaterThan(0);
    await store.close();
  });

  it('whose answer to COMMIT was lost is done once', async () => {
    const cut = await cutting(server.port);
    const store = await opened(server.url.replace(String(server.port), String(cut.port)));
    await countUp(store, 'first');
    for (let round = 0; round < 10; round++) {
      cut.armed = true;
      expect(['committed', 'already-seen']).toContain(await countUp(store, `cut ${round}`));
      expect(cut.armed).toBe(false);
    }
    expect(await counted(store)).toBe(11);
    expect((await store.dueMail(9_000, 999)).length).toBe(11);
    await store.close();
    await cut.close();
  });
});
