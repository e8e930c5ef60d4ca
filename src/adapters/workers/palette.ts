// A palette of colour pairs, one colour for each theme.
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
