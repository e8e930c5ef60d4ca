// The format number of a data folder: an older program than the folder's refuses it and changes nothing.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolderSource, openFolderTarget } from '#adapters/store/json/copies.ts';
import { migrateFolder, refuseNewerFormat } from '#adapters/store/json/folder.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { openReadOnly } from '#adapters/store/json/state.ts';
import { silent } from '#test/service/ports.ts';
import { change, commit } from '#test/conformance/store.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'format-'));
  await start();
});
afterEach(() => rm(dir, { recursive: true }));

async function start(): Promise<void> {
  const store = await openJsonStore(dir, silent, 10);
  await commit(store, change(`c${(await readdir(dir)).length}`, []));
  await store.close();
}

const format = (): Promise<string> => readFile(join(dir, 'format'), 'utf8');

async function contents(): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  return Promise.all(files.toSorted().map(async file => [file, await readFile(file, 'utf8')] as const));
}

it('is 2 in a new folder, and in one without a number after the next start', async () => {
  expect(await format()).toBe('2\n');
  await rm(join(dir, 'format'));
  await openReadOnly(dir);
  await start();
  expect(await format()).toBe('2\n');
});

it.each([
  ['a start', () => openJsonStore(dir, silent, 10)],
  ['a verb that looks', () => openReadOnly(dir)],
  ['a copy of it', () => openFolderSource(dir)],
  ['a copy into it', () => openFolderTarget(dir)],
])('of a newer program stops %s, which changes nothing', async (_, open) => {
  await writeFile(join(dir, 'format'), '3\n');
  const before = await contents();
  await expect(open()).rejects.toThrow(
    new Error(`${dir} was written by a newer version of nexpost (format 3, this one knows 2). Start that version.`),
  );
  expect(await contents()).toEqual(before);
});

it('that cannot be read stops the start as well', async () => {
  await writeFile(join(dir, 'format'), 'two');
  await expect(start()).rejects.toThrow(`${join(dir, 'format')} is damaged: it should hold a number.`);
});

it('is written before anything else of a copy', async () => {
  const target = join(dir, 'copy');
  const { begin, close } = await openFolderTarget(target);
  await begin('somewhere');
  await close();
  expect(await readFile(join(target, 'format'), 'utf8')).toBe('2\n');
});

it('is raised one number after the other, and a start that was killed goes on', async () => {
  const steps: string[] = [];
  let dies = true;
  await rm(join(dir, 'format'));
  const migrations = [
    () => Promise.resolve(void steps.push('to 2')),
    () => {
      steps.push('to 3');
      return dies ? Promise.reject(new Error('killed')) : Promise.resolve();
    },
  ];
  await expect(migrateFolder(dir, migrations)).rejects.toThrow('killed');
  expect(await format()).toBe('2\n');
  dies = false;
  await migrateFolder(dir, migrations);
  expect(await format()).toBe('3\n');
  await migrateFolder(dir, migrations);
  expect(steps).toEqual(['to 2', 'to 3', 'to 3']);
  await expect(refuseNewerFormat(dir)).rejects.toThrow('format 3, this one knows 2');
});
