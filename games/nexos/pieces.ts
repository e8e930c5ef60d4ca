// The 24 pieces of Nexos, all polysticks of one to four segments.
// Every placement of each piece on the board is generated.
import { must } from '../kit/assert.ts';
import { makeOnce } from '../kit/remember.ts';
import { endsOf, type Point, POINT_COUNT, SIDE_POINTS } from './lattice.ts';

/** The middle of a segment on a grid of half units, y down. With x odd the segment is horizontal, with y odd vertical. */
type Middle = readonly [x: number, y: number];

export interface NexosPiece {
  readonly name: string;
  /** The middles of its segments in the usual orientation, from (0, 0) on. */
  readonly middles: readonly Middle[];
}

const createPiece = (name: string, middles: string): NexosPiece => ({
  name,
  middles: middles.split(' ').map(digits => [Number(digits[0]), Number(digits[1])]),
});

/** The pieces by size, the largest first. Each segment is given by the two digits x, y of its middle. */
export const PIECES: readonly NexosPiece[] = [
  createPiece('I4', '01 03 05 07'),
  createPiece('L4', '01 03 05 16'),
  createPiece('Y', '21 12 23 25'),
  createPiece('N', '01 12 23 25'),
  createPiece('V4', '41 43 14 34'),
  createPiece('W', '01 12 23 34'),
  createPiece('Z4', '10 21 23 34'),
  createPiece('T4', '10 30 21 23'),
  createPiece('E', '21 32 23 14'),
  createPiece('U4', '01 41 12 32'),
  createPiece('X', '21 12 32 23'),
  createPiece('F', '10 01 12 03'),
  createPiece('H', '01 12 03 23'),
  createPiece('J', '21 03 23 14'),
  createPiece('G', '21 12 03 14'),
  createPiece('O', '10 01 21 12'),
  createPiece('I3', '01 03 05'),
  createPiece('L3', '01 03 14'),
  createPiece('T3', '10 30 21'),
  createPiece('Z3', '10 21 32'),
  createPiece('U3', '01 21 12'),
  createPiece('V2', '21 12'),
  createPiece('I2', '01 03'),
  createPiece('1', '10'),
];

/** The name of a piece, such as 'I4', by its number among PIECES. */
export const nameOfPiece = (piece: number): string => must(PIECES[piece], 'a piece is one of the set').name;

/** A piece at a place of the board. */
export interface Placement {
  /** Its number among PIECES. */
  readonly piece: number;
  /** The segments in ascending order, which is the canonical order of the text. */
  readonly segments: readonly Point[];
  /** The intersections where its segments end. */
  readonly touched: readonly Point[];
  /**
   * The points that no other piece may claim: its segments, and the intersections that it crosses in a straight line without a third
   * segment. Two placements exclude each other exactly if both claim a point.
   */
  readonly claims: readonly Point[];
}

/** The maximal number of claimed points: I4 has four segments and is straight at three intersections. */
export const MAX_CLAIMS = 7;
/** The maximal number of touched intersections: one more than the segments. */
export const MAX_TOUCHED = 5;

/** A piece in one orientation, in the lower left corner of the board, and how far it reaches there. */
interface Shape {
  readonly placement: Placement;
  readonly right: number;
  readonly top: number;
}

const isStraightAt = (intersection: Point, [first, second, third]: readonly Point[]): boolean =>
  first !== undefined && second !== undefined && third === undefined && first + second === 2 * intersection;

/** The different shapes of a piece after rotations and reflections. */
function listOrientations({ middles }: NexosPiece, number: number): Shape[] {
  const shapes = new Map<string, Shape>();
  for (let each = middles, turns = 0; turns < 8; turns++) {
    // The end of a segment is half a segment from its middle.
    const xs = each.flatMap(([x]) => (x % 2 === 0 ? [x] : [x - 1, x + 1]));
    const ys = each.flatMap(([, y]) => (y % 2 === 0 ? [y] : [y - 1, y + 1]));
    const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
    const segments = each.map(([x, y]) => (y - bottom) * SIDE_POINTS + (x - left)).sort((a, b) => a - b);
    const meeting = new Map<Point, Point[]>();
    for (const segment of segments) {
      for (const end of endsOf(segment)) meeting.set(end, [...(meeting.get(end) ?? []), segment]);
    }
    const straight = [...meeting].filter(([end, there]) => isStraightAt(end, there)).map(([end]) => end);
    const shape = {
      placement: { piece: number, segments, touched: [...meeting.keys()], claims: [...segments, ...straight] },
      right: Math.max(...xs) - left,
      top: Math.max(...ys) - bottom,
    };
    shapes.set(shape.placement.segments.join(), shape);
    each = turns === 3 ? middles.map(([x, y]) => [-x, y]) : each.map(([x, y]) => [-y, x]);
  }
  return [...shapes.values()];
}

