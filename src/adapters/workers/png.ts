// Encodes pixels as PNG with a palette.
// Boards have few colours, and such a picture is a quarter of the size of one in full colour.
import { promisify } from 'node:util';
import { crc32, deflate, type ZlibOptions } from 'node:zlib';
import type { BoardPng } from '#service/ports.ts';
import type { IndexedPixels } from './composition.ts';
import { darkOf, lightOf } from './palette.ts';

/** zlib's own default: a millisecond more than level 3 for files a quarter smaller, which people keep for years. */
const LEVEL = 6;
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

const paletteChunk = (colours: readonly number[]): Buffer =>
  chunk('PLTE', Buffer.from(colours.flatMap(colour => [colour >> 16, (colour >> 8) & 255, colour & 255])));

const packed = promisify<Uint8Array, ZlibOptions, Buffer>(deflate);

/** The same pixels twice, with the palette of each theme. They are compressed once, in a thread of the libuv pool. */
export async function encodePngs({ width, height, rows, pairs }: IndexedPixels): Promise<BoardPng> {
  const pixels = chunk('IDAT', await packed(rows, { level: LEVEL }));
  const end = chunk('IEND', Buffer.alloc(0));
  const file = (colours: readonly number[]): Buffer =>
    Buffer.concat([SIGNATURE, header(width, height), paletteChunk(colours), pixels, end]);
  return { light: file(pairs.map(lightOf)), dark: file(pairs.map(darkOf)) };
}
