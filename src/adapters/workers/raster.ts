// The Raster port: drawings as PNG, composed from tiles that a worker thread draws once.
// Composing them takes a quarter of a millisecond and is done here.
import { promisify } from 'node:util';
import { type ZlibOptions, crc32, deflate } from 'node:zlib';
import type { BareBoard, Drawing } from '#core/writing/picture/drawing.ts';
import { THEMES, type Theme } from '#core/writing/picture/paint.ts';
import type { Mark, PlacedMark } from '#core/writing/picture/strokes.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { BoardPng, Log, Raster } from '#service/ports.ts';
import { thread, threadFile } from './thread.ts';
import { type BoardTile, type MarkTile, OPAQUE, type Pair, Palette, darkOf, lightOf, pairOf } from './tiles.ts';

/** Pixels are palette indexes, not colours, so that one pass makes both themes. */
export interface IndexedPixels {
  readonly width: number;
  readonly height: number;
  /** A row has a byte for each pixel, and before them the number of the row's filter (0, none). */
  readonly rows: Uint8Array;
  /** The palette, at most 256 pairs. */
  readonly pairs: readonly Pair[];
}

function mixed(below: number, above: number, cover: number): number {
  const channel = (shift: number): number => {
    const [from, to] = [(below >> shift) & 255, (above >> shift) & 255];
    return Math.round(from + ((to - from) * cover) / OPAQUE) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** The size of a palette. */
const MOST_PLACES = 256;

/** A tile, and what is cached about it for one picture. */
interface Layer {
  readonly tile: MarkTile;
  /** Palette indexes by the index among the tile's colours. */
  readonly places: Uint8Array;
  /** By colour, cover and the pixel below: the palette index of the mixture, plus 1. 0: not computed yet. */
  readonly mixtures: Uint16Array;
}

const paint = (name: keyof Theme): Pair => {
  const colour = (theme: Theme): number => Number.parseInt(theme[name].slice(1), 16);
  return pairOf(colour(THEMES.light), colour(THEMES.dark));
};

/** The paints of the themes, each with its own palette index, apart from all shades between them. */
const PAINTS: readonly Pair[] = Object.keys(THEMES.light).map(name => paint(name as keyof Theme));

/** The tiles of a drawing, as pixels. */
interface Tiles {
  readonly board: BoardTile;
  readonly marks: ReadonlyMap<Mark, MarkTile>;
}

export function composePng({ width, height, marks }: Drawing, tiles: Tiles): IndexedPixels {
  // The board, and bare wood below it.
  const palette = new Palette([...tiles.board.pairs, ...PAINTS]);
  const rows = new Uint8Array((width + 1) * height);
  rows.set(tiles.board.rows);
  const wood = palette.placeOf(paint('wood'));
  for (let at = tiles.board.rows.length; at < rows.length; at += width + 1) rows.fill(wood, at + 1, at + 1 + width);
  const layers = new Map<Mark, Layer>();
  for (const [mark, tile] of tiles.marks) {
    const mixtures = new Uint16Array(tile.pairs.length * OPAQUE * MOST_PLACES);
    layers.set(mark, { tile, places: Uint8Array.from(tile.pairs, palette.placeOf), mixtures });
  }
  for (const placed of marks) {
    const layer = layers.get(placed.mark);
    if (layer === undefined) throw new Error('a mark has no tile');
    lay({ width, height, rows, palette }, layer, placed);
  }
  return { width, height, rows, pairs: palette.pairs };
}

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rows: Uint8Array;
  readonly palette: Palette;
}

/** Draws a tile with its upper left corner at this pixel, and clips it to the picture. The inner loop of every picture. */
function lay(canvas: Canvas, layer: Layer, { mark, x, y }: PlacedMark): void {
  const [left, top] = [x + mark.box.left, y + mark.box.top];
  const { rows, width, height } = canvas;
  const { tile, places } = layer;
  const { colours } = tile;
  for (const { row, from, until } of tile.runs) {
    if (top + row < 0 || top + row >= height) continue;
    const [first, end] = [Math.max(from, -left), Math.min(until, width - left)];
    const target = (top + row) * (width + 1) + 1 + left;
    const source = row * tile.width;
    for (let column = first; column < end; column++) rows[target + column] = places[colours[source + column] ?? 0] ?? 0;
  }
  layRims(canvas, layer, left, top);
}

function layRims({ rows, width, height, palette }: Canvas, { tile, mixtures }: Layer, left: number, top: number): void {
  for (const { row, column, colour, cover } of tile.rims) {
    const [x, y] = [left + column, top + row];
    if (x < 0 || x >= width || y < 0 || y >= height) continue;
    const at = y * (width + 1) + 1 + x;
    const under = rows[at] ?? 0;
    const mixture = (colour * OPAQUE + cover) * MOST_PLACES + under;
    if (mixtures[mixture] === 0) {
      const [below, above] = [palette.pairs[under] ?? 0, tile.pairs[colour] ?? 0];
      const light = mixed(lightOf(below), lightOf(above), cover);
      mixtures[mixture] = 1 + palette.placeOf(pairOf(light, mixed(darkOf(below), darkOf(above), cover)));
    }
    rows[at] = (mixtures[mixture] ?? 1) - 1;
  }
}

// Boards have few colours, and such a picture is a quarter of the size of one in full colour.

/** A third less work than level 6 for files 6 % larger. Level 3 makes them a quarter larger, and people keep them for years. */
const LEVEL = 5;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // Eight bits a pixel, palette colours. The other fields have only one valid value.
  data.set([8, 3, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

const packed = promisify<Uint8Array, ZlibOptions, Buffer>(deflate);

/** The same pixels twice, with the palette of each theme. They are compressed once, in a thread of the libuv pool. */
export async function encodePngs({ width, height, rows, pairs }: IndexedPixels): Promise<BoardPng> {
  const pixels = chunk('IDAT', await packed(rows, { level: LEVEL }));
  const end = chunk('IEND', Buffer.alloc(0));
  const file = (colours: readonly number[]): Buffer =>
    Buffer.concat([
      SIGNATURE,
      header(width, height),
      chunk('PLTE', Buffer.from(colours.flatMap(colour => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
      pixels,
      end,
    ]);
  return { light: file(pairs.map(lightOf)), dark: file(pairs.map(darkOf)) };
}

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
