// The thread that turns drawings into PNG: SVG in, PNG out, one after the other.
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { png } from './png.ts';

export interface RasterTask {
  readonly id: number;
  readonly svg: string;
}

/** `png` null: the drawing could not be read, `why` says why not. */
export interface RasterAnswer {
  readonly id: number;
  readonly png: Uint8Array | null;
  readonly why: string;
}

function rastered({ id, svg }: RasterTask): RasterAnswer {
  try {
    // Letters are strokes: no font of the system is looked for, so every machine draws the same.
    const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
    return { id, png: png({ width: image.width, height: image.height, rgba: image.pixels }), why: '' };
  } catch (error) {
    return { id, png: null, why: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: RasterTask) => {
  parentPort?.postMessage(rastered(task));
});
