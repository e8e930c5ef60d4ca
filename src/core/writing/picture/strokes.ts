// The parts of drawings: strokes, letters, small drawings used often, and the plane in pixels.
import { lookUp } from '#games/kit/look-up.ts';
import type { Label, Picture, Spot } from '#games/kit/picture.ts';
import { createLruCache, createWeakCache } from '#games/kit/remember.ts';
import { CAPITAL, OUTLINES } from './outlines.ts';

/** Two decimals of a pixel are finer than anybody sees. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

export const lineTo = (from: readonly [number, number], to: readonly [number, number]): string =>
  `M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`;

export const stroked = (path: string, ink: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${n(width)}"/>`;

const NO_GLYPH = [0, ''] as const;

const glyphsOf = (text: string): readonly (readonly [advance: number, path: string])[] =>
  Array.from(text, character => lookUp(OUTLINES, character) ?? NO_GLYPH);

const wide = (glyphs: ReturnType<typeof glyphsOf>): number => glyphs.reduce((sum, [advance]) => sum + advance, 0);

/** The width of a text whose capitals are so high. */
export const measureText = (text: string, height: number): number => (wide(glyphsOf(text)) * height) / CAPITAL;

/** The outlines of a text side by side, in the units of the outlines: it begins at 0 on its baseline. */
export function textPath(text: string): string {
  let pen = 0;
  return glyphsOf(text)
    .map(([advance, path]) => {
      const at = `M${pen} 0${path}`;
      pen += advance;
      return at;
    })
    .join('');
}

/** A text centred on a point, its capitals so high. */
export function writeText(text: string, x: number, y: number, { size, ink }: { size: number; ink: string }): string {
  const fixed = (value: number, digits: number): string => String(Number(value.toFixed(digits)));
  const [left, baseline] = [fixed(x - measureText(text, size) / 2, 2), fixed(y + size / 2, 2)];
  return `<path transform="translate(${left} ${baseline})scale(${fixed(size / CAPITAL, 4)})" fill="${ink}" d="${textPath(text)}"/>`;
}

