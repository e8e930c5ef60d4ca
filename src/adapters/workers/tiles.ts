// Draws bare boards and marks as pixels from their SVG, in pairs of colours for two themes.
import { type BareBoard, markSvg, renderBoardSvg } from '#core/writing/picture/drawing.ts';
import { THEMES } from '#core/writing/picture/paint.ts';
import type { Mark } from '#core/writing/picture/strokes.ts';

// One picture is painted for light and dark by exchanging only the palette.

/** The light and the dark colour of a pixel, 0xRRGGBB each, as one number: light * 2^24 + dark. */
export type Pair = number;

/** The colours of a PNG palette. */
const MOST_COLOURS = 256;
const DARK = 0x1000000;

export const pairOf = (light: number, dark: number): Pair => light * DARK + dark;
export const lightOf = (pair: Pair): number => Math.floor(pair / DARK);
export const darkOf = (pair: Pair): number => pair % DARK;

/** Shades too close to tell apart share an index: the sum of the squares of their differences, light and dark. */
const CLOSE = 300;

const colourDistance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

/** A growing palette. Gives every pair an index, or that of a very close shade. When it is full, the index of the nearest shade. */
export class Palette {
  readonly pairs: Pair[];
  readonly #lights: number[];
  readonly #darks: number[];
  readonly #places: Map<Pair, number>;
  readonly #most: number;

  /** The first pairs have their own indexes, however close they are. */
  constructor(pairs: readonly Pair[], most = MOST_COLOURS) {
    this.pairs = [...new Set(pairs)];
    this.#lights = this.pairs.map(lightOf);
    this.#darks = this.pairs.map(darkOf);
    this.#places = new Map(this.pairs.map((pair, place) => [pair, place]));
    this.#most = most;
  }

  readonly placeOf = (pair: Pair): number => {
    const known = this.#places.get(pair);
    if (known !== undefined) return known;
    const { place, distance } = this.#nearest(pair);
    const found = distance > CLOSE && this.pairs.length < this.#most ? this.#added(pair) : place;
    this.#places.set(pair, found);
    return found;
  };

  #nearest(pair: Pair): { readonly place: number; readonly distance: number } {
    const [light, dark] = [lightOf(pair), darkOf(pair)];
    let [place, distance] = [0, Infinity];
    for (let i = 0; i < this.#lights.length; i++) {
      const each = colourDistance(light, this.#lights[i] ?? 0) + colourDistance(dark, this.#darks[i] ?? 0);
      if (each < distance) [place, distance] = [i, each];
    }
    return { place, distance };
  }

  #added(pair: Pair): number {
    this.#lights.push(lightOf(pair));
    this.#darks.push(darkOf(pair));
    return this.pairs.push(pair) - 1;
  }
}

/** The pairs that occur, the most frequent first. */
export function sortByFrequency(pixels: Float64Array): readonly Pair[] {
  const counts = new Map<Pair, number>();
  // By runs: most pixels are like the one before them.
  for (let at = 0, end = 0; at < pixels.length; at = end) {
    const pair = pixels[at] ?? 0;
    while (end < pixels.length && pixels[end] === pair) end++;
    counts.set(pair, (counts.get(pair) ?? 0) + end - at);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([pair]) => pair);
}

/** A bare board. A row has a byte for each pixel, and before them the number of the row's filter (0, none). */
export interface BoardTile {
  readonly rows: Uint8Array;
  /** The palette of the bytes. */
  readonly pairs: readonly Pair[];
}

/** A mark: runs of fully covered pixels, and the partly covered pixels of its rims. */
export interface MarkTile {
  readonly runs: readonly Run[];
  readonly rims: readonly Rim[];
  /** Pixels of a row. */
  readonly width: number;
  /** The colour of each pixel, row by row: its index among the pairs. */
  readonly colours: Uint8Array;
  readonly pairs: readonly Pair[];
}

/** Pixels of a row of the mark, from a column up to another. */
export interface Run {
  readonly row: number;
  readonly from: number;
  readonly until: number;
}

/** `colour`: index among the pairs of the tile. */
export interface Rim {
  readonly row: number;
  readonly column: number;
  readonly colour: number;
  /** How much of the pixel is covered, less than OPAQUE. */
  readonly cover: number;
}

/** Levels of coverage. Few shades leave room in the palette and compress well. */
export const OPAQUE = 7;

/** Limits of the colours of a board, to leave room for those of marks, and of a mark. */
const MOST_BOARD_COLOURS = 64;
const MOST_MARK_COLOURS = 24;

export interface Image {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha. The colours are premultiplied by alpha. */
  readonly pixels: Uint8Array;
}

export type Draw = (svg: string) => Image;

/** The colour of a pixel as it would be if it covered all. */
function colourAt(pixels: Uint8Array, at: number): number {
  const alpha = pixels[at + 3] ?? 0;
  const full = (channel: number): number => Math.min(255, Math.round(((pixels[at + channel] ?? 0) * 255) / alpha));
  return alpha === 0 ? 0 : (full(0) << 16) | (full(1) << 8) | full(2);
}

function pairsOf(light: Image, dark: Image): Float64Array {
  const pairs = new Float64Array(light.width * light.height);
  for (let i = 0; i < pairs.length; i++) pairs[i] = pairOf(colourAt(light.pixels, 4 * i), colourAt(dark.pixels, 4 * i));
  return pairs;
}

/** Takes some 50 ms. */
export function drawBoardTile(board: BareBoard, draw: Draw): BoardTile {
  const pixels = pairsOf(draw(renderBoardSvg(board, THEMES.light)), draw(renderBoardSvg(board, THEMES.dark)));
  const palette = new Palette([], MOST_BOARD_COLOURS);
  for (const pair of sortByFrequency(pixels)) palette.placeOf(pair);
  const { width, height } = board;
  const rows = new Uint8Array((width + 1) * height);
  for (let i = 0; i < pixels.length; i++) rows[i + Math.floor(i / width) + 1] = palette.placeOf(pixels[i] ?? 0);
  return { rows, pairs: palette.pairs };
}

/** Takes a millisecond or two. */
export function drawMarkTile(mark: Mark, draw: Draw): MarkTile {
  const light = draw(markSvg(mark, THEMES.light));
  const { width, height, pixels } = light;
  const pairs = pairsOf(light, draw(markSvg(mark, THEMES.dark)));
  const palette = new Palette([], MOST_MARK_COLOURS);
  for (const pair of sortByFrequency(pairs)) palette.placeOf(pair);
  const colours = Uint8Array.from(pairs, palette.placeOf);
  const runs: Run[] = [];
  const rims: Rim[] = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      const cover = Math.round(((pixels[4 * at + 3] ?? 0) * OPAQUE) / 255);
      const last = runs.at(-1);
      if (cover === 0) continue;
      if (cover < OPAQUE) rims.push({ row, column, colour: colours[at] ?? 0, cover });
      else if (last?.row === row && last.until === column) runs[runs.length - 1] = { ...last, until: column + 1 };
      else runs.push({ row, from: column, until: column + 1 });
    }
  }
  return { runs, rims, width, colours, pairs: palette.pairs };
}
