// `nexpost store copy` between folders and a Postgres in this process: killed, with faults on the way, and its command line.
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EntryTarget, type StoreEntry, type StreamEntry, dump, load } from '#adapters/store/entry-stream.ts';
import { openFolderSource, openFolderTarget } from '#adapters/store/json/copies.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { keyFile, openSigningKey } from '#adapters/store/json/folder.ts';
import { openReadOnly } from '#adapters/store/json/state.ts';
import { openDatabaseSource, openDatabaseTarget, openReadOnlyDatabase } from '#adapters/store/postgres/copies.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { type CopyResult, copyStore, showProgress } from '#cli/store/index.ts';
import type { Match } from '#core/board/match-document.ts';
import { testDatabase } from '../adapters/store/pglite.ts';
import { account, change, commit, match, soundAccounts } from '../conformance/store.ts';
import { START, silent } from '../service/ports.ts';
import { BOARDS, ODD, WAITING, copyClub } from './club-data.ts';
import { runVerb } from './run-verb.ts';

const { database, emptied, exec } = testDatabase();

let dir = '';
let data = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-copy-'));
  data = join(dir, 'data');
  await emptied();
});
afterEach(() => rm(dir, { recursive: true }));

const openStore = (at = data) => openJsonStore(at, silent, 10);
const start = (at: string | null) => (at === null ? openPostgresStore(database) : openStore(at));

const club = (): Promise<void> => copyClub(data);

/** null: the database; else a folder. `spoil`: what becomes of the target. */
async function copy(
  from: string | null,
  to: string | null,
  spoil = (target: EntryTarget) => target,
  guard = () => Promise.resolve(),
): Promise<CopyResult> {
  const source = from === null ? await openDatabaseSource(database.query) : await openFolderSource(from);
  const run = async (): Promise<CopyResult> => {
    const target = await (to === null ? openDatabaseTarget(database) : openFolderTarget(to));
    const out = new PassThrough().resume();
    return copyStore({ source, target: spoil(target), from: from ?? 'the database', guard, out }).finally(target.close);
  };
  return run().finally(source.close);
}

/** Writes this number of entries before it dies. */
const dying =
  (entries: number) =>
  (target: EntryTarget): EntryTarget => ({
    ...target,
    write: async page => {
      await target.write(page.slice(0, entries));
      if (page.length > entries) throw new Error('killed');
    },
  });

