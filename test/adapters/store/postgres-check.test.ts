// The data of a database to look at: as the store shows them, and what is found wrong with them; in a Postgres within this process.
import { expect, it } from 'vitest';
import type { ReadOnlyStore } from '#adapters/store/entry-stream.ts';
import { loadDatabaseKey, setShared } from '#adapters/store/postgres/shared-values.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { openReadOnlyDatabase } from '#adapters/store/postgres/copies.ts';
import { change, commit, match, soundAccounts } from '#test/conformance/store.ts';
import { testDatabase } from './pglite.ts';

const { database, emptied, exec } = testDatabase();

/** More boards than are read at once. */
const BOARDS = 1_200;

async function filled(boards = 2): Promise<void> {
  const store = await openPostgresStore(await emptied());
  const made = Array.from({ length: boards }, (_, i) => [`match/nex/${101 + i}`, match(101 + i, ['alice', 'bob'])] as const); // prettier-ignore
  await commit(store, change('c1', [...soundAccounts, ...made]));
  await loadDatabaseKey(database.query);
}

const found = (): Promise<readonly string[]> =>
  openReadOnlyDatabase(database, async look => (await look.findings()).map(({ level, where }) => `${level} ${where}`));

async function numbers(look: ReadOnlyStore): Promise<readonly number[]> {
  const all: number[] = [];
  for await (const board of look.all('match')) all.push(board.number);
  return all;
}

it('shows every document, page by page, and what the store shows', async () => {
  await filled(BOARDS);
  await openReadOnlyDatabase(database, async look => {
    expect(new Set(await numbers(look)).size).toBe(BOARDS);
    expect(await look.findings()).toEqual([]);
    expect(await look.isSeen('c1')).toBe(true);
    expect(await look.list('running/player/bob', 'match/nex/1000', 2)).toEqual(['match/nex/1001', 'match/nex/1002']);
    expect((await look.read(['match/nex/101'])).documents.get('match/nex/101')).toEqual(match(101, ['alice', 'bob']));
  });
});

it('changes nothing, not even where it could', async () => {
  await filled();
  await expect(openReadOnlyDatabase(database, (_, query) => query('delete from documents'))).rejects.toThrow(
    /read-only/,
  );
  expect(await found()).toEqual([]);
});

it.each([
  ['a document that is none', `update documents set body = '{}' where key = 'match/nex/101'`, 'error match/nex/101'],
  ['one of another kind', `insert into documents values ('ladder/nex', 1, '{}', null)`, 'error ladder/nex'],
  ['one in the place of another', `update documents set key = 'account/eve' where key = 'account/bob'`, 'error account/eve'], // prettier-ignore
  ['a list that lacks a board', `delete from lists where name = 'running/player/bob' and key = 'match/nex/102'`, 'error match/nex/102'], // prettier-ignore
  ['a list in another order', `update lists set place = 'match/nex/102' where key = 'match/nex/102' and name = 'running/player/bob'`, 'error match/nex/102'], // prettier-ignore
  ['an alarm nobody set', `update documents set alarm = 5 where key = 'match/nex/102'`, 'error match/nex/102'],
  ['a list of what is not there', `insert into lists values ('running/player/eve', 'x', 'match/nex/900')`, 'error match/nex/900'], // prettier-ignore
  ['a lost key', `delete from facts where name = 'signing-key'`, 'error signing-key'],
  ['a damaged key', `update facts set value = '"abc"' where name = 'signing-key'`, 'error signing-key'],
  ['mail that was put aside', `insert into inbox (id, size, is_whole, raw, came_after, aside) values ('x', 1, true, '', 1, true)`, 'warn inbox'], // prettier-ignore
])('names %s', async (...[, sql, finding]) => {
  await filled();
  await exec(sql);
  expect(await found()).toEqual([finding]);
});

it('names a copy that has not come to its end', async () => {
  await filled();
  await setShared(database.query, 'copy', { from: '/data' });
  expect(await found()).toEqual(['error copy']);
});

it('refuses a database without data, and one of another version', async () => {
  await emptied();
  await expect(found()).rejects.toThrow('there is no data of nexpost in the database');
  await filled();
  await exec('insert into migrations values (1000)');
  await expect(found()).rejects.toThrow('was written by a newer version of nexpost');
});