/** A piece of markup, drawn around the point (0, 0); lengths are pixels. Elements of SVG, with the names of paints in place of colours. */
export interface Mark {
  readonly markup: string;
  /** Where the ink ends: whole pixels. */
  readonly box: Box;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A mark with its point at this pixel. */
export interface PlacedMark {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
}

/** A mark takes a kilobyte. */
const MARKS = 512;

/** The mark of this key, which says all that it is made of: made once, as long as it is remembered. */
export const markOf: (key: string, make: () => Mark) => Mark = createLruCache<Mark>(MARKS);

/** A mark whose ink reaches `reach` pixels from its point, to all sides. */
export const markAround = (markup: string, reach: number): Mark => {
  const most = Math.ceil(reach);
  return { markup, box: { left: -most, top: -most, width: 2 * most, height: 2 * most } };
};

/** A label at its place in the plane. `size`: the height of its capitals, in cells. */
interface PlacedLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** How large labels are, and how much farther from the board than the picture says. */
interface Setting {
  readonly size: number;
  readonly right: number;
  readonly down: number;
  /** How far they reach around their middles, in cells. */
  readonly reach: number;
}

function settingOf({ spots, sides }: Picture): Setting {
  // On a line grid every line and every gap has its label.
  if (spots.some(({ shape }) => shape === 'point')) return { size: 0.25, right: -0.3, down: -0.3, reach: 0.3 };
  if (sides.length > 0) return { size: 0.36, right: 0.4, down: 0.34, reach: 0.3 };
  // Close to the outer lines: 15 lines must leave 24 pixels from one to the next on a phone.
  return spots.some(({ shape }) => shape === 'hexagon')
    ? { size: 0.36, right: 0, down: 0.06, reach: 0.3 }
    : { size: 0.32, right: -0.28, down: -0.24, reach: 0.22 };
}

export function placeLabels(picture: Picture): readonly PlacedLabel[] {
  const setting = settingOf(picture);
  return picture.labels.filter(({ text }) => text !== '').map(label => placeLabel(label, picture, setting));
}

function placeLabel({ text, x, y }: Label, { spots, sides }: Picture, { size, right, down }: Setting): PlacedLabel {
  const isBordered = sides.length > 0;
  const far = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
  const least = Math.min(...spots.map(far));
  if (isBordered && least > 1.01) return { text, x, y, size };
  const nearest = spots.filter(spot => far(spot) < least + 0.01);
  // A label beyond the border is in its place. One at the end of a row stays in it; one above or below a column stays as far from the next as it is.
  const beside = nearest.filter(spot => Math.abs(spot.y - y) < 0.01);
  const [near] = beside.length > 0 ? beside : nearest;
  return beside.length > 0
    ? { text, x: x + Math.sign(x - (near?.x ?? x)) * right, y, size }
    : { text, x, y: y + Math.sign(y - (near?.y ?? y)) * down, size };
}

const TURNED = { x: 1 / 2, y: Math.sqrt(3) / 2 };

/** Turns by 60 degrees: what ran to the right runs to the lower right. */
const turn = (x: number, y: number): { readonly x: number; readonly y: number } => ({
  x: x * TURNED.x - y * TURNED.y,
  y: x * TURNED.y + y * TURNED.x,
});

function turnPair([left, top]: readonly [number, number]): readonly [number, number] {
  const { x, y } = turn(left, top);
  return [x, y];
}

const laidOut = createWeakCache<Picture>();
/** By the labels of a board, which are the same at all its positions. */
const boardsLaidOut = createWeakCache<Pick<Picture, 'labels' | 'sides'>>();

function layOutBoard(picture: Picture): Pick<Picture, 'labels' | 'sides'> {
  const placed = placeLabels(picture);
  return {
    labels: picture.labels
      .filter(({ text }) => text !== '')
      .map((label, i) => ({ ...label, ...turn(placed[i]?.x ?? label.x, placed[i]?.y ?? label.y) })),
    sides: picture.sides.map(({ points: [from, to], ...side }) => ({
      ...side,
      points: [turnPair(from), turnPair(to)],
    })),
  };
}

/** A copy of the spot at its turned place. The fields are listed since spreading them is ten times as slow. */
function turnSpot(spot: Spot): Spot {
  const { name, shape, column, line, piece, part, last, decided, banned, hint } = spot;
  const { x, y } = turn(spot.x, spot.y);
  return { name, shape, x, y, column, line, piece, part, last, decided, banned, hint };
}

/**
 * The picture as it is drawn. A rhombus of hexagons stands upright, since it then has the largest cells on a narrow screen. In text, and in
 * words, its first row stays the uppermost.
 */
export const layOut = (picture: Picture): Picture =>
  picture.sides.length !== 4 || picture.spots[0]?.shape !== 'hexagon'
    ? picture
    : laidOut(picture, () => ({
        ...picture,
        ...boardsLaidOut(picture.labels, () => layOutBoard(picture)),
        spots: picture.spots.map(turnSpot),
      }));

// The plane in pixels. Every place is on whole pixels, so that what is drawn once fits everywhere.

/** Pixels from one cell to the next, unless the drawing would become too wide or too high. */
const CELL = 40;
const WIDEST = 720;
const HIGHEST = 720;
/** How far the band of a side reaches from the centres of the outermost cells: beyond the corners of hexagons, in cells. */
export const EDGE = 0.86;
/** How far cells and edges reach around their middles, and the wood around all of them, in cells. */
const CELL_REACH = 0.62;
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
    ...placeLabels(picture).map(({ x, y }) => ({ x, y, reach: MARGIN + settingOf(picture).reach })),
  ];
  const least = (values: readonly number[]): number => Math.min(...values);
  const most = (values: readonly number[]): number => Math.max(...values);
  return {
    from: [least(all.map(each => each.x - each.reach)), least(all.map(each => each.y - each.reach))],
    to: [most(all.map(each => each.x + each.reach)), most(all.map(each => each.y + each.reach))],
  };
}

/** `picture`: as it is laid out. */
export function scaleOf(picture: Picture): Scale {
  const { spots } = picture;
  const { from, to } = extentOf(picture);
  // Labels may stand anywhere; it is cells that shall lie on whole pixels.
  const [x0, y0] = [Math.min(...spots.map(({ x }) => x)), Math.min(...spots.map(({ y }) => y))];
  const [wide, high] = [to[0] - from[0], to[1] - from[1]];
  const fits = Math.min(WIDEST / wide, HIGHEST / high);
  const cell = Math.min(CELL, 2 * Math.floor(fits / 2));
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