describe('nexpost store copy', () => {
  it('takes everything into a database and back again', async () => {
    await club();
    const there = await copy(data, null);
    expect(there).toMatchObject({ differs: [], unsound: [], boards: BOARDS.length });
    expect(there.counts).toMatchObject({ mail: 4, 'given-up mail': 1 });
    const inDatabase = await start(null);
    const due = await inDatabase.dueMail(START + 60_000, 9, ['bob@example.test']);
    expect(due.map(({ id, tries }) => [id, tries])).toEqual(WAITING.map(id => [id, id === 'w3' ? 1 : 0]));
    expect(due[1]?.receipt).toEqual({ match: { game: 'hex', number: 101 }, sent: START });
    expect(await inDatabase.dueReaders(START, 9)).not.toContain('bob@example.test');
    expect(await inDatabase.isSeen('left')).toBe(true);
    const all = await inDatabase.read(['account/dave', ...BOARDS, ...ODD]);
    expect(all.documents.get('account/dave')).toEqual(account('dave'));
    await openReadOnlyDatabase(database, async look => expect(await look.findings()).toEqual([]));

    // A folder knows only the day of a cause.
    await exec('update seen set at = at + 3600000');
    const back = join(dir, 'back');
    const again = await copy(null, back);
    expect([again.counts, again.hash]).toEqual([there.counts, there.hash]);
    expect(await keyFile(back).read()).toEqual(await keyFile(data).read());
    const [file = ''] = await readdir(join(back, 'failed'));
    expect(JSON.parse(await readFile(join(back, 'failed', file), 'utf8'))).toMatchObject({
      failed: '550 no such\n user',
      raw: expect.stringMatching(/^Subject: given-up/) as string,
    });
    const inFolder = await start(back);
    expect([...(await inFolder.read(['account/dave', ...BOARDS, ...ODD])).documents]).toEqual([...all.documents]);
    expect((await inFolder.dueMail(START + 60_000, 9, ['bob@example.test'])).map(({ id }) => id)).toEqual([...WAITING]);
    await inFolder.close();
    expect(await (await openReadOnly(back)).findings()).toEqual([]);
    expect((await copy(back, join(dir, 'third'))).hash).toBe(there.hash);
  });

  it.each([
    ['a database', null],
    ['a folder', 'target'],
  ])('killed at any entry it begins anew, into %s; and no service starts on it before', async (_, name) => {
    await club();
    const to = name === null ? null : join(dir, name);
    const { counts } = await copy(data, join(dir, 'first'));
    const all = Object.values(counts).reduce((sum, count) => sum + count);
    const refused = async (spoil: (target: EntryTarget) => EntryTarget): Promise<void> => {
      await expect(copy(data, to, spoil)).rejects.toThrow('killed');
      await expect(start(to)).rejects.toThrow(/holds a copy of .*data that has not come to its end/);
      await expect(copy(join(dir, 'first'), to)).rejects.toThrow(/holds an unfinished copy of .*data: end that one/);
    };
    for (let entries = 0; entries < all; entries += 9) await refused(dying(entries));
    await refused(target => ({ ...target, finish: () => Promise.reject(new Error('killed')) }));

    // Meanwhile the source has changed.
    const store = await openStore();
    const [parked] = await store.list('kind/parked', null, 1);
    const { versions, documents } = await store.read(['match/hex/102', parked!]);
    const board = documents.get('match/hex/102') as Match;
    await commit(store, change('later', [['match/hex/102', { ...board, state: 'removed' }], [parked!, null], ['match/nex/900', match(900, ['alice', 'bob'])]], { expect: versions })); // prettier-ignore
    await store.close();
    const { hash, boards } = await copy(data, join(dir, 'second'));
    expect(await copy(data, to)).toMatchObject({ hash, boards, differs: [] });
    const copied = await start(to);
    expect([boards, await copied.list('running/game/hex', null, 9)]).toEqual([BOARDS.length + 1, []]);
    await copied.close();
  });

  it.each(['fact', 'document', 'cause', 'mail', 'given-up mail'] as const)(
    'does not count if a %s was lost on the way',
    async kind => {
      await club();
      let lost: StoreEntry | undefined;
      const losing = (target: EntryTarget): EntryTarget => ({
        ...target,
        write: page => {
          lost = page.find(entry => entry.kind === kind);
          return target.write(page.filter(entry => entry !== lost));
        },
      });
      for (const to of [null, join(dir, 'to')]) {
        const { differs } = await copy(data, to, losing);
        expect(differs).toEqual([expect.stringMatching(`^${kind}s: \\d+ of \\d+$`), lost?.key]);
        await expect(start(to)).rejects.toThrow('has not come to its end');
      }
    },
  );

  it('names boards that no rule allows, and copies them all the same', async () => {
    const store = await openStore();
    await openSigningKey(data);
    const board = { ...match(101, ['alice', 'bob']), record: [{ kind: 'move', text: 'z9,z8', at: 1 }] } as const;
    await commit(store, change('c1', [...soundAccounts, ['match/nex/101', board]]));
    await store.close();
    expect(await copy(data, null)).toMatchObject({ differs: [], unsound: ['match/nex/101'] });
    await start(null);
  });

  it('stops when it may have lost a lock', async () => {
    await club();
    const lost = () => Promise.reject(new Error('The lock was lost.'));
    await expect(copy(data, null, undefined, lost)).rejects.toThrow('The lock was lost.');
    await expect(start(null)).rejects.toThrow('has not come to its end');
  });

  it('begins only in an empty place, and from data that are whole and at rest', async () => {
    await club();
    const store = await openStore();
    await expect(copy(data, null)).rejects.toThrow(/is in use by process/);
    await store.close();
    await expect(copy(null, join(dir, 'x'))).rejects.toThrow(/there is no data of nexpost/);
    await cp(data, join(dir, 'spoilt'), { recursive: true });
    await writeFile(join(dir, 'spoilt', 'accounts', 'eve.json'), '{');
    await expect(copy(join(dir, 'spoilt'), null)).rejects.toThrow(/What is damaged cannot be copied: accounts\/eve\.json/); // prettier-ignore
    await expect(copy(data, dir)).rejects.toThrow(/is not empty: .* A copy that was made there is whole/);
    await copy(data, null);
    await expect(copy(data, null)).rejects.toThrow(/The database is not empty \(documents\)\. A copy that was made there is whole/); // prettier-ignore
    await exec("insert into inbox (id, size, is_whole, raw, came_after) values ('x', 1, true, '', 1)");
    await expect(copy(null, join(dir, 'back'))).rejects.toThrow(/1 mails were read .* not decided yet/);
    await exec("update inbox set aside = true; update documents set body = '{}' where key = 'account/bob'");
    await expect(copy(null, join(dir, 'back'))).rejects.toThrow(/What is damaged cannot be copied: account\/bob/);
    await exec("delete from facts where name = 'signing-key'");
    await expect(copy(null, join(dir, 'back'))).rejects.toThrow(/the signing key is missing/);
  });
});

