// After a write that failed the store begins again from what the disk holds: nothing durable is forgotten, nothing lost is believed.
import { readdirSync } from 'node:fs';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openJsonStore } from '#adapters/store/json/index.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Store } from '#service/ports.ts';
import { account, change, commit, outgoing } from '#test/conformance/store.ts';
import { checkpointed, files, holdNextSync, newFolder, quiet } from './support.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const EIO = new Error('EIO: i/o error');
const failOnce = async (): Promise<unknown> => vi.spyOn(await files(), 'write').mockRejectedValueOnce(EIO);

const segments = (dir: string): number => readdirSync(dir).filter(name => name.startsWith('journal-')).length;

const isThere = async (store: Store, key: DocumentKey): Promise<boolean> =>
  (await store.read([key])).documents.get(key) !== null;

describe('after a write that failed', () => {
  it('no version is given again that somebody read of what was lost', async () => {
    const store = await openJsonStore(await newFolder(), quiet);
    const next = (cause: string, version: number): Promise<unknown> =>
      commit(store, change(cause, [['counter/nex', { next: 102 }]], { expect: new Map([['counter/nex', version]]) }));
    await commit(store, change('c1', [['counter/nex', { next: 102 }]], { outgoing: [outgoing('m1')] }));
    await failOnce();
    const lost = next('c2', 1).catch(String);
    const { versions } = await store.read(['counter/nex']);
    expect([await lost, versions.get('counter/nex')]).toEqual([String(EIO), 2]);
    // The changes so far were two, and the second was lost: pages of it are not kept.
    expect(await store.version()).toBe('3');
    // Another reload, with nothing written since.
    await failOnce();
    await expect(store.markMail('m1', { kind: 'sent' })).rejects.toThrow('EIO');
    await next('c3', 1);
    expect((await store.commit(change('c4', [], { expect: versions }))).result).toBe('conflict');
    await store.close();
  });

  it.each([1, 30, 300])(
    'nothing durable is forgotten, though its checkpoint is due meanwhile (%i files)',
    async size => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const dir = await newFolder();
      const store = await openJsonStore(dir, quiet);
      const many = Array.from({ length: size }, (_, n): [DocumentKey, { at: number }] => [
        `optout/q${n}@x.test`,
        { at: 1 },
      ]);
      await commit(store, change('c1', many));
      await vi.advanceTimersByTimeAsync(1_000);
      await checkpointed(dir);
      await commit(store, change('c2', [['account/carol', account('carol')]]));
      await failOnce();
      const turns = { left: 5_000 };
      const lost = commit(store, change('c3', [['account/dave', account('dave')]]));
      const loaded = lost.catch(() => isThere(store, 'account/carol')).finally(() => (turns.left = 0));
      for (; turns.left-- > 0; vi.advanceTimersByTime(1_000)) await new Promise(setImmediate);
      vi.useRealTimers();
      expect(await loaded).toBe(true);
      await commit(store, change('c4', [['account/dave', account('dave')]]));
      await checkpointed(dir);
      await store.close();
      const after = await openJsonStore(dir, quiet);
      expect([await isThere(after, 'account/carol'), await isThere(after, 'account/dave')]).toEqual([true, true]);
      await after.close();
    },
  );

  it('nothing that is lost is believed while the disk cannot be read either', async () => {
    const dir = await newFolder();
    const store = await openJsonStore(dir, quiet);
    await rename(join(dir, 'seen'), join(dir, 'away'));
    await writeFile(join(dir, 'seen'), '');
    await failOnce();
    const lost = change('c1', [['account/alice', account('alice')]]);
    await expect(commit(store, lost)).rejects.toThrow(/EIO/);
    await expect(store.isSeen('c1')).rejects.toThrow(/EEXIST/);
    await expect(commit(store, lost)).rejects.toThrow(/EEXIST/);
    await rm(join(dir, 'seen'));
    await rename(join(dir, 'away'), join(dir, 'seen'));
    expect([await store.isSeen('c1'), await commit(store, lost)]).toEqual([false, 'committed']);
    await store.close();
  });

  it('a mail marked meanwhile stays marked', async () => {
    const dir = await newFolder();
    const store = await openJsonStore(dir, quiet);
    await commit(store, change('c1', [], { outgoing: [outgoing('m1')] }));
    await failOnce();
    const failing = commit(store, change('c2', [['account/alice', account('alice')]]));
    await Promise.all([
      expect(failing).rejects.toThrow(/EIO/),
      failing.catch(() => store.markMail('m1', { kind: 'failed', why: '550 no such user' })),
      failing.catch(() => store.isSeen('c2')),
    ]);
    expect(await store.dueMail(9_000, 9)).toEqual([]);
    await store.close();
  });
});

describe('a closed store', () => {
  it('takes and tells nothing: its folder may have another owner by now', async () => {
    const dir = await newFolder();
    const old = await openJsonStore(dir, quiet);
    await old.close();
    const fresh = await openJsonStore(dir, quiet);
    for (const cause of ['c1', 'c2'])
      await expect(commit(old, change(cause, [['counter/nex', { next: 102 }]]))).rejects.toThrow(/store is closed/);
    await expect(old.markMail('m1', { kind: 'failed', why: '550' })).rejects.toThrow(/store is closed/);
    await fresh.close();
  });
});

it('a document dropped and made anew while the journal changes files is the new one after a crash', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const dir = await newFolder();
  const store = await openJsonStore(dir, quiet);
  const key: DocumentKey = 'account/bob';
  await commit(store, change('c1', [[key, account('bob')]]));
  const expected = (version: number): { expect: Map<DocumentKey, number> } => ({ expect: new Map([[key, version]]) });
  await commit(store, change('c2', [[key, { ...account('bob'), passwordHash: 'old' }]], expected(1)));
  await vi.advanceTimersByTimeAsync(1_000);
  await checkpointed(dir);
  await commit(store, change('c3', [['counter/nex', { next: 102 }]]));
  const sync = await holdNextSync();
  // The drop is being written while the journal turns to its next file, and somebody takes the name meanwhile.
  const drop = await store.commit(change('c4', [[key, null]], expected(2)));
  while (segments(dir) !== 2) await vi.advanceTimersByTimeAsync(1_000);
  const anew = await store.commit(change('c5', [[key, { ...account('bob'), addresses: ['new@else.test'] }]]));
  sync.goOn();
  await drop.durable;
  await anew.durable;
  while (segments(dir) !== 1) await vi.advanceTimersByTimeAsync(1_000);
  const image = await newFolder();
  await cp(dir, image, { recursive: true });
  await store.close();
  const after = await openJsonStore(image, quiet);
  expect((await after.read([key])).documents.get(key)).toMatchObject({ addresses: ['new@else.test'] });
  await after.close();
});

it('what is written while the journal changes files survives a crash behind the checkpoint', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const dir = await newFolder();
  const store = await openJsonStore(dir, quiet);
  await commit(store, change('c1', [['account/alice', account('alice')]]));
  const sync = await holdNextSync();
  const written = await store.commit(change('c2', [['account/bob', account('bob')]]));
  vi.advanceTimersByTime(1_000);
  while (segments(dir) !== 2) await vi.advanceTimersByTimeAsync(1_000);
  sync.goOn();
  await written.durable;
  while (segments(dir) !== 1) await vi.advanceTimersByTimeAsync(1_000);
  const image = await newFolder();
  await cp(dir, image, { recursive: true });
  await store.close();
  const after = await openJsonStore(image, quiet);
  expect([await isThere(after, 'account/bob'), await after.isSeen('c2')]).toEqual([true, true]);
  await after.close();
});
