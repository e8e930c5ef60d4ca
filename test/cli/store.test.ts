// `nexpost store copy` in this process: from a data folder into a Postgres and back, killed in between, with faults on the way; and its command line.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepKey, readKey, openSigningKey } from '#adapters/store/json/key.ts';
import { openFolderSource } from '#adapters/store/json/copy-source.ts';
import { openFolderTarget } from '#adapters/store/json/copy-target.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { openReadOnly } from '#adapters/store/json/read-only.ts';
import { openDatabaseSource } from '#adapters/store/postgres/copy-contents.ts';
import { openDatabaseTarget } from '#adapters/store/postgres/copy-target.ts';
import { setFact } from '#adapters/store/postgres/facts.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { knownKey } from '#adapters/store/postgres/key.ts';
import { openReadOnlyDatabase } from '#adapters/store/postgres/look.ts';
import type { CopySource, CopyTarget } from '#adapters/store/transfer.ts';
import { main } from '#cli/main.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { copyStore, type CopyResult } from '#cli/store/copy-store.ts';
import { progress } from '#cli/store/progress.ts';
import type { Match } from '#core/state/documents.ts';
import { testDatabase } from '../adapters/store/pglite.ts';
import { account, change, commit, match, soundAccounts } from '../conformance/store.ts';
import { silent, START } from '../service/ports.ts';
import { BOARDS, fillClub, WAITING } from './club-data.ts';

const { database, emptied, exec } = testDatabase();

let dir = '';
let data = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-copy-'));
  data = join(dir, 'data');
});
afterEach(() => rm(dir, { recursive: true }));

const openStore = (at = data) => openJsonStore(at, silent, 10);

async function club(): Promise<void> {
  const store = await openStore();
  await fillClub(store, await openSigningKey(data));
  await store.close();
}

const quiet = { begin: () => undefined, add: () => undefined, end: () => undefined };

interface Sides {
  readonly source: CopySource;
  readonly target: CopyTarget;
}

/** `to` null: the database; else a folder. `spoil`: what becomes of the sides. */
async function copy(from: string | null, to: string | null, spoil = (sides: Sides) => sides): Promise<CopyResult> {
  const [source, target] = [
    from === null ? await openDatabaseSource(database.query) : await openFolderSource(from),
    to === null ? await openDatabaseTarget(database) : await openFolderTarget(to),
  ];
  const keyOf = (at: string | null) => () => (at === null ? knownKey(database.query) : readKey(at));
  try {
    return await copyStore({
      ...spoil({ source, target }),
      keys: {
        source: keyOf(from),
        target: keyOf(to),
        keep: key => (to === null ? setFact(database.query, 'signing-key', key.toString('hex')) : keepKey(to, key)),
      },
      from: from ?? 'the database',
      guard: () => Promise.resolve(),
      progress: quiet,
    });
  } finally {
    await source.close();
    await target.close();
  }
}

/** Dies at the n-th page that is written. */
const dying =
  (pages: number) =>
  ({ source, target }: Sides): Sides => {
    let written = 0;
    const mortal =
      <Page>(put: (page: Page) => Promise<void>) =>
      async (page?: Page): Promise<void> => {
        if ((written += 1) > pages) throw new Error('killed');
        await put(page as Page);
      };
    const { put, putCauses, putWaiting, putGivenUp, keepOnly } = target;
    return {
      source,
      target: {
        ...{ ...target, put: mortal(put), putCauses: mortal(putCauses), putWaiting: mortal(putWaiting) },
        ...{ putGivenUp: mortal(putGivenUp), keepOnly: mortal(keepOnly), finish: mortal(() => target.finish()) },
      },
    };
  };

