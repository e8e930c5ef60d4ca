// Draws as SVG what is under the stones: sides, cells with their names or lines, and labels.
// It is the same for every position.
import type { Picture, Side, Spot } from '#games/kit/picture.ts';
import { EDGE, type Scale, lineTo, n, placeLabels, stroked, writeText } from './strokes.ts';

/** Half the distance of two corners of a hexagon whose neighbours are 1 away. */
const RADIUS = 1 / Math.sqrt(3);
/** Heights of letters, in cells. */
const NAME = 0.26;
/** Every cell has its name written in it where no row has more. Beyond, a few cells have, from which eyes count. */
const MOST_NAMED = 5;
/** Cells from one named cell to the next on larger boards. */
const NAMED_STEP = 4;
const ROW_HEIGHT = Math.sqrt(3) / 2;
/** How far the face of a board of lines reaches beyond its outermost lines, in cells. */
const FACE = 0.5;

/** All that the bare board is made of, as one text: equal for equal boards. */
export function boardKey({ spots, labels, sides }: Picture): string {
  let key = '';
  for (const { shape, name, x, y } of spots) key += `${shape} ${name} ${x} ${y} `;
  for (const { text, x, y } of labels) key += `${text} ${x} ${y} `;
  for (const { tone, points } of sides) key += `${tone} ${points.join(' ')} `;
  return key;
}

export function drawBareBoard(picture: Picture, scale: Scale): string {
  const { spots, sides } = picture;
  const shaped = (...shapes: readonly Spot['shape'][]): readonly Spot[] =>
    spots.filter(({ shape }) => shapes.includes(shape));
  const hexagons = shaped('hexagon');
  const crossings = shaped('crossing');
  const segments = shaped('across', 'upright');
  return [
    grain(linesOfWood(scale.height).map(at => `M0 ${at}h${scale.width}`)),
    ...(sides.length === 0 ? [] : drawEdge(sides, scale)),
    ...(hexagons.length === 0 ? [] : [cells(hexagons, scale), ...names(hexagons, scale)]),
    ...(crossings.length === 0
      ? []
      : [face(crossings, scale, FACE), gridLines(crossings, scale), starPoints(crossings, scale)]),
    ...(segments.length === 0
      ? []
      : [face(spots, scale, 0.3), stroked(segments.map(spot => segmentPath(spot, scale)).join(''), '$grid', 2)]),
    ...placeLabels(picture).map(({ text, x, y, size }) =>
      writeText(text, scale.x(x), scale.y(y), { size: size * scale.cell, ink: '$ink' }),
    ),
  ]
    .filter(part => part !== '')
    .join('\n');
}

/** Distances of the lines of the wood, in pixels: uneven, as years are. */
const YEARS = [9, 5, 13, 7, 4, 11, 16, 6, 8, 14];

/** Where the lines of the wood are, from the top down. Half a pixel: a line fills one row of pixels. */
function linesOfWood(height: number): readonly number[] {
  const lines: number[] = [];
  for (let at = 4.5; at < height; at += YEARS[lines.length % YEARS.length] ?? height) lines.push(at);
  return lines;
}

const grain = (lines: readonly string[]): string =>
  `<path d="${lines.join('')}" stroke="$grain" stroke-opacity="0.14" stroke-linecap="butt"/>`;

