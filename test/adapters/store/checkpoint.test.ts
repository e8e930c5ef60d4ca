// The journal is carried over into the documents whatever happens meanwhile: after any load it is empty within a named time.
import { mkdir, open, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { change, commit, match, outgoing } from '#test/conformance/store.ts';
import { checkpointed, journalBytes, kept, newFolder, openHasty, quiet } from './support.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The n-th sync of a folder from now on goes through this; a checkpoint begins its new journal with the first, and writes documents before the second. */
async function atFolderSync(nth: number, act: () => Promise<void>): Promise<void> {
  const probe = await open(join(await newFolder(), 'probe'), 'w');
  const prototype = Object.getPrototypeOf(probe) as { sync: () => Promise<void> };
  await probe.close();
  const spy = vi.spyOn(prototype, 'sync');
  for (let time = 1; time < nth; time++) spy.mockImplementationOnce(() => Promise.resolve());
  spy.mockImplementationOnce(act);
}

const SECOND = 1_000;

describe('a checkpoint', () => {
  it('asked for while one runs is not forgotten', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const dir = await newFolder();
    const store = await openJsonStore(dir, quiet);
    await commit(store, change('c1', [['counter/nex', { next: 102 }]]));
    let goOn = (): void => undefined;
    const begun = new Promise<void>(begin => {
      void atFolderSync(2, () => {
        begin();
        return new Promise(resolve => (goOn = resolve));
      });
    });
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(SECOND);
    await begun;
    await commit(store, change('c2', [['counter/hex', { next: 102 }]]));
    // Its own second is over before the first checkpoint is.
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    goOn();
    while (journalBytes(dir) !== 0) await vi.advanceTimersByTimeAsync(SECOND);
    await store.close();
  });

  it('that fails is tried again, though nothing new happens', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const dir = await newFolder();
    const { log, until } = kept();
    const store = await openJsonStore(dir, log);
    await commit(store, change('c1', [['counter/nex', { next: 102 }]]));
    await atFolderSync(1, () => Promise.reject(new Error('ENOSPC: no space left on device')));
    await vi.advanceTimersByTimeAsync(SECOND);
    await until('ENOSPC');
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    vi.useRealTimers();
    await checkpointed(dir);
    // What is written now is in a file that is still there.
    await commit(store, change('c2', [['counter/hex', { next: 102 }]]));
    expect(journalBytes(dir)).toBeGreaterThan(0);
    await store.close();
  });

  it('cut short between documents and marks lets no cause take effect twice', async () => {
    const dir = await newFolder();
    const { log, until } = kept();
    const store = await openHasty(dir, log);
    // In the place of the file that the marks of that day go to.
    const day = join(dir, 'seen', '1970-01-01.txt');
    await mkdir(day);
    await commit(store, change('c1', [['counter/nex', { next: 102 }]]));
    await commit(store, change('c2', []));
    await until('checkpoint-failed');
    await store.close();
    await rmdir(day);
    const after = await openJsonStore(dir, quiet);
    expect((await after.read(['counter/nex'])).documents.get('counter/nex')).toEqual({ next: 102 });
    expect([await after.isSeen('c1'), await after.isSeen('c2')]).toEqual([true, true]);
    expect(await commit(after, change('c1', [['counter/hex', { next: 102 }]]))).toBe('already-seen');
    await after.close();
  });

  it('comes to its end after a load of a thousand changes and mails', async () => {
    const dir = await newFolder();
    const store = await openJsonStore(dir, quiet);
    for (let round = 0; round < 10; round++) {
      const changes = Array.from({ length: 100 }, (_, at) => {
        const number = 101 + round * 100 + at;
        const mail = outgoing(`m${number}`, `p${at}@example.test`);
        return commit(
          store,
          change(`c${number}`, [[`match/nex/${number}`, match(number, ['alice', 'bob'])]], { outgoing: [mail] }),
        );
      });
      await Promise.all(changes);
    }
    await checkpointed(dir);
    await store.close();
  });

  it('tells once that the file of the lock is gone', async () => {
    const dir = await newFolder();
    const { log, lines } = kept();
    const store = await openJsonStore(dir, log);
    await unlink(join(dir, 'lock'));
    await commit(store, change('c1', [['counter/nex', { next: 102 }]]));
    await checkpointed(dir);
    await commit(store, change('c2', [['counter/hex', { next: 102 }]]));
    await checkpointed(dir);
    await store.close();
    expect(lines.filter(line => line.startsWith('error lock-lost'))).toHaveLength(1);
  });
});