/** The same placement further right and up. */
const movePlacement = ({ piece: number, segments, touched, claims }: Placement, by: number): Placement => ({
  piece: number,
  segments: segments.map(point => point + by),
  touched: touched.map(point => point + by),
  claims: claims.map(point => point + by),
});

/** A placement as it is in the corner, and how far it is moved from there. */
interface MovedPlacement {
  readonly corner: Placement;
  readonly by: number;
}

function listPlacements(each: NexosPiece, number: number): MovedPlacement[] {
  const found: (MovedPlacement & { readonly rank: number })[] = [];
  for (const { placement: corner, right, top } of listOrientations(each, number)) {
    for (let y = 0; y + top < SIDE_POINTS; y += 2) {
      for (let x = 0; x + right < SIDE_POINTS; x += 2) {
        const by = y * SIDE_POINTS + x;
        // A number that sorts placements by their segments.
        const rank = corner.segments.reduce((sum, segment) => sum * POINT_COUNT + segment + by, 0);
        found.push({ corner, by, rank });
      }
    }
  }
  return found.sort((a, b) => a.rank - b.rank);
}

/** All placements, by the number of the piece, then by the segments. A move is an index into this list. */
const moved: readonly MovedPlacement[] = PIECES.flatMap(listPlacements);

/** The number of placements: 15,157. */
export const PLACEMENT_COUNT = moved.length;

const made: Placement[] = [];

/** The placement of a move. It is made when it is first asked for. */
export function findPlacement(index: number): Placement {
  const { corner, by } = must(moved[index], 'a placement is one of the list');
  return (made[index] ??= movePlacement(corner, by));
}

/** The piece of every placement. */
export const pieceNumbers = Uint8Array.from(moved, ({ corner }) => corner.piece);

/** The index of the first placement of each piece, and the length of the list at the end. */
export const firstOfPiece: readonly number[] = [
  ...PIECES.map((_, number) => pieceNumbers.indexOf(number)),
  PLACEMENT_COUNT,
];

/** One row of fixed length for each placement, filled up with the point off the board. */
function createRows(width: number, pointsOf: (placement: Placement) => readonly Point[]): Uint16Array {
  const rows = new Uint16Array(PLACEMENT_COUNT * width).fill(POINT_COUNT);
  moved.forEach(({ corner, by }, index) => {
    let at = index * width;
    for (const point of pointsOf(corner)) rows[at++] = point + by;
  });
  return rows;
}

/** The claims of every placement in rows of MAX_CLAIMS numbers, for fast scans of all placements. */
export const claimRows = createRows(MAX_CLAIMS, placement => placement.claims);
export const touchedRows = createRows(MAX_TOUCHED, placement => placement.touched);

/** Placements grouped by point: those of point p have the indexes from[p] ... from[p + 1] - 1. */
export interface Groups {
  readonly from: Uint32Array;
  readonly members: Uint16Array;
}

function groupByPoint(rows: Uint16Array, width: number): Groups {
  // One more group than points: the ends of short rows are in it.
  const from = new Uint32Array(POINT_COUNT + 2);
  for (const point of rows) from[point + 1] = (from[point + 1] ?? 0) + 1;
  for (let point = 0; point <= POINT_COUNT; point++) from[point + 1] = (from[point + 1] ?? 0) + (from[point] ?? 0);
  const next = from.slice();
  const members = new Uint16Array(rows.length);
  rows.forEach((point, at) => {
    const place = next[point] ?? 0;
    members[place] = Math.floor(at / width);
    next[point] = place + 1;
  });
  return { from, members };
}

export const claimingGroups = makeOnce(() => groupByPoint(claimRows, MAX_CLAIMS));
export const touchingGroups = makeOnce(() => groupByPoint(touchedRows, MAX_TOUCHED));

/** Sets the mark of every placement in the group of a point. */
export function markGroup(marks: Uint8Array, { from, members }: Groups, point: Point): void {
  const end = from[point + 1] ?? 0;
  for (let i = from[point] ?? 0; i < end; i++) marks[members[i] ?? 0] = 1;
}

/** Finds the placement of segments in ascending order. undefined: they are not one piece. */
export function findPlacementOn(segments: readonly Point[]): number | undefined {
  const { from, members } = claimingGroups();
  const first = segments[0] ?? POINT_COUNT;
  return [...members.subarray(from[first], from[first + 1])].find(index => {
    const { corner, by } = must(moved[index], 'groups hold placements');
    return corner.segments.length === segments.length && corner.segments.every((own, i) => own + by === segments[i]);
  });
}
