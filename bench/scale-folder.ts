// Started by scale.ts: opens a data folder in a process of its own, makes moves and reads finished boards.
import { openJsonStore } from '#adapters/store/json/index.ts';
import { makeMove, median, quiet } from './kit.ts';

export interface Opened {
  readonly startMs: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly moveMs: number;
  readonly readOverMs: number;
}

/** The time of each act, one after the other. Milliseconds. */
async function timeEach<Item>(
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const [index, item] of items.entries()) {
    const began = performance.now();
    await act(item, index);
    times.push(performance.now() - began);
  }
  return times;
}

async function openFolder(dir: string, moves: number): Promise<Opened> {
  const began = performance.now();
  const store = await openJsonStore(dir, quiet);
  const startMs = performance.now() - began;
  globalThis.gc?.();
  const memory = process.memoryUsage();
  const running = await store.list('running/game/nex', null, moves);
  const moved = await timeEach(running, (key, index) =>
    makeMove(store, key, { cause: `${process.pid} ${index}`, outgoing: [] }),
  );
  const read = await timeEach(await store.list('over/game/nex', null, 500), key => store.read([key]));
  await store.close();
  return {
    ...{ startMs, rssMb: memory.rss / 1e6, heapMb: memory.heapUsed / 1e6 },
    ...{ moveMs: median(moved), readOverMs: median(read) },
  };
}

const [dir = '', moves = '0'] = process.argv.slice(2);
process.send?.(await openFolder(dir, Number(moves)), () => process.disconnect());
