// The store over Postgres under the one suite, in a Postgres within this process: one session, so that nothing is proved here of locks and kills.
import { expect, it } from 'vitest';
import type { Query } from '#adapters/store/postgres/database.ts';
import { openPostgresStore, createStore } from '#adapters/store/postgres/index.ts';
import { account, change, commit, outgoing, testStore } from '#test/conformance/store.ts';
import { testDatabase } from './pglite.ts';

const { database, emptied, exec } = testDatabase();

testStore('postgres', {
  open: async () => openPostgresStore(await emptied()),
  reopen: async store => {
    await store.close();
    return openPostgresStore(database);
  },
});

it('refuses a database of a newer version, and changes nothing of it', async () => {
  await (await openPostgresStore(await emptied())).close();
  await exec('insert into migrations values (1000)');
  await expect(openPostgresStore(database)).rejects.toThrow(
    'the database was written by a newer version of nexpost (its schema is 1000,',
  );
});

it('keeps whatever a mail can hold, in texts, keys and addresses', async () => {
  const store = await openPostgresStore(await emptied());
  const odd = '\u0000 \ud800 "\\\' 😀 \u2028';
  const alice = { ...account('alice'), addresses: [odd] };
  const change1 = change(`c${odd}`, [['account/alice', alice], [`address/${odd}`, { userid: 'alice' }]]); // prettier-ignore
  expect(await commit(store, { ...change1, cause: 'c1', outgoing: [outgoing('m1', odd)] })).toBe('committed');
  const { documents } = await store.read(['account/alice', `address/${odd}`]);
  expect([...documents.values()]).toEqual([alice, { userid: 'alice' }]);
  expect((await store.dueMail(9_000, 9)).map(({ to }) => to)).toEqual([[odd]]);
  await store.erase([odd]);
  expect(await store.nextDue()).toBeNull();
  await store.close();
});

it('fills up what a document lacks from before there was such a thing, and takes no other thing for one', async () => {
  const store = await openPostgresStore(await emptied());
  const [alice, bob] = [account('alice'), account('bob')];
  expect(await commit(store, change('c1', [['account/alice', alice], ['account/bob', bob]]))).toBe('committed'); // prettier-ignore
  await exec(`update documents set body = (body::jsonb - 'locked')::json where key = 'account/alice';
    update documents set body = '{"userid":7}' where key = 'account/bob'`);
  const { documents, damaged } = await store.read(['account/alice', 'account/bob']);
  expect([...documents.values()]).toEqual([alice, null]);
  expect(damaged).toEqual(['account/bob']);
  expect(await commit(store, change('c2', [['account/bob', bob]]))).toBe('conflict');
  await store.close();
});

it('goes by the first fault, though all statements on their way with it fail of it, and all at once', async () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const behind = Object.assign(new Error('current transaction is aborted'), { code: '25P02' });
  for (const first of ['insert into documents', 'insert into lists', 'insert into outbox']) {
    let isAborted = false;
    const query: Query = sql => {
      if (isAborted) return Promise.reject(behind);
      isAborted = sql.includes(first);
      return isAborted ? Promise.reject(deadlock) : Promise.resolve([{ held: true }]);
    };
    const store = createStore({ query, transaction: act => act(query), close: () => Promise.resolve() });
    const written = change('c1', [['counter/nex', { next: 1 }]], { outgoing: [outgoing('m1')] });
    expect([first, await commit(store, written)]).toEqual([first, 'conflict']);
  }
});
