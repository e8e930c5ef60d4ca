// The thread that turns drawings into PNG: SVG in, PNG out.
import { Resvg } from '@resvg/resvg-js';
import { answerRequests } from './thread.ts';
import { png } from './png.ts';

answerRequests(svg => {
  // Letters are strokes: no font of the system is looked for, so every machine draws the same.
  const image = new Resvg(svg as string, { font: { loadSystemFonts: false } }).render();
  return png({ width: image.width, height: image.height, rgba: image.pixels });
});