/** The board inside its frame. */
function face(spots: readonly Spot[], { x, y, cell }: Scale, reach: number): string {
  const [xs, ys] = [spots.map(spot => x(spot.x)), spots.map(spot => y(spot.y))];
  const [left, top] = [Math.round(Math.min(...xs) - reach * cell), Math.round(Math.min(...ys) - reach * cell)];
  const [width, height] = [
    Math.round(Math.max(...xs) + reach * cell) - left,
    Math.round(Math.max(...ys) + reach * cell) - top,
  ];
  const lines = linesOfWood(top + height).filter(at => at > top);
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="$cell" stroke="$edge" stroke-width="${n(0.05 * cell)}"/>${grain(lines.map(at => `M${left + 1} ${at}h${width - 2}`))}`;
}

function hexagon({ x, y }: Spot, scale: Scale): string {
  const corners = Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 3) * k - Math.PI / 2;
    return `${n(scale.x(x + RADIUS * Math.cos(angle)))} ${n(scale.y(y + RADIUS * Math.sin(angle)))}`;
  });
  return `M${corners.join('L')}Z`;
}

function cells(spots: readonly Spot[], scale: Scale): string {
  const path = spots.map(spot => hexagon(spot, scale)).join('');
  const lines = linesOfWood(scale.height);
  return (
    `<path d="${path}" fill="$cell"/>${grain(spots.flatMap(spot => grainOf(spot, lines, scale)))}` +
    `<path d="${path}" fill="none" stroke="$line" stroke-width="${n(0.05 * scale.cell)}"/>`
  );
}

/** The lines of the wood within a hexagon. */
function grainOf(spot: Spot, lines: readonly number[], { x, y, cell, down }: Scale): readonly string[] {
  return lines.flatMap(at => {
    const far = Math.abs(at - y(spot.y)) / (RADIUS * down);
    const half = Math.min(1, 2 * (1 - far)) * 0.5 * cell;
    return half <= 0 ? [] : [`M${n(x(spot.x) - half)} ${at}h${n(2 * half)}`];
  });
}

/** Stones cover the names. */
const names = (spots: readonly Spot[], { x, y, cell }: Scale): readonly string[] =>
  listNamed(spots).map(spot => writeText(spot.name, x(spot.x), y(spot.y), { size: NAME * cell, ink: '$faint' }));

function listNamed(spots: readonly Spot[]): readonly Spot[] {
  const rowOf = ({ y }: Spot): number => Math.round(y / ROW_HEIGHT);
  const rows: Spot[][] = [];
  for (const spot of spots) (rows[rowOf(spot)] ??= []).push(spot);
  if (Math.max(...rows.map(row => row.length)) <= MOST_NAMED) return spots;
  const middleRow = rows[Math.floor(rows.length / 2)] ?? [];
  const middle = middleRow[Math.floor(middleRow.length / 2)];
  if (middle === undefined) return [];
  return spots.filter(spot => {
    const down = rowOf(spot) - rowOf(middle);
    const right = Math.round(spot.x - middle.x - down / 2);
    return down % NAMED_STEP === 0 && right % NAMED_STEP === 0;
  });
}

/** The lines of a Go board: between places side by side. */
function gridLines(spots: readonly Spot[], { x, y, cell }: Scale): string {
  const key = (px: number, py: number): string => `${n(px)} ${n(py)}`;
  const places = new Set(spots.map(spot => key(spot.x, spot.y)));
  const between = spots.flatMap(spot =>
    ([[1, 0], [0, 1]] as const).flatMap(([right, down]) =>
      places.has(key(spot.x + right, spot.y + down))
        ? [lineTo([x(spot.x), y(spot.y)], [x(spot.x + right), y(spot.y + down)])]
        : [])); // prettier-ignore
  return stroked(between.join(''), '$grid', 0.05 * cell);
}

/** Where the star points of a Go board of this size lie along a side, counted from 0. */
function starsAlong(size: number): readonly number[] {
  const middle = (size - 1) / 2;
  if (size < 7) return [];
  const edge = size < 13 ? 2 : 3;
  return Number.isInteger(middle) ? [edge, middle, size - 1 - edge] : [edge, size - 1 - edge];
}

/** In the corners and in the middle, from 15 on along the sides as well: what eyes count from. */
function starPoints(spots: readonly Spot[], { x, y, cell }: Scale): string {
  const size = Math.max(...spots.map(spot => spot.x)) + 1;
  const stars = starsAlong(size);
  const middle = (size - 1) / 2;
  const dots = stars.flatMap(row =>
    stars
      .filter(column => size >= 15 || (row === middle) === (column === middle))
      .map(column => `<circle cx="${n(x(column))}" cy="${n(y(row))}" r="${n(0.11 * cell)}" fill="$grid"/>`),
  );
  return dots.join('');
}

function segmentPath({ shape, x, y }: Spot, scale: Scale): string {
  const [across, down] = shape === 'across' ? [0.5, 0] : [0, 0.5];
  return lineTo([scale.x(x - across), scale.y(y - down)], [scale.x(x + across), scale.y(y + down)]);
}

/** Sharp corners are cut off where the pointed band would reach farther than this. */
const MOST_POINTED = 1.3 * EDGE;

type Point = readonly [x: number, y: number];

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
const along = (from: Point, direction: Point, far: number): Point => [
  from[0] + direction[0] * far,
  from[1] + direction[1] * far,
];
const unit = ([x, y]: Point): Point => [x / Math.hypot(x, y), y / Math.hypot(x, y)];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
const isSame = (a: Point, b: Point): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.01;

/** The outer corners of a band at this end, where it meets the next band: from its outer line to its middle. */
function cornersAt(end: Point, inwards: Point, outwards: Point, next: Point | null): readonly Point[] {
  if (next === null) return [along(end, outwards, EDGE)];
  // Both bands are cut by the line that halves their angle.
  const bisector = unit([-inwards[0] - next[0], -inwards[1] - next[1]]);
  const pointed = EDGE / dot(bisector, outwards);
  if (pointed <= MOST_POINTED) return [along(end, bisector, pointed)];
  // The cut is as far away as the outer lines.
  const cut = along(end, bisector, EDGE);
  const direction = unit(along(outwards, bisector, -dot(bisector, outwards)));
  const far = (EDGE - dot(minus(cut, end), outwards)) / dot(direction, outwards);
  return [along(cut, direction, far), cut];
}

function bandOf(side: Side, sides: readonly Side[], middle: Point): readonly Point[] {
  const [from, to] = side.points;
  if (isSame(from, to)) return [];
  const forwards = unit(minus(to, from));
  const normal: Point = [-forwards[1], forwards[0]];
  const outwards = dot(minus(from, middle), normal) > 0 ? normal : along([0, 0], normal, -1);
  /** The direction in which the side beside this end goes on. */
  const nextAt = (end: Point): Point | null => {
    for (const other of sides.filter(each => each !== side)) {
      const [one, two] = other.points;
      if (isSame(one, end) && !isSame(two, end)) return unit(minus(two, end));
      if (isSame(two, end) && !isSame(one, end)) return unit(minus(one, end));
    }
    return null;
  };
  const first = cornersAt(from, forwards, outwards, nextAt(from));
  const last = cornersAt(to, along([0, 0], forwards, -1), outwards, nextAt(to));
  return [from, ...first.toReversed(), ...last, to];
}

/** A side that belongs to no colour is wood of another kind. */
const inkOf = ({ tone }: Side): string => (tone === 'neutral' ? '$edge' : `$${tone}`);

/** The bands, each with the line that shows it on any wood. */
function drawEdge(sides: readonly Side[], { x, y, cell }: Scale): readonly string[] {
  const ends = sides.flatMap(({ points }) => points);
  const mean = (axis: 0 | 1): number => ends.reduce((sum, end) => sum + end[axis], 0) / ends.length;
  const middle: Point = [mean(0), mean(1)];
  const bands = sides.map(side => ({ side, band: bandOf(side, sides, middle) })).filter(({ band }) => band.length > 0);
  const path = (band: readonly Point[]): string => `M${band.map(([px, py]) => `${n(x(px))} ${n(y(py))}`).join('L')}Z`;
  return [
    `<path d="${bands.map(({ band }) => path(band)).join('')}" fill="$edge" stroke="$edge" stroke-width="${n(0.08 * cell)}"/>`,
    ...bands.map(({ side, band }) => `<path d="${path(band)}" fill="${inkOf(side)}"/>`),
  ];
}