describe('nexpost store copy', () => {
  it('takes everything into a database and back again', async () => {
    await club();
    await emptied();
    const before = await copy(data, null);
    expect(before).toMatchObject({ ok: true, differs: [], unsound: [] });
    expect(before.counts).toMatchObject({ boards: BOARDS.length, mails: 4, givenUp: 1 });
    const inDatabase = await openPostgresStore(database);
    const due = await inDatabase.dueMail(START + 60_000, 9, ['bob@example.test']);
    expect(due.map(({ id, tries }) => [id, tries])).toEqual(WAITING.map(id => [id, id === 'w3' ? 1 : 0]));
    expect(due[1]?.receipt).toEqual({ match: { game: 'hex', number: 101 }, sent: START });
    expect(await inDatabase.dueReaders(START, 9)).not.toContain('bob@example.test');
    expect(await inDatabase.isSeen('left')).toBe(true);
    const all = await inDatabase.read(BOARDS);
    await openReadOnlyDatabase(database, async look => expect(await look.findings()).toEqual([]));

    const back = join(dir, 'back');
    const after = await copy(null, back);
    expect([after.counts, after.hash]).toEqual([before.counts, before.hash]);
    expect(await readKey(back)).toEqual(await readKey(data));
    const [file] = await readdir(join(back, 'failed'));
    expect(await readFile(join(back, 'failed', file!), 'latin1')).toMatch(
      /^X-Nexpost-Failed: 550 no such user\r\nSubj/,
    );
    const inFolder = await openStore(back);
    expect([...(await inFolder.read(BOARDS)).documents]).toEqual([...all.documents]);
    expect((await inFolder.dueMail(START + 60_000, 9, ['bob@example.test'])).map(({ id }) => id)).toEqual([...WAITING]);
    await inFolder.close();
    expect(await (await openReadOnly(back)).findings()).toEqual([]);
    expect((await copy(back, join(dir, 'third'))).hash).toBe(before.hash);
  });

  it.each([
    ['a database', null],
    ['a folder', 'target'],
  ])('killed at any page it goes on, into %s; and nobody starts on it before', async (_, name) => {
    await club();
    await emptied();
    const whole = await copy(data, join(dir, 'whole'));
    const to = name === null ? null : join(dir, name);
    for (let pages = 0; ; pages++) {
      const done = await copy(data, to, dying(pages)).catch((error: unknown) => reasonOf(error));
      if (typeof done === 'object') {
        expect([done.ok, done.hash, pages > 4]).toEqual([true, whole.hash, true]);
        break;
      }
      expect(done).toBe('killed');
      await expect(to === null ? openPostgresStore(database) : openStore(to)).rejects.toThrow(
        /holds a copy of .*data that has not come to its end/,
      );
    }
    await (to === null ? await openPostgresStore(database) : await openStore(to)).close();
  });

  it('goes on though the source has changed meanwhile', async () => {
    await club();
    await emptied();
    await expect(copy(data, null, dying(2))).rejects.toThrow('killed');
    const store = await openStore();
    const [parked] = await store.list('kind/parked', null, 1);
    const { versions, documents } = await store.read(['match/hex/102', parked!]);
    const board = documents.get('match/hex/102') as Match;
    await commit(store, change('later', [['match/hex/102', { ...board, state: 'removed' }], [parked!, null], ['match/nex/900', match(900, ['alice', 'bob'])]], { expect: versions })); // prettier-ignore
    await store.close();
    expect(await copy(data, null)).toMatchObject({ ok: true, counts: { boards: BOARDS.length + 1 } });
    const inDatabase = await openPostgresStore(database);
    expect(await inDatabase.list('running/game/hex', null, 9)).toEqual([]);
  });

  it('drops what the source has no longer', async () => {
    await club();
    for (const to of [null, join(dir, 'target')]) {
      await emptied();
      await expect(copy(data, to, dying(2))).rejects.toThrow('killed');
      const target = to === null ? await openDatabaseTarget(database) : await openFolderTarget(to);
      await target.put([{ key: 'match/nex/900', version: 1, document: match(900, ['alice', 'bob']) }]);
      await target.close();
      expect(await copy(data, to)).toMatchObject({ ok: true, counts: { boards: BOARDS.length } });
    }
  });

  it('does not count where anything was lost on the way', async () => {
    await club();
    for (const what of ['put', 'putCauses', 'putWaiting', 'putGivenUp'] as const) {
      await emptied();
      let isFirst = true;
      const losing = ({ source, target }: Sides): Sides => ({
        source,
        target: {
          ...target,
          [what]: (page: never) => {
            if (!isFirst) return target[what](page);
            isFirst = false;
            return target[what]((page as readonly unknown[]).slice(1) as never);
          },
        },
      });
      const lost = await copy(data, null, losing);
      expect([lost.ok, lost.differs.length]).toEqual([false, 1]);
      await expect(openPostgresStore(database)).rejects.toThrow('has not come to its end');
      expect((await copy(data, null)).ok).toBe(true);
    }
  });

  it('names boards that no rule allows, and copies them all the same', async () => {
    const store = await openStore();
    await openSigningKey(data);
    const board = { ...match(101, ['alice', 'bob']), record: [{ kind: 'move', text: 'z9,z8', at: 1 }] } as const;
    await commit(store, change('c1', [...soundAccounts, ['match/nex/101', board]]));
    await store.close();
    await emptied();
    expect(await copy(data, null)).toMatchObject({ ok: false, differs: [], unsound: ['match/nex/101'] });
    await (await openPostgresStore(database)).close();
  });

  it('fills up what documents from before lack, and that is the same on both sides', async () => {
    await club();
    const { settings: _, passwordFrom: __, locked: ___, ...bare } = account('dave');
    await mkdir(join(data, 'accounts'), { recursive: true });
    await writeFile(join(data, 'accounts', 'dave.json'), JSON.stringify({ version: 1, document: bare }));
    await emptied();
    expect(await copy(data, null)).toMatchObject({ ok: true, differs: [] });
    const { documents } = await (await openPostgresStore(database)).read(['account/dave']);
    expect(documents.get('account/dave')).toEqual(account('dave'));
  });

  it('begins only where nothing is, and from what is whole and at rest', async () => {
    await club();
    await emptied();
    const store = await openStore();
    await expect(copy(data, null)).rejects.toThrow(/is in use by process/);
    await store.close();
    await expect(copy(join(dir, 'none'), null)).rejects.toThrow(/There is no folder/);
    await expect(copy(null, join(dir, 'x'))).rejects.toThrow(/there is no data of nexpost/);
    await cp(data, join(dir, 'spoilt'), { recursive: true });
    await writeFile(join(dir, 'spoilt', 'accounts', 'eve.json'), '{');
    await expect(copy(join(dir, 'spoilt'), null)).rejects.toThrow(
      /What is damaged cannot be copied: accounts\/eve\.json/,
    );
    await expect(copy(data, dir)).rejects.toThrow(/is not empty: .* A copy that was made there is whole/);
    expect((await copy(data, null)).ok).toBe(true);
    await expect(copy(data, null)).rejects.toThrow(
      /The database is not empty \(documents\)\. A copy that was made there is whole/,
    );
    await exec("insert into inbox (id, size, is_whole, raw, came_after) values ('x', 1, true, '', 1)");
    await expect(copy(null, join(dir, 'back'))).rejects.toThrow(/1 mails were read .* not decided yet/);
    await exec("update inbox set aside = true; update documents set body = '{}' where key = 'account/bob'");
    await expect(copy(null, join(dir, 'back'))).rejects.toThrow(/What is damaged cannot be copied: account\/bob/);
  });
});

