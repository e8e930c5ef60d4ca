// The line grid of Nexos and its names.
// It has 13 x 13 intersections with the segments between them, named as points of a 25 x 25 grid.
import { must } from '../kit/assert.ts';

/** The number of points of a side. Intersections and segments alternate. */
export const SIDE_POINTS = 25;

/**
 * A point of the grid, counted from a1 at the bottom left, row by row upwards: number * 25 + letter, both from 0.
 * So points in ascending order are sorted by number, then by letter: the order of the canonical text.
 */
export type Point = number;

/** The number of points. As a point it is off the board, and fills up lists of fixed length. */
export const POINT_COUNT = SIDE_POINTS * SIDE_POINTS;

export type PointKind = 'intersection' | 'across' | 'upright' | 'hole';

export const columnOf = (point: Point): number => point % SIDE_POINTS;
export const rowOf = (point: Point): number => Math.floor(point / SIDE_POINTS);

/** Lines run along the even rows and columns, counted from 0. */
export function kindOf(point: Point): PointKind {
  const [x, y] = [columnOf(point) % 2, rowOf(point) % 2];
  if (y === 0) return x === 0 ? 'intersection' : 'across';
  return x === 0 ? 'upright' : 'hole';
}

export const isSegment = (point: Point): boolean => kindOf(point) === 'across' || kindOf(point) === 'upright';

/** The step from a segment to its ends. */
const strideOf = (segment: Point): number => (kindOf(segment) === 'across' ? 1 : SIDE_POINTS);

/** The two intersections that a segment joins. */
export const endsOf = (segment: Point): readonly [Point, Point] => [
  segment - strideOf(segment),
  segment + strideOf(segment),
];

/** Every point from a1 to y25. */
export const allPoints: readonly Point[] = Array.from({ length: POINT_COUNT }, (_, point) => point);

const A = 'a'.charCodeAt(0);

const NAMES = allPoints.map(point => `${String.fromCharCode(A + columnOf(point))}${rowOf(point) + 1}`);

/** 'e21'. */
export const nameOf = (point: Point): string => must(NAMES[point], 'a point lies on the board');

/** Formats points as in a move: 'e20,f21'. */
export const formatPoints = (points: readonly Point[]): string => points.map(nameOf).join(',');

/** Finds a point by its name, such as 'e21'. undefined: it is off the board. */
export function findPoint(name: string): Point | undefined {
  const match = /^([a-z])([1-9]\d?)$/.exec(name);
  if (match?.[1] === undefined) return undefined;
  const [column, row] = [match[1].charCodeAt(0) - A, Number(match[2]) - 1];
  return column < SIDE_POINTS && row < SIDE_POINTS ? row * SIDE_POINTS + column : undefined;
}

/** The segments that meet at an intersection, in order. */
export const listSegmentsAt = (intersection: Point): readonly Point[] =>
  allPoints.filter(point => isSegment(point) && endsOf(point).includes(intersection));
