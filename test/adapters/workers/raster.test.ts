// Drawings as PNG in a thread: small, the same every time; and what becomes of drawings that cannot be made.
import { afterEach, describe, expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { startRasterThread } from '#adapters/workers/raster.ts';
import { type Drawing, drawPicture } from '#core/writing/picture/drawing.ts';
import type { Log, Raster } from '#service/ports.ts';
import { setupOf } from '#test/conformance/game.ts';
import { readPng } from './read-png.ts';

const logged: string[] = [];
const log: Log = { info: () => undefined, warn: event => logged.push(event), error: event => logged.push(event) };
const open: Raster[] = [];

function raster(): Raster {
  const fresh = startRasterThread(log);
  open.push(fresh);
  return fresh;
}

afterEach(async () => {
  logged.length = 0;
  await Promise.all(open.splice(0).map(each => each.close()));
});

const nex = findGame('nex')!;
const boardOf = (size: string): Drawing =>
  drawPicture(nex.picture(nex.start(setupOf(nex, [['size', size]])), { seat: null }));
const board = boardOf('13');

describe('a board', () => {
  it('becomes a PNG of its size, small enough for mail, the same every time', async () => {
    const first = (await raster().png(board))!;
    const second = await raster().png(board);
    expect(first).toEqual(second);
    for (const png of [first.light, first.dark]) {
      expect(readPng(png)).toMatchObject({ width: board.width, height: board.height });
      expect(png.length).toBeLessThan(30_000);
    }
  });

  it('is painted with other colours for the dark', async () => {
    const { light, dark } = (await raster().png(board))!;
    expect(readPng(light).colours[0]).toBe(0xcf9f63);
    expect(readPng(dark).colours[0]).toBe(0x4a3825);
  });

  it('is drawn once for both players, and for whoever asks to see it again', async () => {
    const one = raster();
    expect(one.png(board)).toBe(one.png(boardOf('13')));
    expect(one.png(boardOf('12'))).not.toBe(one.png(board));
    await one.png(boardOf('12'));
  });

  it('is left out where the drawing cannot be read, and the next one is made', async () => {
    const one = raster();
    expect(await one.png({ ...board, board: { ...board.board, markup: '<svg' } })).toBeNull();
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
