// The 24 pieces of Nexos, all polysticks of one to four segments.
// Every placement of each piece on the board is generated.
import { must } from '../kit/assert.ts';
import { endsOf, type Point, POINTS, SIDE } from './lattice.ts';

/** The middle of a segment in a grid of half units, y down: x odd lies across, y odd stands upright. */
type Middle = readonly [x: number, y: number];

export interface NexosPiece {
  readonly name: string;
  /** The piece as a set of pieces shows it, from (0, 0) on. */
  readonly middles: readonly Middle[];
}

const piece = (name: string, middles: string): NexosPiece => ({
  name,
  middles: middles.split(' ').map(digits => [Number(digits[0]), Number(digits[1])]),
});

/** In their usual order: by size, the largest first. Each segment is the pair of digits x, y of its middle. */
export const PIECES: readonly NexosPiece[] = [
  piece('I4', '01 03 05 07'),
  piece('L4', '01 03 05 16'),
  piece('Y', '21 12 23 25'),
  piece('N', '01 12 23 25'),
  piece('V4', '41 43 14 34'),
  piece('W', '01 12 23 34'),
  piece('Z4', '10 21 23 34'),
  piece('T4', '10 30 21 23'),
  piece('E', '21 32 23 14'),
  piece('U4', '01 41 12 32'),
  piece('X', '21 12 32 23'),
  piece('F', '10 01 12 03'),
  piece('H', '01 12 03 23'),
  piece('J', '21 03 23 14'),
  piece('G', '21 12 03 14'),
  piece('O', '10 01 21 12'),
  piece('I3', '01 03 05'),
  piece('L3', '01 03 14'),
  piece('T3', '10 30 21'),
  piece('Z3', '10 21 32'),
  piece('U3', '01 21 12'),
  piece('V2', '21 12'),
  piece('I2', '01 03'),
  piece('1', '10'),
];

/** 'I4': how a piece is called, by its number among PIECES. */
export const nameOfPiece = (piece: number): string => must(PIECES[piece], 'a piece is one of the set').name;

/** A piece lying somewhere on the board. */
export interface Placement {
  /** Its number among PIECES. */
  readonly piece: number;
  /** Ascending: the canonical order of the text. */
  readonly segments: readonly Point[];
  /** Every intersection where a segment of it ends. */
  readonly touched: readonly Point[];
  /**
   * What it takes from every other piece: its segments, and the intersections it runs straight over, with no third segment there.
   * Two placements are in each other's way exactly where both claim a point.
   */
  readonly claims: readonly Point[];
}

/** The most points a placement claims: I4 has four segments and is straight at three intersections. */
export const MOST_CLAIMS = 7;
/** The most intersections it touches: one more than it has segments. */
export const MOST_TOUCHED = 5;

const turned = (middles: readonly Middle[]): Middle[] => middles.map(([x, y]) => [-y, x]);
const mirrored = (middles: readonly Middle[]): Middle[] => middles.map(([x, y]) => [-x, y]);

/** A piece in one orientation, in the lower left corner of the board, and how far it reaches there. */
interface Shape {
  readonly placement: Placement;
  readonly right: number;
  readonly top: number;
}

const isStraightAt = (intersection: Point, [first, second, third]: readonly Point[]): boolean =>
  first !== undefined && second !== undefined && third === undefined && first + second === 2 * intersection;

function placementOf(number: number, segments: readonly Point[]): Placement {
  const meeting = new Map<Point, Point[]>();
  for (const segment of segments) {
    for (const end of endsOf(segment)) meeting.set(end, [...(meeting.get(end) ?? []), segment]);
  }
  const straight = [...meeting].filter(([end, there]) => isStraightAt(end, there)).map(([end]) => end);
  return { piece: number, segments, touched: [...meeting.keys()], claims: [...segments, ...straight] };
}

function shapeOf(number: number, middles: readonly Middle[]): Shape {
  // Half a segment further than its middle lies the end of it.
  const xs = middles.flatMap(([x]) => (x % 2 === 0 ? [x] : [x - 1, x + 1]));
  const ys = middles.flatMap(([, y]) => (y % 2 === 0 ? [y] : [y - 1, y + 1]));
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const segments = middles.map(([x, y]) => (y - bottom) * SIDE + (x - left)).sort((a, b) => a - b);
  return { placement: placementOf(number, segments), right: Math.max(...xs) - left, top: Math.max(...ys) - bottom };
}

