// What was erased is nowhere on the disk, however busy the store: no journal keeps it, and no mail that was given up.
import { parseGivenUp } from '#adapters/store/stored-mail.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Outgoing, Store } from '#service/ports.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { account, change, commit } from '#test/conformance/store.ts';
import { newFolder, quiet } from './support.ts';

async function texts(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map(async file => `${file}\n${await readFile(file, 'latin1')}`))).join('\n');
}

const mail = (id: string, to: string): Outgoing => ({
  ...{ id, from: 'games@x.test', to: [to], messageId: `<${id}@x.test>`, tries: 0 },
  raw: Buffer.from(`To: Bob <bob@x.test>,\r\n ${to}\r\n\r\nsecret of ${to}`),
});

it.each([
  ['memory', (): Promise<Store> => Promise.resolve(createMemoryStore())],
  ['JSON', async (): Promise<Store> => openJsonStore(await newFolder(), quiet)],
])('%s: the mails of a reader are erased, and no others', async (_, open) => {
  const store = await open();
  const outgoing = [mail('m1', 'alice@x.test'), mail('m2', 'bob@x.test'), mail('m3', 'alice@x.test')];
  await commit(store, change('c1', [], { outgoing }));
  await store.erase(['alice@x.test']);
  expect((await store.dueMail(9_000, 10)).map(({ id }) => id)).toEqual(['m2']);
  await store.close();
});

it('nothing of what was dropped or sent to somebody is left', async () => {
  const dir = await newFolder();
  // Of itself it would not carry the journal over within this test.
  const store = await openJsonStore(dir, quiet, 3_600_000);
  const outgoing = [mail('m1', 'alice@x.test'), mail('m2', 'alice@x.test'), mail('m3', 'malice@x.test')];
  await commit(store, change('c1', [['account/alice', account('alice')]], { outgoing }));
  await store.markMail('m1', { kind: 'failed', why: '550' });
  await store.markMail('m3', { kind: 'failed', why: '550' });
  expect(await texts(dir)).toContain('secret of alice');
  const { versions } = await store.read(['account/alice']);
  await commit(store, { ...change('c2', [['account/alice', null]]), expect: versions });
  await store.erase(['alice@x.test']);
  const left = await texts(dir);
  expect(left).not.toMatch(/(?<!m)alice/);
  expect(left).toContain('secret of malice');
  await store.close();
  expect(await texts(dir)).not.toMatch(/(?<!m)alice/);
});

it('a mail that was given up, and has no date, is never old enough to be deleted', () => {
  const raw = 'From: games@example.test\r\nTo: bob@example.test\r\nSubject: Hex Board 101\r\n\r\nb2\r\n';
  const { written } = parseGivenUp('m1', 'no such user', raw);
  expect(new Date(written ?? 0).getUTCFullYear()).toBeGreaterThan(9_999);
});
