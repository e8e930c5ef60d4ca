// Draws the coloured sides of a board: solid bands around its cells, mitred where they meet.
import type { Side } from '#games/kit/picture.ts';
import { EDGE, type Scale } from './scale.ts';
import { n } from './strokes.ts';

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

/** The ends of a side; all its points lie on one line. */
function endsOf({ points }: Side): readonly [Point, Point] {
  const [first = [0, 0], last = first] = [points[0], points.at(-1)];
  return [first, last];
}

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
  const [from, to] = endsOf(side);
  if (isSame(from, to)) return [];
  const forwards = unit(minus(to, from));
  const normal: Point = [-forwards[1], forwards[0]];
  const outwards = dot(minus(from, middle), normal) > 0 ? normal : along([0, 0], normal, -1);
  /** The direction in which the side beside this end goes on. */
  const nextAt = (end: Point): Point | null => {
    for (const other of sides.filter(each => each !== side)) {
      const [one, two] = endsOf(other);
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
export function drawEdge(sides: readonly Side[], { x, y, cell }: Scale): readonly string[] {
  const ends = sides.flatMap(endsOf);
  const mean = (axis: 0 | 1): number => ends.reduce((sum, end) => sum + end[axis], 0) / ends.length;
  const middle: Point = [mean(0), mean(1)];
  const bands = sides.map(side => ({ side, band: bandOf(side, sides, middle) })).filter(({ band }) => band.length > 0);
  const path = (band: readonly Point[]): string => `M${band.map(([px, py]) => `${n(x(px))} ${n(y(py))}`).join('L')}Z`;
  return [
    `<path d="${bands.map(({ band }) => path(band)).join('')}" fill="$edge" stroke="$edge" stroke-width="${n(0.08 * cell)}"/>`,
    ...bands.map(({ side, band }) => `<path d="${path(band)}" fill="${inkOf(side)}"/>`),
  ];
}