/** The different shapes a piece has when it is turned and turned over. */
function orientationsOf({ middles }: NexosPiece, number: number): Shape[] {
  const shapes = new Map<string, Shape>();
  for (let each = middles, turns = 0; turns < 8; turns++) {
    const shape = shapeOf(number, each);
    shapes.set(shape.placement.segments.join(), shape);
    each = turns === 3 ? mirrored(middles) : turned(each);
  }
  return [...shapes.values()];
}

/** The same placement further right and up. */
const moved = ({ piece: number, segments, touched, claims }: Placement, by: number): Placement => ({
  piece: number,
  segments: segments.map(point => point + by),
  touched: touched.map(point => point + by),
  claims: claims.map(point => point + by),
});

/** One number for the segments of a piece: the first difference decides, as between the digits of numbers. */
const rankOf = ({ segments }: Placement): number => segments.reduce((rank, segment) => rank * POINTS + segment, 0);

function placementsOf(each: NexosPiece, number: number): Placement[] {
  const found: Placement[] = [];
  for (const { placement, right, top } of orientationsOf(each, number)) {
    for (let y = 0; y + top < SIDE; y += 2) {
      for (let x = 0; x + right < SIDE; x += 2) found.push(moved(placement, y * SIDE + x));
    }
  }
  const ranked = found.map(placement => ({ placement, rank: rankOf(placement) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ placement }) => placement);
}

/** Every placement there is, 15,157 of them: by the number of the piece, then by the order of the segments. A move is an index into this list. */
export const placements: readonly Placement[] = PIECES.flatMap(placementsOf);

/** Where the placements of each piece begin in the list; the last entry is the length of the list. */
export const firstOfPiece: readonly number[] = [
  ...PIECES.map((_, number) => placements.findIndex(placement => placement.piece === number)),
  placements.length,
];

/** The piece of every placement. */
export const pieceNumbers = Uint8Array.from(placements, placement => placement.piece);

/** One row of fixed length for each placement, filled up with the point off the board. */
function rowsOf(width: number, points: (placement: Placement) => readonly Point[]): Uint16Array {
  const rows = new Uint16Array(placements.length * width).fill(POINTS);
  placements.forEach((placement, i) => rows.set(points(placement), i * width));
  return rows;
}

/** The claims of every placement, MOST_CLAIMS in a row: what makes looking through all placements fast. */
export const claimRows = rowsOf(MOST_CLAIMS, placement => placement.claims);
export const touchedRows = rowsOf(MOST_TOUCHED, placement => placement.touched);

/** Placements by point, one group behind the other: those of point p stand at from[p] ... from[p + 1] - 1. */
export interface Groups {
  readonly from: Uint32Array;
  readonly members: Uint16Array;
}

function grouped(pointsOf: (placement: Placement) => readonly Point[]): Groups {
  const groups: number[][] = Array.from({ length: POINTS }, () => []);
  placements.forEach((placement, index) => {
    for (const point of pointsOf(placement)) groups[point]?.push(index);
  });
  let end = 0;
  return {
    from: Uint32Array.of(0, ...groups.map(group => (end += group.length))),
    members: Uint16Array.from(groups.flat()),
  };
}

export const claiming = grouped(placement => placement.claims);
export const touching = grouped(placement => placement.touched);

/** Sets the mark of every placement in the group of a point. */
export function markGroup(marks: Uint8Array, { from, members }: Groups, point: Point): void {
  const end = from[point + 1] ?? 0;
  for (let i = from[point] ?? 0; i < end; i++) marks[members[i] ?? 0] = 1;
}

/** By their lowest segment. */
const byFirst: readonly number[][] = Array.from({ length: POINTS }, () => []);
placements.forEach(({ segments }, index) => byFirst[segments[0] ?? 0]?.push(index));

/** Segments in ascending order → the placement they make; undefined: they are not one piece. */
export const placementOn = (segments: readonly Point[]): number | undefined =>
  byFirst[segments[0] ?? 0]?.find(index => {
    const own = placements[index]?.segments ?? [];
    return own.length === segments.length && own.every((segment, i) => segment === segments[i]);
  });
