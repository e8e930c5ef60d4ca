// The line grid of Nexos and its names, the four colours and their starting points.
// It has 13 x 13 intersections with the segments between them, named as points of a 25 x 25 grid.
import type { ColourSpec, OptionSpec, SeatSpec, Setup } from '../game.ts';
import { must } from '../kit/assert.ts';
import type { Tone } from '../kit/picture.ts';

/** The number of points of a side. Intersections and segments alternate. */
export const SIDE_POINTS = 25;

/**
 * A point of the grid, counted from a1 at the bottom left, row by row upwards: number * 25 + letter, both from 0.
 * So points in ascending order are sorted by number, then by letter: the order of the canonical text.
 */
export type Point = number;

/** The number of points. As a point it is off the board, and fills up lists of fixed length. */
export const POINT_COUNT = SIDE_POINTS * SIDE_POINTS;

type PointKind = 'intersection' | 'across' | 'upright' | 'hole';

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

/** A colour by its number in the order of play: 0 blue, 1 yellow, 2 red, 3 green. */
export type Hue = number;

interface NexosPlayer extends ColourSpec {
  /** The intersection that the first piece must touch. */
  readonly start: Point;
  readonly startName: string;
}

const createPlayer = (title: string, startName: string): NexosPlayer => {
  const [name, letter] = [title.toLowerCase(), title.charAt(0)];
  return {
    name,
    title,
    letter,
    tone: name as Tone,
    aim: { code: 'aim-start', parts: { title, letter, start: startName } },
    start: must(findPoint(startName), 'a colour starts on the board'),
    startName,
  };
};

/** The colours, clockwise from the top left. */
export const HUES: readonly NexosPlayer[] = [
  createPlayer('Blue', 'e21'),
  createPlayer('Yellow', 'u21'),
  createPlayer('Red', 'u5'),
  createPlayer('Green', 'e5'),
];

export const hueOf = (hue: Hue): NexosPlayer => must(HUES[hue], 'there are four colours');

export const nextHue = (hue: Hue): Hue => (hue + 1) % HUES.length;

export const OPTIONS: readonly OptionSpec[] = [
  {
    kind: 'choice',
    name: 'players',
    choices: ['2', '4'],
    default: '2',
    help: { code: 'option-players', parts: {} },
  },
];

export const countSeats = (setup: Setup): number => Number(must(setup['players'], 'a setup says how many play'));

/** The seat of a colour. Two players have two colours each, four players one each. */
export const findSeat = (setup: Setup, hue: Hue): number => hue % countSeats(setup);

export const listHues = (setup: Setup, seat: number): readonly Hue[] =>
  HUES.flatMap((_, hue) => (findSeat(setup, hue) === seat ? [hue] : []));

export const seatsOf = (setup: Setup): readonly SeatSpec[] =>
  Array.from({ length: countSeats(setup) }, (_, seat) => {
    const own = listHues(setup, seat).map(hueOf);
    return { title: own.map(({ title }) => title).join(' and '), colours: own.map(({ name }) => name) };
  });
