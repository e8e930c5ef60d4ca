// Verbs that act on a service refuse a folder without one, and make nothing there.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVerb } from './run-verb.ts';

let home = '';
let news = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'nexpost-folder-'));
  news = join(home, 'news.txt');
  await writeFile(news, 'We move on Sunday.\n');
});
afterAll(() => rm(home, { recursive: true }));

const SERVER = { host: 'mail.test', user: 'games', password: 'x' };
const SETTINGS = { address: 'games@club.test', imap: SERVER, smtp: SERVER };

const VERBS: readonly (readonly [string, () => readonly string[]])[] = [
  ['pause', () => ['pause']],
  ['resume', () => ['resume']],
  ['forget', () => ['forget', 'alice']],
  ['announce', () => ['announce', news]],
  ['admin, looking', () => ['admin', 'users']],
  ['admin, acting', () => ['admin', 'ban', 'alice']],
  ['ratings', () => ['ratings', 'rebuild']],
  ['ratings, looking', () => ['ratings', 'rebuild', '--dry-run']],
  ['export', () => ['export', '--all', join(home, 'games.zip')]],
  ['check', () => ['check']],
  ['read', () => ['read']],
];

describe.each(VERBS)('%s', (_, words) => {
  it('refuses a folder that is not there, and does not make it', async () => {
    const typo = join(home, 'typo');
    const { code, stdout, stderr } = await runVerb(...words(), '--data', typo);
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(`here is no service in ${typo}`)]);
    expect(await readdir(home)).toEqual(['news.txt']);
  });

  it('refuses a folder without a key, and a file, and changes neither', async () => {
    const other = join(home, 'other');
    await mkdir(other);
    const { code, stdout, stderr } = await runVerb(...words(), '--data', other);
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(`here is no service in ${other}`)]);
    expect(await readdir(other)).toEqual([]);
    await rm(other, { recursive: true });
    expect((await runVerb(...words(), '--data', news)).code).toBe(1);
    expect(await readdir(home)).toEqual(['news.txt']);
  });
});

it.each(VERBS)('%s takes the database from --config', async (_, words) => {
  const config = join(home, 'service.json');
  await writeFile(config, JSON.stringify({ ...SETTINGS, store: 'postgres://nexpost@127.0.0.1:1/none' }));
  const { code, stdout, stderr } = await runVerb(...words(), '--config', config);
  await rm(config);
  expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('database postgres://nexpost@127.0.0.1:1/none')]);
});

it('store copy takes nothing from a folder without a service, and makes nothing there', async () => {
  const [from, to] = [join(home, 'other'), join(home, 'copy')];
  await mkdir(from);
  const { code, stderr } = await runVerb('store', 'copy', '--from', from, '--to', to);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no service in ${from}`)]);
  expect(await readdir(from)).toEqual([]);
  expect((await readdir(home)).toSorted()).toEqual(['news.txt', 'other']);
});
