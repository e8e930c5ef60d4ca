// Drawings as PNG, made in a thread of their own so that no mail waits for a picture of another; the last ones are remembered.
import { reasonOf } from '#games/kit/assert.ts';
import type { Log, Raster } from '#service/ports.ts';
import { thread, threadFile } from './thread.ts';

/** A board takes some hundredths of a second; whoever takes longer than this hangs. */
const LATEST_MS = 10_000;

export function threadRaster(log: Log): Raster {
  const { ask, close } = thread<string, Uint8Array>(threadFile(import.meta.url, './raster-worker.js'));
  const png = async (svg: string): Promise<Uint8Array | null> => {
    try {
      return await ask(svg, LATEST_MS);
    } catch (error) {
      log.warn('raster-failed', { why: reasonOf(error) });
      return null;
    }
  };
  return { png: memoized(png), close };
}

/** Both players get the same picture, and whoever asks to see the board again. */
const REMEMBERED = 64;

function memoized(draw: Raster['png']): Raster['png'] {
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
