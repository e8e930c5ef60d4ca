// Drawings as PNG: made in a thread, small, the same every time; and what becomes of drawings that cannot be made.
import { inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { gameNamed } from '#games/index.ts';
import { threadRaster } from '#adapters/workers/raster.ts';
import { png } from '#adapters/workers/png.ts';
import { svg } from '#core/picture/svg.ts';
import type { Log, Raster } from '#service/ports.ts';
import { setupOf } from '#test/conformance/game.ts';

const logged: string[] = [];
const log: Log = { info: () => undefined, warn: event => logged.push(event), error: event => logged.push(event) };
const open: Raster[] = [];

function raster(): Raster {
  const fresh = threadRaster(log);
  open.push(fresh);
  return fresh;
}

afterEach(async () => {
  logged.length = 0;
  await Promise.all(open.splice(0).map(each => each.close()));
});

const nex = gameNamed('nex')!;
const board = svg(nex.picture(nex.start(setupOf(nex, [['size', '13']])), { seat: null }));

/** The chunks of a PNG by name. */
function chunksOf(bytes: Uint8Array): Map<string, Buffer> {
  const data = Buffer.from(bytes);
  expect(data.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < data.length;) {
    const length = data.readUInt32BE(at);
    chunks.set(data.toString('latin1', at + 4, at + 8), data.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

describe('a board', () => {
  it('becomes a PNG of its size, small enough for mail, the same every time', async () => {
    const first = await raster().png(board);
    const second = await raster().png(board);
    expect(first).toEqual(second);
    const chunks = chunksOf(first!);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(board)!.map(Number);
    expect(chunks.get('IHDR')!.readUInt32BE(0)).toBe(width);
    expect(chunks.get('IHDR')!.readUInt32BE(4)).toBe(height);
    expect(first!.length).toBeLessThan(60_000);
  });

  it('is drawn once for both players', async () => {
    const one = raster();
    expect(one.png(board)).toBe(one.png(board));
    await one.png(board);
  });

  it('is left out where the drawing cannot be read, and the next one is made', async () => {
    const one = raster();
    expect(await one.png('<svg')).toBeNull();
    expect(logged).toEqual(['raster-failed']);
    expect(await one.png(board)).not.toBeNull();
  });

  it('is left out when the service closes meanwhile', async () => {
    const one = raster();
    const late = one.png(board);
    await one.close();
    expect(await late).toBeNull();
  });
});

describe('PNG', () => {
  it('holds every pixel, by a palette', () => {
    const rgba = Uint8Array.from([255, 0, 0, 255, 0, 255, 0, 255, 255, 0, 0, 255, 0, 0, 255, 255]);
    const chunks = chunksOf(png({ width: 2, height: 2, rgba }));
    const palette = chunks.get('PLTE')!;
    const rows = inflateSync(chunks.get('IDAT')!);
    const pixel = (row: number, column: number): number[] => [
      ...palette.subarray(rows[row * 3 + column + 1]! * 3, rows[row * 3 + column + 1]! * 3 + 3),
    ];
    expect([pixel(0, 0), pixel(0, 1), pixel(1, 0), pixel(1, 1)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('maps what its 256 colours leave out to the nearest', () => {
    const rgba = new Uint8Array(300 * 4).map((_, i) =>
      i % 4 === 0 ? (i / 4) % 256 : i % 4 === 1 ? Math.floor(i / 1024) : 255,
    );
    const chunks = chunksOf(png({ width: 300, height: 1, rgba }));
    expect(chunks.get('PLTE')!.length).toBe(256 * 3);
    expect(inflateSync(chunks.get('IDAT')!).length).toBe(301);
  });
});
