// Converts the plane of a picture to the pixels of its drawing.
// Every place is on whole pixels, so that what is drawn once fits everywhere.
import type { Picture } from '#games/kit/picture.ts';
import { placeLabels } from './labels.ts';

/** Pixels from one cell to the next, unless the drawing would become too wide. */
const CELL = 40;
const WIDEST = 720;
/** How far the band of a side reaches from the centres of the outermost cells: beyond the corners of hexagons, in cells. */
export const EDGE = 0.86;
/** How far cells, edges and labels reach around their middles, and the wood around all of them, in cells. */
const CELL_REACH = 0.62;
const LABEL_REACH = 0.3;
const MARGIN = 0.14;
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

/** What the picture takes of the plane. */
function extentOf(picture: Picture): {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
} {
  const reach = MARGIN + (picture.sides.length > 0 ? EDGE * 1.16 : CELL_REACH);
  const all = [
    ...picture.spots.map(({ x, y }) => ({ x, y, reach })),
    ...placeLabels(picture).map(({ x, y }) => ({ x, y, reach: MARGIN + LABEL_REACH })),
  ];
  const least = (values: readonly number[]): number => Math.min(...values);
  const most = (values: readonly number[]): number => Math.max(...values);
  return {
    from: [least(all.map(each => each.x - each.reach)), least(all.map(each => each.y - each.reach))],
    to: [most(all.map(each => each.x + each.reach)), most(all.map(each => each.y + each.reach))],
  };
}

export function scaleOf(picture: Picture): Scale {
  const { spots } = picture;
  const { from, to } = extentOf(picture);
  // Labels may stand anywhere; it is cells that shall lie on whole pixels.
  const [x0, y0] = [Math.min(...spots.map(({ x }) => x)), Math.min(...spots.map(({ y }) => y))];
  const [wide, high] = [to[0] - from[0], to[1] - from[1]];
  const cell = Math.min(CELL, 2 * Math.floor(WIDEST / wide / 2));
  const isHexagonal = spots.some(({ shape }) => shape === 'hexagon');
  const down = isHexagonal ? Math.round(cell * HEXAGON_ROW) / HEXAGON_ROW : cell;
  const left = Math.round((x0 - from[0]) * cell);
  const top = Math.round((y0 - from[1]) * down);
  return {
    cell,
    down,
    x: x => left + (x - x0) * cell,
    y: y => top + (y - y0) * down,
    width: Math.round(wide * cell),
    height: Math.round(high * down),
  };
}
