// The routes of the game log: the files for witnesses, with the headers that caches need.
import { afterEach, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import { entriesOf, fillLedger } from '#test/ledger/fill-ledger.ts';
import { lab } from '#test/service/lab.ts';
import { website, type Website } from './website.ts';

const opened: Website[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

async function openSite(size: number): Promise<Website> {
  const store = createMemoryStore();
  await fillLedger(store, entriesOf('entry', size));
  const web = await website(lab({ store }));
  opened.push(web);
  return web;
}

it.each([
  ['checkpoint', 'text/plain; charset=utf-8', 'no-cache'],
  ['key', 'text/plain; charset=utf-8', 'no-cache'],
  ['tile/0/000', 'application/octet-stream', 'public, max-age=31536000, immutable'],
  ['tile/entries/001.p/4', 'application/octet-stream', 'public, max-age=31536000, immutable'],
])('has %s', async (path, type, age) => {
  const answer = await (await openSite(300)).get(`/log/${path}`);
  expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
    200,
    type,
    age,
  ]);
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50);
});

it.each(['', 'tile/0/002', 'tile/0/001.p/45', '../health', 'ledger/tree', 'tile/0/000%2e', 'x'.repeat(2_000)])(
  'has no file %j',
  async path => {
    const answer = await (await openSite(300)).get(`/log/${path}`);
    expect([200, 404]).toContain(answer.status);
    // The client itself takes the dots away.
    expect(answer.status === 200).toBe(path === '../health');
  },
);

it('has an empty log before the first game', async () => {
  const web = await openSite(0);
  expect((await web.text('/log/checkpoint')).split('\n').slice(1, 3)).toEqual([
    '0',
    '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  ]);
  expect((await web.get('/log/tile/0/000.p/1')).status).toBe(404);
});
