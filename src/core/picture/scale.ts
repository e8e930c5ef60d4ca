// Converts the plane of a picture to the pixels of its drawing.
// Every place is on whole pixels, so that what is drawn once fits everywhere.
import type { Picture } from '#games/kit/picture.ts';

/** Pixels from one cell to the next, unless the drawing would become too wide. */
const CELL = 40;
const WIDEST = 720;
/** Wood around labels and cells, in cells. */
const MARGIN = 0.8;
/** Rows of hexagons whose neighbours are 1 apart. */
const HEXAGON_ROW = Math.sqrt(3) / 2;

export interface Scale {
  /** Pixels from one cell to the next: even, since places are half a cell apart. */
  readonly cell: number;
  /** The same downwards: rows are whole pixels apart, which makes hexagons up to a fiftieth higher or lower. */
  readonly down: number;
  /** A place in the plane → pixels from the left, from the top. */
  readonly x: (x: number) => number;
  readonly y: (y: number) => number;
  /** Pixels of the board with its labels, without what is drawn below it. */
  readonly width: number;
  readonly height: number;
}

export function scaleOf({ spots, labels }: Picture): Scale {
  const all = [...spots, ...labels.filter(({ text }) => text !== '')];
  const xs = all.map(({ x }) => x);
  const ys = all.map(({ y }) => y);
  // Labels may stand anywhere; it is cells that shall lie on whole pixels.
  const [x0, y0] = [Math.min(...spots.map(({ x }) => x)), Math.min(...spots.map(({ y }) => y))];
  const [wide, high] = [Math.max(...xs) - Math.min(...xs) + 2 * MARGIN, Math.max(...ys) - Math.min(...ys)];
  const cell = Math.min(CELL, 2 * Math.floor(WIDEST / wide / 2));
  const isHexagonal = spots.some(({ shape }) => shape === 'hexagon');
  const down = isHexagonal ? Math.round(cell * HEXAGON_ROW) / HEXAGON_ROW : cell;
  const left = Math.round((x0 - Math.min(...xs) + MARGIN) * cell);
  const top = Math.round((y0 - Math.min(...ys)) * down + MARGIN * cell);
  return {
    cell,
    down,
    x: x => left + (x - x0) * cell,
    y: y => top + (y - y0) * down,
    width: Math.round(wide * cell),
    height: Math.round(high * down + 2 * MARGIN * cell),
  };
}
