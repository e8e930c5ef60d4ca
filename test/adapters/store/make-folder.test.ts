// A data folder is made with those above it, or the operator is told why not.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '#adapters/store/json/folder.ts';
import { newFolder } from './support.ts';

it('makes the folders above it as well, and leaves what is there', async () => {
  const dir = join(await newFolder(), 'a', 'b', 'c');
  await makeFolder(dir);
  await makeFolder(dir);
  expect((await stat(dir)).isDirectory()).toBe(true);
});

it('says that a file is in its way', async () => {
  const file = join(await newFolder(), 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toThrow(`The folder ${file} cannot be made: it is no folder.`);
  await expect(makeFolder(join(file, 'data'))).rejects.toThrow(`The folder ${join(file, 'data')} cannot be made: `);
});

it('ends where the file system makes no folders', async () => {
  await expect(makeFolder('/proc/x/data')).rejects.toThrow('The folder /proc/x/data cannot be made: ');
});