async function run(...args: readonly string[]): Promise<readonly [number, string]> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const status = await main(['store', ...args], { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return [status, (await text(stdout)) + (await text(stderr))];
}

it('the command line copies from folder to folder, and says what is wrong with it', async () => {
  await club();
  const [status, said] = await run('copy', '--from', data, '--to', join(dir, 'to'));
  expect([status, JSON.parse(said.split('\n')[0]!)]).toMatchObject([0, { ok: true, boards: BOARDS.length }]);
  expect(said).toMatch(/^verified documents: [\d,]+ of [\d,]+$/m);
  for (const args of [
    [],
    ['move'],
    ['copy'],
    ['copy', '--from', data],
    ['copy', '--from', data, '--to', data],
    ['copy', '--from', data, '--to', 'mysql://a:hush@b/c'],
    ['copy', '--from', 'postgres://', '--to', data],
  ]) {
    // prettier-ignore
    const [wrong, why] = await run(...args);
    expect([wrong, why.includes('hush')], args.join(' ')).toEqual([2, false]);
  }
});

it('progress is a bar where somebody looks, and a line now and then where nobody does', async () => {
  let now = 0;
  const told = (isTTY: boolean): Promise<string> => {
    const out = Object.assign(new PassThrough(), { isTTY });
    const shown = progress(out, () => now);
    shown.begin('documents', 100_000);
    for (let i = 0; i < 10; i++) {
      now += 3_000;
      shown.add(10_000);
    }
    shown.end();
    out.end();
    return text(out);
  };
  expect(await told(true)).toContain('\r[#########.....................] documents: 30,000 of 100,000, 21 s left');
  expect(await told(false)).toBe(
    'documents: 40,000 of 100,000, 18 s left\ndocuments: 80,000 of 100,000, 6 s left\ndocuments: 100,000 of 100,000\n',
  );
});
