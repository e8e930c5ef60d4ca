// The files of the log: a reader that knows the format alone finds the root of the checkpoint in them.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { parseNote } from '#ledger/note.ts';
import { formatTilePath, parseTilePath } from '#ledger/tree.ts';
import { readLogFile } from '#service/sealing.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { lab } from '#test/service/lab.ts';
import { entriesOf, fillLedger } from './fill-ledger.ts';

const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 6962, 2.1, word by word. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  const left = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)));
}

async function openLog(size: number): Promise<(path: string) => Promise<Buffer | null>> {
  const store = createMemoryStore();
  await fillLedger(store, entriesOf('entry', size));
  const { context } = lab({ store });
  return async path => {
    const file = await readLogFile(path, context);
    return file === null ? null : Buffer.from(file);
  };
}

const tilesOf = (level: string, count: number): readonly string[] =>
  Array.from({ length: Math.ceil(count / 256) }, (_, index) => {
    const width = Math.min(256, count - index * 256);
    return `tile/${level}/${String(index).padStart(3, '0')}${width === 256 ? '' : `.p/${width}`}`;
  });

it.each([1, 255, 256, 257, 700])('has the tiles of a log of %i entries', async size => {
  const read = await openLog(size);
  const files = async (level: string, count: number): Promise<Buffer> =>
    Buffer.concat(await Promise.all(tilesOf(level, count).map(async path => (await read(path))!)));
  const entries = entriesOf('entry', size);
  expect(await files('entries', size)).toEqual(
    Buffer.concat(entries.map(entry => Buffer.concat([Buffer.of(0, entry.length), entry]))),
  );
  const leaves = entries.map(entry => sha256(Buffer.of(0), entry));
  expect(await files('0', size)).toEqual(Buffer.concat(leaves));
  const above = Math.floor(size / 256);
  expect(await files('1', above)).toEqual(
    Buffer.concat(Array.from({ length: above }, (_, i) => rootOf(leaves.slice(i * 256, (i + 1) * 256)))),
  );
  const checkpoint = parseNote((await read('checkpoint'))!.toString())!;
  expect([checkpoint.size, checkpoint.root]).toEqual([size, rootOf(leaves)]);
});

it('has part of a tile, and no more than there is', async () => {
  const read = await openLog(300);
  expect((await read('tile/0/001.p/44'))?.length).toBe(44 * 32);
  expect((await read('tile/0/001.p/7'))?.length).toBe(7 * 32);
  for (const path of [
    'tile/0/001',
    'tile/0/001.p/45',
    'tile/0/002.p/1',
    'tile/1/000',
    'tile/1/000.p/2',
    'tile/entries/001',
  ])
    expect(await read(path), path).toBeNull();
});

it.each([
  '', 'checkpoint/', 'key2', 'tile', 'tile/0/0', 'tile/0/1', 'tile/0/x000/000', 'tile/0/000.p/0', 'tile/0/000.p/256', 'tile/0/000.p/07',
  'tile/6/000', 'tile/-1/000', 'tile/0/../0/000', 'tile/0/x001/x001/x001/x001/x001/000', 'tile/0/000.p/7/8', 'tile/ENTRIES/000', 'tile/0/000 ',
])('has no file %j', async path => {
  expect(await (await openLog(300))(path)).toBeNull();
}); // prettier-ignore

it.each([
  [0, 'tile/2/000'],
  [999, 'tile/2/999'],
  [1_000, 'tile/2/x001/000'],
  [1_234_067, 'tile/2/x001/x234/067'],
] as const)('names tile %i %s', (index, path) => {
  expect(formatTilePath({ level: 2, index, width: 256 })).toBe(path);
  expect(parseTilePath(path)).toEqual({ level: 2, index, width: 256 });
});
