// Draws docs/pictures/boards.png: every game of the shelf, by day and by night, in positions of chance; to be looked at.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { AnyGame } from '#games/game.ts';
import { games } from '#games/index.ts';
import { random } from '#games/kit/random.ts';
import { byFrequency, Palette, pairOf } from '#adapters/workers/palette.ts';
import { pngs } from '#adapters/workers/png.ts';
import { drawPicture } from '#core/picture/drawing.ts';
import { applyPaint, THEMES } from '#core/picture/paint.ts';
import { written } from '#core/picture/strokes.ts';
import { renderSvg } from '#core/picture/svg.ts';

/** Pixels: some two thirds of what boards have on a telephone. */
const WIDE = 228;
const GAP = 14;
const TITLE = 26;
/** Enough for every paint and a shade between most; the page is to be small. */
const COLOURS = 48;
/** Games side by side, each light and dark. */
const COLUMNS = 2;

/** An early position, or one where the game is over: every other game shows what decided it. */
function drawnAt(game: AnyGame, plies: number): ReturnType<typeof drawPicture> {
  const setup = game.setup([]);
  if (!setup.ok) throw new Error(`${game.name} has no setup of its own`);
  const rng = random(2026);
  let position = game.start(setup.value);
  for (let ply = 0; ply < plies && game.toMove(position) !== null; ply++)
    position = game.play(position, game.randomMove(position, rng));
  return drawPicture(game.picture(position, { seat: null }));
}

/** One board in both themes below its name: markup, and how high it is. */
function panel(
  game: AnyGame,
  index: number,
): { readonly markup: (x: number, y: number) => string; readonly height: number } {
  const drawing = drawnAt(game, index % 2 === 0 ? 24 : 1_000);
  const scale = WIDE / drawing.width;
  const board = (theme: 'light' | 'dark', x: number, y: number): string =>
    `<g transform="translate(${x} ${y}) scale(${scale})">${renderSvg(drawing, THEMES[theme])}</g>`;
  return {
    height: drawing.height * scale + TITLE + GAP,
    markup: (x, y) =>
      applyPaint(written(game.title, x + WIDE, y + TITLE / 2, { size: 11, ink: '$ink' }), THEMES.light) +
      board('light', x, y + TITLE) +
      board('dark', x + WIDE + GAP, y + TITLE),
  };
}

const panels = games.map(panel);
const rows = Array.from({ length: Math.ceil(panels.length / COLUMNS) }, (_, row) =>
  panels.slice(row * COLUMNS, (row + 1) * COLUMNS),
);
const width = COLUMNS * (2 * WIDE + 2 * GAP) + GAP;
let height = 0;
const parts = rows.flatMap(row => {
  const top = height;
  height += Math.max(...row.map(each => each.height));
  return row.map((each, column) => each.markup(GAP + column * (2 * WIDE + 2 * GAP), top));
});
const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.ceil(height)}" stroke-linecap="round" stroke-linejoin="round"><rect width="100%" height="100%" fill="#ffffff"/>${parts.join('')}</svg>`;
const { width: columns, height: lines, pixels } = new Resvg(page, { font: { loadSystemFonts: false } }).render();
const pairs = Float64Array.from({ length: columns * lines }, (_, i) => {
  const colour = ((pixels[4 * i] ?? 0) << 16) | ((pixels[4 * i + 1] ?? 0) << 8) | (pixels[4 * i + 2] ?? 0);
  return pairOf(colour, colour);
});
const palette = new Palette(byFrequency(pairs).slice(0, COLOURS), COLOURS);
const bytes = new Uint8Array((columns + 1) * lines);
pairs.forEach((pair, i) => (bytes[i + Math.floor(i / columns) + 1] = palette.placeOf(pair)));
const { light } = await pngs({ width: columns, height: lines, rows: bytes, pairs: palette.pairs });
mkdirSync(join('docs', 'pictures'), { recursive: true });
writeFileSync(join('docs', 'pictures', 'boards.png'), light);
