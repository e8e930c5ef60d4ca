// Boards that are over rest on the disk: whoever asks gets them as if they did not, whatever has become of the index and of their files.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openReadOnly } from '#adapters/store/json/state.ts';
import { type DocumentKey, type ListName, compareKeys, matchKey } from '#core/kernel/documents.ts';
import { createRandom } from '#games/kit/random.ts';
import type { Store } from '#service/ports.ts';
import { change, commit, match, soundAccounts } from '#test/conformance/store.ts';
import { checkpointed, kept, newFolder, openHasty, quiet } from './support.ts';
import { seedsFor } from '#test/seeds.ts';

const board = (number: number): DocumentKey => matchKey({ game: 'nex', number });

/** Every third of so many boards is being played. */
async function folderWith(boards: number): Promise<string> {
  const dir = await newFolder();
  const store = await openHasty(dir, quiet);
  const matches = Array.from({ length: boards }, (_, index) => {
    const number = 101 + index;
    return [board(number), match(number, ['alice', 'bob'], index % 3 === 0 ? 'active' : 'over')] as const;
  });
  await commit(store, change('c1', [...soundAccounts, ...matches, ['counter/nex', { next: 101 + boards }]]));
  await checkpointed(dir);
  await store.close();
  await writeFile(join(dir, 'key'), 'any');
  return dir;
}

const LISTS: readonly ListName[] = [
  ...(['over', 'running'] as const).flatMap(state => [`${state}/game/nex`, `${state}/player/bob`] as const),
  'over/people/alice',
];

/** Everything there is to know of these boards. */
async function seenIn(store: Pick<Store, 'read' | 'list'>, boards: number): Promise<object> {
  const lists = await Promise.all(LISTS.map(list => store.list(list, null, boards)));
  return { lists, snapshot: await store.read(Array.from({ length: boards }, (_, index) => board(101 + index))) };
}

