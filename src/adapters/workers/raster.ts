// Drawings as PNG, made in a thread of their own so that no mail waits for a picture of another; the last ones are remembered.
import { reasonOf } from '#games/kit/assert.ts';
import type { Drawing } from '#core/picture/drawing.ts';
import type { BoardPng, Log, Raster } from '#service/ports.ts';
import { thread, threadFile } from './thread.ts';

/** A board takes a thousandth of a second, a tenth where all of it is new; whoever takes longer than this hangs. */
const LATEST_MS = 10_000;

export function threadRaster(log: Log): Raster {
  const { ask, close } = thread<Drawing, BoardPng>(threadFile(import.meta.url, './raster-worker.js'));
  const png = async (drawing: Drawing): Promise<BoardPng | null> => {
    try {
      return await ask(drawing, LATEST_MS);
    } catch (error) {
      log.warn('raster-failed', { why: reasonOf(error) });
      return null;
    }
  };
  return { png: memoized(png), close };
}

/** Both players get the same picture, and whoever asks to see the board again. */
const REMEMBERED = 64;

const keyOf = ({ width, height, board, marks }: Drawing): string =>
  `${width} ${height} ${board} ${marks.map(({ mark, x, y }) => `${x} ${y} ${mark.markup}`).join(' ')}`;

function memoized(draw: Raster['png']): Raster['png'] {
  const remembered = new Map<string, Promise<BoardPng | null>>();
  return drawing => {
    const key = keyOf(drawing);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const fresh = draw(drawing);
    remembered.set(key, fresh);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    // A failure is no picture to remember.
    void fresh.then(png => {
      if (png === null) remembered.delete(key);
    });
    return fresh;
  };
}
