// Draws the marks on a board: joints, pieces, starts, forbidden cells, last move, winning line.
import type { Joint, Picture, Piece, Spot } from '#games/kit/picture.ts';
import { writeText } from './glyphs.ts';
import { type Mark, markAround, markOf, type PlacedMark } from './mark.ts';
import type { Scale } from './scale.ts';
import { drawStone } from './stone.ts';
import { lineTo, n, stroked } from './strokes.ts';

/** Lengths in cells. */
const BAR = 0.24;
/** The width of what lies below the piece that was placed last, so that it is outlined. */
const OUTLINE = BAR + 0.14;
const DOT = 0.12;
const LINE = 0.1;
const HALO = 0.045;

type Segment = 'across' | 'upright';

const isSegment = (shape: Spot['shape']): shape is Segment => shape === 'across' || shape === 'upright';

/** Half a segment: a little shorter than its place, so that pieces that only meet are seen apart. */
const HALF_BAR = 0.31;

function bar({ letter, tone }: Piece, shape: Segment, cell: number): Mark {
  const half = HALF_BAR * cell;
  const path = shape === 'across' ? lineTo([-half, 0], [half, 0]) : lineTo([0, -half], [0, half]);
  const text = writeText(letter, 0, 0, { size: 0.2 * cell, ink: `$on-${tone}` });
  return markAround(stroked(path, `$${tone}`, BAR * cell) + text, half + BAR * cell);
}

/** Signs have a bright line around them, which shows them on every stone and on every wood. */
const haloed = (width: number): readonly Pen[] => [
  { ink: '$halo', width: width + 2 * HALO },
  { ink: '$mark', width },
];

const start = ({ letter, tone }: Piece, cell: number): Mark =>
  markAround(
    `<circle r="${n(0.2 * cell)}" fill="$${tone}"/>` +
      writeText(letter.toUpperCase(), 0, 0, { size: 0.22 * cell, ink: `$on-${tone}` }),
    0.2 * cell + 1,
  );

/** A cross: nothing can be put here. */
function ban(cell: number): Mark {
  const arm = 0.16 * cell;
  const path = lineTo([-arm, -arm], [arm, arm]) + lineTo([-arm, arm], [arm, -arm]);
  const strokes = haloed(0.09).map(({ ink, width }) => stroked(path, ink, width * cell));
  return markAround(strokes.join(''), 0.3 * cell);
}

/** On a stone a dot, on the place of a stone that was taken a ring. */
function last(isTaken: boolean, cell: number): Mark {
  const circle = (radius: number, look: string): string => `<circle r="${n(radius * cell)}" ${look}/>`;
  const ring = ({ ink, width }: Pen): string =>
    circle(0.15, `fill="none" stroke="${ink}" stroke-width="${n(width * cell)}"`);
  const markup = isTaken
    ? haloed(0.07).map(ring).join('')
    : circle(DOT + HALO, 'fill="$halo"') + circle(DOT, 'fill="$mark"');
  return markAround(markup, 0.3 * cell);
}

function pieceMark({ piece, hint, banned, shape }: Spot, cell: number): Mark | null {
  if (piece !== null) {
    return markOf(`${isSegment(shape) ? shape : 'stone'} ${piece.letter} ${piece.tone} ${cell}`, () =>
      isSegment(shape) ? bar(piece, shape, cell) : drawStone(piece, cell),
    );
  }
  if (banned) return markOf(`ban ${cell}`, () => ban(cell));
  return hint === null ? null : markOf(`start ${hint.letter} ${hint.tone} ${cell}`, () => start(hint, cell));
}

type Link = readonly [from: Spot, to: Spot];

/** The stones that won, neighbour by neighbour; over a corner only where no straight way leads there. */
function listLinks(decided: readonly Spot[]): readonly Link[] {
  const far = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);
  const isBeside = (a: Spot, b: Spot): boolean => far(a, b) < 1.01;
  const isLinked = (a: Spot, b: Spot): boolean =>
    isBeside(a, b) || (far(a, b) < 1.42 && !decided.some(spot => isBeside(a, spot) && isBeside(spot, b)));
  return decided.flatMap((from, i) =>
    decided.slice(i + 1).flatMap((to): Link[] => (isLinked(from, to) ? [[from, to]] : [])),
  );
}

/** From the lowest to the uppermost. */
export function drawMarks({ spots, joints }: Picture, scale: Scale): readonly PlacedMark[] {
  const { cell, x, y } = scale;
  const at = (spot: Spot, mark: Mark): PlacedMark => ({ mark, x: Math.round(x(spot.x)), y: Math.round(y(spot.y)) });
  const pieces: PlacedMark[] = [];
  const dots: PlacedMark[] = [];
  for (const spot of spots) {
    const piece = pieceMark(spot, cell);
    if (piece !== null) pieces.push(at(spot, piece));
    const isTaken = spot.piece === null;
    if (spot.last && !isSegment(spot.shape)) dots.push(at(spot, markOf(`last ${isTaken} ${cell}`, () => last(isTaken, cell)))); // prettier-ignore
  }
  const joined = joints.map(joint => drawStroke(joint, { ink: `$${joint.tone}`, width: BAR }, scale));
  return [...drawOutline(spots, joints, scale), ...joined, ...pieces, ...drawLine(spots, scale), ...dots];
}

interface Pen {
  readonly ink: string;
  /** In cells. */
  readonly width: number;
}

/** A line from one place to another: made once for each direction. */
function drawStroke({ from, to }: Pick<Joint, 'from' | 'to'>, { ink, width }: Pen, { cell, x, y }: Scale): PlacedMark {
  const [across, down] = [x(to[0]) - x(from[0]), y(to[1]) - y(from[1])];
  const mark = markOf(`stroke ${ink} ${width} ${across} ${down} ${cell}`, () =>
    markAround(stroked(lineTo([0, 0], [across, down]), ink, width * cell), Math.hypot(across, down) + width * cell),
  );
  return { mark, x: Math.round(x(from[0])), y: Math.round(y(from[1])) };
}

/** Under the piece that was placed last; bright lines come first, since none may cross the outline itself. */
function drawOutline(spots: readonly Spot[], joints: readonly Joint[], scale: Scale): readonly PlacedMark[] {
  const newest = spots.filter(({ last: isLast, shape }) => isLast && isSegment(shape));
  const bars = newest.map(({ shape, x, y }) => {
    const [right, down] = shape === 'across' ? [HALF_BAR, 0] : [0, HALF_BAR];
    return { from: [x - right, y - down] as const, to: [x + right, y + down] as const };
  });
  const joined = joints.filter(({ from: [x, y] }) => newest.some(spot => spot.x === x && spot.y === y));
  return haloed(OUTLINE).flatMap(pen => [...bars, ...joined].map(stroke => drawStroke(stroke, pen, scale)));
}

/** The line through the stones that won. */
function drawLine(spots: readonly Spot[], scale: Scale): readonly PlacedMark[] {
  const links = listLinks(spots.filter(spot => spot.decided && spot.piece !== null));
  return haloed(LINE).flatMap(pen =>
    links.map(([from, to]) => drawStroke({ from: [from.x, from.y], to: [to.x, to.y] }, pen, scale)),
  );
}