async function opened<Value>(dir: string, use: (store: Store) => Promise<Value>): Promise<Value> {
  const store = await openHasty(dir, quiet);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

describe('the index', () => {
  const index = (dir: string): string => join(dir, 'finished.jsonl');

  it('knows the boards that are over, and nothing else', async () => {
    const dir = await folderWith(9);
    const [header, ...lines] = (await readFile(index(dir), 'utf8')).split('\n').filter(line => line !== '');
    expect(header).toBe('{"format":1}');
    expect(lines.map(line => (JSON.parse(line) as readonly [DocumentKey])[0]).toSorted(compareKeys)).toEqual(
      [102, 103, 105, 106, 108, 109].map(board),
    );
  });

  it.each<readonly [string, (text: string) => string | null]>([
    ['is not there', () => null],
    ['is cut short', text => text.slice(0, text.length - 40)],
    ['has half a line in the midst', text => text.replace(/\[[^\n]*\n(?=\[)/, '["match/nex/10\n')],
    ['is of another format', text => text.replace('"format":1', '"format":0')],
    ['is empty', () => ''],
    ['knows nothing of its files', text => text.replaceAll('/bob', '/eve').replaceAll(/\[\d[^[\]]*\]/g, '[]')],
    ['is none', () => '\u0000\u0001[]{}\n"x"\n[1,2,3,4]\n'],
    [
      'has older lines behind',
      text =>
        text +
        text
          .slice(text.indexOf('\n'))
          .replaceAll(',1,[', ',7,[')
          .replaceAll(/\[\d+,/g, '[1,'),
    ],
  ])('may be wrong: it %s', async (_, spoilt) => {
    const dir = await folderWith(9);
    const whole = await opened(dir, store => seenIn(store, 9));
    const text = spoilt(await readFile(index(dir), 'utf8'));
    await (text === null ? rm(index(dir)) : writeFile(index(dir), text));
    expect(await opened(dir, store => seenIn(store, 9))).toEqual(whole);
    // It has been brought up to the boards again, and nobody need read them.
    expect(await opened(dir, store => seenIn(store, 9))).toEqual(whole);
    expect(await seenIn(await openReadOnly(dir), 9)).toEqual(whole);
  });

  it('that tells a file otherwise is named by a check', async () => {
    const dir = await folderWith(9);
    expect(await (await openReadOnly(dir)).findings()).toEqual([]);
    const text = await readFile(index(dir), 'utf8');
    await writeFile(index(dir), text.replace('over/player/bob', 'over/player/eve'));
    expect((await (await openReadOnly(dir)).findings()).map(({ level, where }) => [level, where])).toEqual([
      ['warn', 'finished.jsonl'],
    ]);
  });

  it('keeps no name that was taken out of its boards', async () => {
    const dir = await folderWith(9);
    await opened(dir, async store => {
      for (const number of [102, 103]) {
        const { documents, versions } = await store.read([board(number)]);
        expect(documents.get(board(number))).not.toBeNull();
        const renamed = match(number, ['former1', 'bob'], 'over');
        await commit(store, { ...change(`forget ${number}`, [[board(number), renamed]]), expect: versions });
      }
      await store.erase([]);
      const lines = (await readFile(index(dir), 'utf8')).split('\n').filter(line => /nex\/10[23]"/.test(line));
      expect(lines).toHaveLength(2);
      expect(lines.join()).not.toContain('alice');
      expect(await store.list('over/player/former1', null, 9)).toEqual([102, 103].map(board));
    });
  });
});

describe('a board that rests', () => {
  it('is changed like any other, and rests again', async () => {
    const dir = await folderWith(9);
    for (const round of [1, 2, 3]) {
      await opened(dir, async store => {
        const { documents, versions } = await store.read([board(102)]);
        expect(versions.get(board(102))).toBe(round);
        const before = documents.get(board(102)) as ReturnType<typeof match>;
        expect(before.record.length).toBe(2 + round);
        const longer = {
          ...before,
          record: [...before.record, { kind: 'vote', by: 0, accepts: true, at: round }],
        } as const;
        const stale = {
          ...change(`stale ${round}`, [[board(102), longer]]),
          expect: new Map([[board(102), round - 1]]),
        };
        expect(await commit(store, stale)).toBe('conflict');
        expect(await commit(store, change(`unread ${round}`, [[board(102), longer]]))).toBe('conflict');
        expect(await commit(store, { ...change(`c ${round}`, [[board(102), longer]]), expect: versions })).toBe(
          'committed',
        );
        await checkpointed(dir);
      });
    }
  });

  it('is damaged when it is asked for, where somebody has written into its file meanwhile', async () => {
    const dir = await folderWith(9);
    const { log, lines } = kept();
    const store = await openHasty(dir, log);
    await writeFile(join(dir, 'matches/nex/102.json'), 'precious');
    await rm(join(dir, 'matches/nex/103.json'));
    const { documents, damaged } = await store.read([102, 103, 105].map(board));
    expect(damaged).toEqual([102, 103].map(board));
    expect(documents.get(board(105))).not.toBeNull();
    expect(lines.filter(line => line.startsWith('error document-damaged'))).toHaveLength(2);
    expect(await commit(store, change('c2', [[board(102), match(102, ['alice', 'bob'])]]))).toBe('conflict');
    await store.close();
    expect(await readFile(join(dir, 'matches/nex/102.json'), 'utf8')).toBe('precious');
  });

  it.each(seedsFor(import.meta.filename))(
    'is one of more than stay awake, asked for one by one and all at once (seed %i)',
    async seed => {
      const boards = 1_800;
      const dir = await folderWith(boards);
      await opened(dir, async store => {
        const keys = Array.from({ length: boards }, (_, index) => board(101 + index));
        const rng = createRandom(seed);
        const some = (): readonly DocumentKey[] => keys.filter(() => rng.below(2) === 0);
        const asked = [keys, keys, ...Array.from({ length: 6 }, some), ...keys.slice(0, 50).map(key => [key])];
        const snapshots = await Promise.all(asked.map(each => store.read(each)));
        snapshots.forEach(({ documents, versions }, i) => {
          expect([...documents.keys()]).toEqual(asked[i]);
          for (const [key, document] of documents) {
            expect([key, document === null ? null : matchKey(document as ReturnType<typeof match>)]).toEqual([
              key,
              key,
            ]);
            expect(versions.get(key)).toBe(1);
          }
        });
      });
    },
  );
});
