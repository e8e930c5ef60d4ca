// The stores under the one suite, and what only the disk can do to the JSON store: crashes, torn lines, damage, a full disk.
import { cp, mkdir, open, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import type { Store } from '#service/ports.ts';
import { account, change, commit, match, outgoing, testStore } from '#test/conformance/store.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { checkpointed, holdNextSync, newFolder, openHasty, openUnhurried, quiet } from './support.ts';

const places = new WeakMap<Store, string>();

async function openAt(dir: string, open = openJsonStore): Promise<Store> {
  const store = await open(dir, quiet);
  places.set(store, dir);
  return store;
}

testStore('memory', { open: () => Promise.resolve(createMemoryStore()), reopen: null });
testStore('json', {
  open: async () => openAt(await newFolder()),
  reopen: async store => {
    await store.close();
    return openAt(places.get(store)!);
  },
});
testStore('json, after a checkpoint', {
  open: async () => openAt(await newFolder(), openHasty),
  reopen: async store => {
    const dir = places.get(store)!;
    await checkpointed(dir);
    await store.close();
    return openAt(dir);
  },
});

/** What is in the folder of an unhurried store, as if the machine had lost power now: a copy of the files. */
async function crashed(dir: string): Promise<string> {
  const copy = await newFolder();
  await cp(dir, copy, { recursive: true });
  return copy;
}

describe('json store on disk', () => {
  it('has everything acknowledged after a crash, at any moment', async () => {
    const dir = await newFolder();
    const store = await openAt(dir, openUnhurried);
    for (let i = 0; i < 30; i++) {
      await commit(
        store,
        change(`c${i}`, [['counter/nex', { next: 102 + i }]], {
          expect: new Map([['counter/nex', i]]),
          outgoing: [outgoing(`m${i}`)],
        }),
      );
      if (i % 10 === 9) {
        const after = await openAt(await crashed(dir));
        expect((await after.read(['counter/nex'])).documents.get('counter/nex')).toEqual({ next: 102 + i });
        expect((await after.dueMail(9_000, 100)).length).toBe(i + 1);
        await after.close();
      }
    }
    await store.close();
  });

  it('gives no mail to be sent before its commit is durable', async () => {
    const store = await openAt(await newFolder());
    const sync = await holdNextSync();
    const { durable } = await store.commit(change('c1', [], { outgoing: [outgoing('m1')] }));
    await sync.asked;
    // The line is written, and a power cut could still take it.
    expect([(await store.countMails(9_000, 0)).due, await store.dueReaders(9_000, 9), await store.nextDue()]).toEqual([
      0,
      [],
      null,
    ]);
    sync.goOn();
    await durable;
    expect((await store.dueMail(9_000, 9)).map(({ id }) => id)).toEqual(['m1']);
    await store.close();
  });

  it('survives a last line torn at every byte', async () => {
    const dir = await newFolder();
    const store = await openAt(dir, openUnhurried);
    await commit(store, change('c1', [['counter/nex', { next: 102 }]]));
    const journal = join(
      dir,
      (await readdir(dir)).find(name => name.startsWith('journal-'))!,
    );
    const before = (await readFile(journal)).length;
    await commit(store, change('c2', [['counter/nex', { next: 103 }]], { expect: new Map([['counter/nex', 1]]) }));
    const whole = (await readFile(journal)).length;
    const image = await crashed(dir);
    await store.close();
    for (let length = before; length < whole; length += 7) {
      const copy = await crashed(image);
      await truncate(join(copy, journal.slice(dir.length + 1)), length);
      const after = await openAt(copy);
      expect((await after.read(['counter/nex'])).documents.get('counter/nex')).toEqual({ next: 102 });
      expect(await after.isSeen('c2')).toBe(false);
      expect(
        await commit(after, change('c2', [['counter/nex', { next: 103 }]], { expect: new Map([['counter/nex', 1]]) })),
      ).toBe('committed');
      await after.close();
    }
  });

  it('writes a game as a readable file of its own', async () => {
    const dir = await newFolder();
    const store = await openAt(dir);
    await commit(
      store,
      change('c1', [
        ['match/nex/101', match(101, ['alice', 'bob'])],
        ['account/alice', account('alice')],
      ]),
    );
    await checkpointed(dir);
    const file = JSON.parse(await readFile(join(dir, 'matches', 'nex', '101.json'), 'utf8')) as unknown;
    expect(file).toMatchObject({ version: 1, document: { game: 'nex', number: 101 } });
    await store.close();
  });

  it('names a journal damaged in the middle', async () => {
    const dir = await newFolder();
    const store = await openAt(dir, openUnhurried);
    await commit(store, change('c1', [['counter/nex', { next: 102 }]]));
    await commit(store, change('c2', [['counter/nex', { next: 103 }]], { expect: new Map([['counter/nex', 1]]) }));
    const image = await crashed(dir);
    await store.close();
    const journal = join(
      image,
      (await readdir(image)).find(name => name.startsWith('journal-'))!,
    );
    const text = await readFile(journal, 'utf8');
    await writeFile(journal, `x${text}`);
    await expect(openAt(image)).rejects.toThrow(/journal-\d+\.jsonl is damaged: line 1/);
  });

  it('rejects what a full disk did not take, and everything decided on it; then goes on', async () => {
    const dir = await newFolder();
    const store = await openAt(dir);
    await commit(store, change('c1', [['counter/nex', { next: 102 }]]));
    const handle = await open(join(dir, 'probe'), 'w');
    const fault = vi.spyOn(Object.getPrototypeOf(handle) as { datasync: () => Promise<void> }, 'datasync');
    await handle.close();
    fault.mockRejectedValueOnce(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
    const first = await store.commit(
      change('c2', [['counter/nex', { next: 103 }]], {
        expect: new Map([['counter/nex', 1]]),
        outgoing: [outgoing('m2')],
      }),
    );
    const second = await store.commit(
      change('c3', [['counter/nex', { next: 104 }]], { expect: new Map([['counter/nex', 2]]) }),
    );
    await expect(first.durable).rejects.toThrow(/ENOSPC/);
    await expect(second.durable).rejects.toThrow(/ENOSPC/);
    fault.mockRestore();
    // c2 may have reached the file all the same (only its fsync failed): then it counts, whole; c3 that came after never does.
    const now = (await store.read(['counter/nex'])).documents.get('counter/nex');
    const isSeen = await store.isSeen('c2');
    expect(now).toEqual({ next: isSeen ? 103 : 102 });
    expect(await store.isSeen('c3')).toBe(false);
    expect(await commit(store, change('c4', [['counter/hex', { next: 102 }]]))).toBe('committed');
    await store.close();
    const after = await openAt(dir);
    expect((await after.read(['counter/nex', 'counter/hex'])).documents).toEqual(
      new Map([
        ['counter/nex', { next: isSeen ? 103 : 102 }],
        ['counter/hex', { next: 102 }],
      ]),
    );
    await after.close();
  });

  it('keeps a mail that was given up where the operator finds it', async () => {
    const dir = await newFolder();
    const store = await openAt(dir);
    await commit(store, change('c1', [], { outgoing: [outgoing('m1')] }));
    await store.markMail('m1', { kind: 'failed', why: '550 no such user' });
    await checkpointed(dir);
    expect(JSON.parse(await readFile(join(dir, 'failed', 'm1.json'), 'utf8'))).toMatchObject({
      ...{ id: 'm1', failed: '550 no such user' },
      raw: expect.stringContaining('Subject: m1') as string,
    });
    await store.close();
  });

  it('reads a mail that an older version gave up, and writes it anew with the next change', async () => {
    const dir = await newFolder();
    await (await openAt(dir)).close();
    await mkdir(join(dir, 'failed'), { recursive: true });
    const date = 'Thu, 01 Jan 1970 00:00:02 +0000';
    const raw = `From: games@example.test\r\nTo: Bob <bob@example.test>\r\nDate: ${date}\r\n\r\n\xff\r\n`;
    await writeFile(join(dir, 'failed', 'm1.eml'), `X-Nexpost-Failed: 550 no such user\r\n${raw}`, 'latin1');
    const store = await openAt(dir);
    expect(await store.listMails(null, 9)).toEqual([
      {
        ...{ id: 'm1', state: 'failed', priority: 'board', to: ['bob@example.test'], tries: 0 },
        ...{ written: 2_000, due: null, why: '550 no such user' },
      },
    ]);
    expect(Buffer.from((await store.readMail('m1')) ?? '').toString('latin1')).toBe(raw);
    await commit(store, change('c1', []));
    await checkpointed(dir);
    expect(await readdir(join(dir, 'failed'))).toEqual(['m1.json']);
    await store.close();
  });
});
