// Pictures composed of tiles: they look as the whole drawing would, by day and by night.
import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import type { AnyGame } from '#games/game.ts';
import { findGame, games } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import type { Picture } from '#games/kit/picture.ts';
import { type IndexedPixels, composePng, encodePngs } from '#adapters/workers/raster.ts';
import { type Image, Palette, drawBoardTile, drawMarkTile, pairOf } from '#adapters/workers/tiles.ts';
import { type Drawing, drawPicture, renderSvg } from '#core/writing/picture/drawing.ts';
import { THEMES } from '#core/writing/picture/paint.ts';
import { drawn, setupOf } from '#test/conformance/game.ts';
import { readPng } from './read-png.ts';
import { seedsFor } from '#test/seeds.ts';
import { sample } from '#test/sample.ts';

const draw = (svg: string): Image => {
  const { width, height, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return { width, height, pixels };
};

/** Random positions of a game: an early one, and a late one or the end. */
function picturesOf(game: AnyGame, seed: number): readonly Picture[] {
  const rng = createRandom(seed);
  return sample([12, 120], 2, seed).map(plies => {
    let position = game.start(setupOf(game, []));
    for (let ply = 0; ply < plies && game.toMove(position) !== null; ply++)
      position = game.play(position, game.randomMove(position, rng));
    return game.picture(position, { seat: null });
  });
}

const pixelsOf = (drawing: Drawing): IndexedPixels =>
  composePng(drawing, {
    board: drawBoardTile(drawing.board, draw),
    marks: new Map(drawing.marks.map(({ mark }) => [mark, drawMarkTile(mark, draw)])),
  });

/** How far two colours are apart in the channel in which they differ most. */
const apart = (a: number, b: number): number =>
  Math.max(Math.abs((a >> 16) - (b >> 16)), Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)), Math.abs((a & 255) - (b & 255))); // prettier-ignore

const seeds = seedsFor(import.meta.filename);
const looks = seeds.flatMap(seed => [['light', seed] as const, ['dark', seed] as const]);

describe.each(games.map(game => [game.name, game] as const))('%s', (_, game) => {
  it.each(looks)('looks as its drawing does, %s (seed %i)', async (theme, seed) => {
    for (const picture of picturesOf(game, seed)) {
      const drawing = drawPicture(picture);
      const { width, height, colours } = readPng((await encodePngs(pixelsOf(drawing)))[theme]);
      const whole = draw(renderSvg(drawing, THEMES[theme]));
      expect([width, height]).toEqual([whole.width, whole.height]);
      const pixels = whole.pixels;
      let [sum, far] = [0, 0];
      for (let i = 0; i < width * height; i++) {
        const expected = (pixels[i * 4]! << 16) | (pixels[i * 4 + 1]! << 8) | pixels[i * 4 + 2]!;
        const difference = apart(colours[i]!, expected);
        sum += difference;
        if (difference > 40) far += 1;
      }
      // Shades of rims are told apart no finer than a palette allows; nothing else differs.
      expect(sum / (width * height)).toBeLessThan(1.5);
      expect(far / (width * height)).toBeLessThan(0.001);
    }
  });
});

it('leaves out what lies beyond the picture', () => {
  const nex = findGame('nex')!;
  const start = nex.start(setupOf(nex, [['size', '3']]));
  const { marks, ...bare } = drawPicture(
    nex.picture(nex.play(start, drawn(nex, start, createRandom(1).below)), { seat: null }),
  );
  const mark = marks[0]!.mark;
  const corners = [[0, 0], [bare.width, 0], [0, bare.height], [bare.width, bare.height], [-500, 20], [20, 5_000]]; // prettier-ignore
  const picture = pixelsOf({ ...bare, marks: corners.map(([x, y]) => ({ mark, x: x!, y: y! })) });
  expect(picture.rows.length).toBe((bare.width + 1) * bare.height);
  // The filter of each row stays as it was.
  for (let row = 0; row < bare.height; row++) expect(picture.rows[row * (bare.width + 1)]).toBe(0);
});

describe('a palette', () => {
  it('gives its first pairs places of their own, and shades nearly like one of them that place', () => {
    const first = [pairOf(0x101010, 0x202020), pairOf(0x111010, 0x202020)];
    const palette = new Palette(first);
    expect(first.map(palette.placeOf)).toEqual([0, 1]);
    expect(palette.placeOf(pairOf(0x121010, 0x202020))).toBe(1);
    expect(palette.placeOf(pairOf(0x101010, 0x902020))).toBe(2);
  });

  it('gives the nearest when it is full', () => {
    const palette = new Palette([]);
    const shade = (i: number): number => pairOf((i & 7) << 21, ((i & 56) << 10) | ((i & 448) >> 1));
    for (let i = 0; i < 300; i++) palette.placeOf(shade(i));
    expect(palette.pairs).toHaveLength(256);
    expect(palette.pairs[palette.placeOf(shade(256 + 7))]).toBe(shade(192 + 7));
    expect(palette.placeOf(shade(255))).toBe(255);
  });
});
