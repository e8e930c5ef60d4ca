// Reads the PNG files we write: eight bits a pixel, a palette, no filters.
import { inflateSync } from 'node:zlib';
import { expect } from 'vitest';

export interface ReadPng {
  readonly width: number;
  readonly height: number;
  /** 0xRRGGBB, pixel by pixel. */
  readonly colours: Uint32Array;
}

export function readPng(bytes: Uint8Array): ReadPng {
  const data = Buffer.from(bytes);
  expect(data.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < data.length;) {
    const length = data.readUInt32BE(at);
    chunks.set(data.toString('latin1', at + 4, at + 8), data.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const header = chunks.get('IHDR')!;
  const palette = chunks.get('PLTE')!;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT')!);
  expect(rows.length).toBe((width + 1) * height);
  const paint = Array.from({ length: palette.length / 3 }, (_, place) => palette.readUIntBE(place * 3, 3));
  const colours = Uint32Array.from(
    { length: width * height },
    (_, i) => paint[rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)]!]!,
  );
  return { width, height, colours };
}
