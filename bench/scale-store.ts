// Started by scale.ts, so that its memory is its own: opens a JSON store, tells how long that took and what it holds, and makes moves in it.
import { openJsonStore } from '#adapters/store/json/index.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Log } from '#service/ports.ts';
import { median } from './median.ts';

const [dir = '', moves = '0'] = process.argv.slice(2);
const quiet: Log = { info: () => undefined, warn: () => undefined, error: console.error };

const before = performance.now();
const store = await openJsonStore(dir, quiet);
const startMs = performance.now() - before;
globalThis.gc?.();
const memory = process.memoryUsage();

/** One move after the other, each waited for until it is on the disk. */
async function move(key: DocumentKey, serial: number): Promise<number> {
  const begun = performance.now();
  const { documents, versions } = await store.read([key]);
  const board = documents.get(key) as Match;
  const entry = { kind: 'move', text: 'a1,a2', at: serial } as const;
  const { durable } = await store.commit({
    ...{ cause: `move ${process.pid} ${serial}`, expect: versions, outgoing: [], at: serial },
    documents: new Map([[key, { ...board, record: [...board.record, entry] }]]),
  });
  await durable;
  return performance.now() - begun;
}

const running = await store.list('running/game/nex', null, 1_000);
const times: number[] = [];
for (let serial = 0; serial < Number(moves); serial++)
  times.push(await move(running[serial % running.length]!, serial));
/** Somebody asks for boards that are over. */
const over = await store.list('over/game/nex', null, 500);
const asked: number[] = [];
for (const key of over) {
  const begun = performance.now();
  await store.read([key]);
  asked.push(performance.now() - begun);
}
await store.close();
process.send?.({
  startMs,
  rssMb: memory.rss / 1e6,
  heapMb: memory.heapUsed / 1e6,
  moveMs: median(times),
  readOverMs: median(asked),
});
