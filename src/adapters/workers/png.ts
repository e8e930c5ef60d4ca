// Pixels → PNG with a palette: boards have few colours, and a picture of theirs is a quarter as large as one in full colour.
import { crc32, deflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha of every pixel, row by row; alpha is not looked at: boards are opaque. */
  readonly rgba: Uint8Array;
}

const MOST_COLOURS = 256;
/** The highest level, 9, takes six times as long for files a twentieth smaller. */
const LEVEL = 7;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Colours as 0xRRGGBB, the most frequent first. */
function histogram(colours: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  // By runs: most pixels are like the one before them.
  for (let at = 0, end = 0; at < colours.length; at = end) {
    const colour = colours[at] ?? 0;
    while (end < colours.length && colours[end] === colour) end++;
    counts.set(colour, (counts.get(colour) ?? 0) + end - at);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

/** Colour → place in the palette; what the palette has no room for (shades on the rims of lines) becomes the nearest it has. */
function indexed(all: readonly number[]): {
  readonly palette: readonly number[];
  readonly places: Map<number, number>;
} {
  const palette = all.slice(0, MOST_COLOURS);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  for (const colour of all.slice(MOST_COLOURS)) {
    let best = 0;
    for (let place = 1; place < palette.length; place++) {
      if (distance(colour, palette[place] ?? 0) < distance(colour, palette[best] ?? 0)) best = place;
    }
    places.set(colour, best);
  }
  return { palette, places };
}

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
  // Eight bits a pixel, colours by palette; the rest is as PNG knows only one way.
  data.set([8, 3, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

export function png({ width, height, rgba }: Pixels): Buffer {
  const colours = new Uint32Array(width * height);
  for (let i = 0; i < colours.length; i++) {
    const at = i * 4;
    colours[i] = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
  }
  const { palette, places } = indexed(histogram(colours));
  // Every row begins with the number of its filter: 0, none.
  const rows = Buffer.alloc((width + 1) * height);
  let [known, place] = [-1, 0];
  for (let i = 0; i < colours.length; i++) {
    const colour = colours[i] ?? 0;
    if (colour !== known) [known, place] = [colour, places.get(colour) ?? 0];
    rows[i + Math.floor(i / width) + 1] = place;
  }
  const table = Buffer.from(palette.flatMap(colour => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const chunks = [
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, header(width, height), ...chunks]);
}
