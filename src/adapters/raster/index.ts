// Drawings as PNG, made in a thread of their own so that no mail waits for a picture of another; the last ones are remembered.
import { Worker } from 'node:worker_threads';
import type { Log, Raster } from '../../service/ports.ts';
import { threadFile } from './thread-file.ts';
import type { RasterAnswer, RasterTask } from './worker.ts';

/** A board takes some hundredths of a second; whoever takes longer than this hangs. */
const LATEST_MS = 10_000;

interface Waiting {
  readonly resolve: (png: Uint8Array | null) => void;
  readonly timer: NodeJS.Timeout;
}

export function threadRaster(log: Log): Raster {
  const thread = drawingThread(log);
  return { png: remembering(thread.png), close: thread.close };
}

/** Both players get the same picture, and whoever asks to see the board again. */
const REMEMBERED = 64;

function remembering(draw: Raster['png']): Raster['png'] {
  const remembered = new Map<string, Promise<Uint8Array | null>>();
  return svg => {
    const known = remembered.get(svg);
    if (known !== undefined) return known;
    const fresh = draw(svg);
    remembered.set(svg, fresh);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    // A failure is no picture to remember.
    void fresh.then(png => {
      if (png === null) remembered.delete(svg);
    });
    return fresh;
  };
}

function drawingThread(log: Log): Raster {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let tasks = 0;

  const settle = (id: number, png: Uint8Array | null): void => {
    const each = waiting.get(id);
    if (each === undefined) return;
    clearTimeout(each.timer);
    waiting.delete(id);
    each.resolve(png);
  };

  /** Whoever waits goes without a picture; the next drawing starts another thread. */
  const giveUp = (why: string): void => {
    log.warn('raster-failed', { why, waiting: waiting.size });
    const failed = worker;
    worker = null;
    for (const id of [...waiting.keys()]) settle(id, null);
    failed?.terminate().catch(() => undefined);
  };

  const started = (): Worker => {
    if (worker !== null) return worker;
    const fresh = new Worker(threadFile());
    fresh.unref();
    fresh.on('message', ({ id, png, why }: RasterAnswer) => {
      if (png === null) log.warn('raster-refused', { why });
      settle(id, png);
    });
    fresh.on('error', error => {
      if (worker === fresh) giveUp(error.message);
    });
    fresh.on('exit', code => {
      if (worker === fresh) giveUp(`the thread ended with ${code}`);
    });
    worker = fresh;
    return fresh;
  };

  return {
    png: svg =>
      new Promise(resolve => {
        const task: RasterTask = { id: (tasks += 1), svg };
        const timer = setTimeout(() => {
          giveUp('a drawing took too long');
        }, LATEST_MS);
        waiting.set(task.id, { resolve, timer });
        started().postMessage(task);
      }),
    close: async () => {
      for (const id of [...waiting.keys()]) settle(id, null);
      const running = worker;
      worker = null;
      await running?.terminate();
    },
  };
}
