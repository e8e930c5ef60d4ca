// The Raster port: drawings as PNG. A worker thread draws each board and each mark once.
// Composing them takes a quarter of a millisecond and is done here.
import { reasonOf } from '#games/kit/assert.ts';
import type { BareBoard, Drawing } from '#core/writing/picture/drawing.ts';
import type { Mark } from '#core/writing/picture/strokes.ts';
import type { BoardPng, Log, Raster } from '#service/ports.ts';
import { composePng, encodePngs } from './composition.ts';
import { thread, threadFile } from './thread.ts';
import type { BoardTile, MarkTile } from './tiles.ts';

/** A board takes fifty milliseconds. A thread that takes longer than this is considered hung. */
const LATEST_MS = 10_000;

export function startRasterThread(log: Log): Raster {
  const { ask, close } = thread<BareBoard | Mark, BoardTile | MarkTile>(threadFile('adapters/workers/tiles-worker.js'));
  const boardTile = memoizeByObject((board: BareBoard) => ask(board, LATEST_MS) as Promise<BoardTile>);
  const markTile = memoizeByObject((mark: Mark) => ask(mark, LATEST_MS) as Promise<MarkTile>);
  const png = async (drawing: Drawing): Promise<BoardPng | null> => {
    try {
      const different = new Set(drawing.marks.map(({ mark }) => mark));
      const marks = Array.from(different, async mark => [mark, await markTile(mark)] as const);
      const [board, ...tiles] = await Promise.all([boardTile(drawing.board), ...marks]);
      return await encodePngs(composePng(drawing, { board, marks: new Map(tiles) }));
    } catch (error) {
      log.warn('raster-failed', { why: reasonOf(error) });
      return null;
    }
  };
  return { png: memoizeByDrawing(png), close };
}

/** Memoizes by object, for as long as the object is referenced. Failures are not cached. */
function memoizeByObject<Thing extends object, Made>(
  make: (thing: Thing) => Promise<Made>,
): (thing: Thing) => Promise<Made> {
  const remembered = new WeakMap<Thing, Promise<Made>>();
  return thing => {
    const known = remembered.get(thing);
    if (known !== undefined) return known;
    const fresh = make(thing);
    remembered.set(thing, fresh);
    fresh.catch(() => remembered.delete(thing));
    return fresh;
  };
}

/** Pictures in the cache. Both players get the same picture, and so does a later request for the board. */
const CACHE_SIZE = 64;

function memoizeByDrawing(draw: Raster['png']): Raster['png'] {
  const remembered = new Map<string, Promise<BoardPng | null>>();
  const numbers = new WeakMap<object, number>();
  let last = 0;
  /** A number for each object, for as long as the object is referenced. */
  const numberOf = (thing: object): number => {
    const number = numbers.get(thing) ?? (last += 1);
    numbers.set(thing, number);
    return number;
  };
  return drawing => {
    const placed = drawing.marks.map(({ mark, x, y }) => `${numberOf(mark)} ${x} ${y}`);
    const key = `${numberOf(drawing.board)},${placed.join(',')}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const fresh = draw(drawing);
    remembered.set(key, fresh);
    const [oldest] = remembered.keys();
    if (remembered.size > CACHE_SIZE && oldest !== undefined) remembered.delete(oldest);
    // Failures are not cached.
    void fresh.then(png => {
      if (png === null) remembered.delete(key);
    });
    return fresh;
  };
}