it('the command line copies from folder to folder, and says what is wrong with it', async () => {
  await club();
  const { code, stdout, stderr } = await runVerb('store', 'copy', '--from', data, '--to', join(dir, 'to'));
  const counted = { boards: BOARDS.length, mails: 4, givenUp: 1 };
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, ...counted, differs: [], unsound: [], more: 0 }]);
  expect(stderr).toMatch(/^documents: [\d,]+ of [\d,]+\n[^]*^verified documents: [\d,]+ of [\d,]+$/m);
  const wrong = ['', ' move', ' copy', ` copy --from ${data}`, ` copy --from ${data} --to ${data}`, ` copy --from ${data} --to mysql://a:hush@b/c`, ` copy --from postgres:// --to ${data}`]; // prettier-ignore
  for (const args of wrong) {
    const said = await runVerb(...`store${args}`.split(' '));
    expect([said.code, said.stderr.includes('hush')], args).toEqual([2, false]);
  }
});

async function* yieldAll<Item>(items: Iterable<Item>, each: () => void = () => undefined): AsyncGenerator<Item> {
  for (const item of items) {
    each();
    yield await Promise.resolve(item);
  }
}

it('a stream without its end, or of a newer format, is not loaded', async () => {
  const write = () => Promise.resolve();
  const cause: StoreEntry = { kind: 'cause', key: 'c', day: '2026-11-25' };
  const entries: StreamEntry[] = [];
  for await (const entry of dump({ entries: () => yieldAll([cause]) })) entries.push(entry);
  expect(await load({ write }, yieldAll(entries))).toMatchObject({ counts: { cause: 1 } });
  await expect(load({ write }, yieldAll(entries.slice(0, -1)))).rejects.toThrow('stop before their end');
  await expect(load({ write }, yieldAll([{ kind: 'header', format: 2 }]))).rejects.toThrow('newer version');
});

it('progress is a bar at a terminal, and a line now and then elsewhere', async () => {
  let now = 0;
  const sizes = { fact: 1, document: 100_000, cause: 0, mail: 0, 'given-up mail': 0 };
  const documents = new Array<StreamEntry>(100_000).fill({
    kind: 'document',
    key: 'account/a',
    document: account('a'),
  });
  const shown = async (isTTY: boolean): Promise<string> => {
    const out = Object.assign(new PassThrough(), { isTTY });
    const counts = { kind: 'end', counts: sizes, hash: '' } as const;
    const entries = yieldAll([...documents, counts], () => (now += 0.25));
    for await (const _ of showProgress(entries, sizes, out, '', () => now));
    out.end();
    return text(out);
  };
  expect(await shown(true)).toContain('\r[#########.....................] documents: 30,401 of 100,000, 18 s left');
  expect(await shown(false)).toBe(
    'documents: 40,001 of 100,000, 15 s left\ndocuments: 80,001 of 100,000, 5 s left\ndocuments: 100,000 of 100,000\n',
  );
});
