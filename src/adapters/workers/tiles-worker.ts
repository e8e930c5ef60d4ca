// The worker thread that draws tiles: a bare board or a mark in, its pixels out.
import { Resvg } from '@resvg/resvg-js';
import type { BareBoard } from '#core/writing/picture/drawing.ts';
import type { Mark } from '#core/writing/picture/strokes.ts';
import { answerRequests } from './thread.ts';
import { type Image, drawBoardTile, drawMarkTile } from './tiles.ts';

/** Letters are paths, so no system font is loaded, and every machine draws the same. */
function draw(svg: string): Image {
  // Each access to `pixels` copies them.
  const { width, height, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return { width, height, pixels };
}

answerRequests(question => {
  const drawn = question as BareBoard | Mark;
  return 'box' in drawn ? drawMarkTile(drawn, draw) : drawBoardTile(drawn, draw);
});
