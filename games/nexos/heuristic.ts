// The heuristic for Nexos: large pieces first, towards the middle, free lines and nets of others.
import type { Heuristic, RatedMove } from '../game.ts';
import { boardOf, iterateLegal, type NexosBoard, findPlacement } from './board.ts';
import { type Hue, HUES, listHues, findSeat } from './colours.ts';
import {
  allPoints,
  columnOf,
  endsOf,
  isSegment,
  kindOf,
  listSegmentsAt,
  type Point,
  rowOf,
  SIDE_POINTS,
} from './lattice.ts';
import { countPoints, type NexosMove, type NexosPosition, sumPoints } from './rules.ts';

/** A colour plays pieces of four segments until it has placed `before` pieces, then of three or more. */
const LEAST_SIZES = [
  { before: 10, size: 4 },
  { before: 16, size: 3 },
] as const;

/** What a move is worth, for each segment, and for each new intersection with a free segment, that is the closer to the middle, and on a net of the other side. */
const WORTH = { segment: 1, freeEnd: 0.4, centre: 1, contact: 0.6 } as const;
/** The prior of the best move, and how much a move of less worth is behind it. */
const PRIOR = { best: 0.5, step: 0.03 } as const;

const MIDDLE = (SIDE_POINTS - 1) / 2;
/** By point: 1 in the middle, 0 in the corners. */
const closeness = allPoints.map(
  point => 1 - Math.max(Math.abs(columnOf(point) - MIDDLE), Math.abs(rowOf(point) - MIDDLE)) / MIDDLE,
);
const segments = allPoints.filter(isSegment);
const segmentsAt: readonly (readonly Point[])[] = allPoints.map(point =>
  kindOf(point) === 'intersection' ? listSegmentsAt(point) : [],
);
const ends = allPoints.map(point => (isSegment(point) ? endsOf(point) : null));

const countBits = (bits: number): number => (bits === 0 ? 0 : (bits & 1) + countBits(bits >>> 1));

function leastSizeOf(board: NexosBoard, hue: Hue): number {
  const placed = countBits(board.used[hue] ?? 0);
  return LEAST_SIZES.find(({ before }) => placed < before)?.size ?? 1;
}

/** The colours of the other seats, as bits. */
const enemiesOf = ({ setup }: NexosPosition, hue: Hue): number =>
  HUES.reduce((bits, _, other) => (findSeat(setup, other) === findSeat(setup, hue) ? bits : bits | (1 << other)), 0);

function rateMove({ nets, holders }: NexosBoard, hue: Hue, enemies: number, placement: number): number {
  const { segments: own, touched } = findPlacement(placement);
  let worth = own.length * WORTH.segment;
  for (const point of touched) {
    const there = nets[point] ?? 0;
    if (((there >> hue) & 1) === 1) continue;
    if (!segmentsAt[point]?.some(segment => holders[segment] === 0 && !own.includes(segment))) continue;
    worth += WORTH.freeEnd + WORTH.centre * (closeness[point] ?? 0) + ((there & enemies) === 0 ? 0 : WORTH.contact);
  }
  return worth;
}

function listTopMoves(position: NexosPosition, limit: number): readonly RatedMove<NexosMove>[] {
  const { turn, placed } = position;
  if (turn === null) return [];
  const board = boardOf(placed);
  const enemies = enemiesOf(position, turn);
  const least = leastSizeOf(board, turn);
  const rated: { readonly placement: number; readonly worth: number; readonly size: number }[] = [];
  for (const placement of iterateLegal(board, turn)) {
    const size = findPlacement(placement).segments.length;
    rated.push({ placement, size, worth: rateMove(board, turn, enemies, placement) });
  }
  const large = rated.filter(({ size }) => size >= least);
  const sorted = (large.length === 0 ? rated : large).toSorted((a, b) => b.worth - a.worth);
  const best = sorted[0]?.worth ?? 0;
  return sorted
    .slice(0, limit)
    .map(({ placement, worth }) => ({ move: { placement }, prior: PRIOR.best - PRIOR.step * (best - worth) }));
}

/** The intersections one free segment away. */
function listNeighbours({ holders }: NexosBoard, point: Point): readonly Point[] {
  const free = segmentsAt[point]?.filter(segment => holders[segment] === 0) ?? [];
  return free.flatMap(segment => ends[segment]?.filter(end => end !== point) ?? []);
}

/** By intersection: the number of free segments between it and the net of a colour. */
function measureDistances(board: NexosBoard, hue: Hue): Uint8Array {
  const distances = new Uint8Array(allPoints.length).fill(FAR);
  const queue = allPoints.filter(point => (((board.nets[point] ?? 0) >> hue) & 1) === 1);
  for (const point of queue) distances[point] = 0;
  for (const point of queue) {
    const next = (distances[point] ?? 0) + 1;
    for (const end of listNeighbours(board, point)) {
      if ((distances[end] ?? 0) <= next) continue;
      distances[end] = next;
      queue.push(end);
    }
  }
  return distances;
}

/** No way leads there. */
const FAR = 99;
/** How much less a colour reaches a segment that is one segment further. */
const DECAY = 0.5;
/** A free segment that is all one side's is worth this many points. */
const TERRITORY = 0.7;
/** The points that make winning e times as likely as losing. */
const SCALE = 10;
const powers = Array.from({ length: FAR + 1 }, (_, distance) => (distance === FAR ? 0 : DECAY ** distance));

/** The expected score of the seat to move against the other one. null: there are more seats. */
function evaluate(position: NexosPosition): number | null {
  const { setup, placed, turn } = position;
  if (turn === null || findSeat(setup, 2) !== 0) return null;
  const board = boardOf(placed);
  const distances = HUES.map((_, hue) => measureDistances(board, hue));
  const seat = findSeat(setup, turn);
  const own = listHues(setup, seat);
  let margin = 0;
  for (const segment of segments) {
    if (board.holders[segment] !== 0) continue;
    const [first, second] = ends[segment] ?? [0, 0];
    let [ours, all] = [0, 0];
    distances.forEach((distance, hue) => {
      const near = powers[Math.min(distance[first] ?? FAR, distance[second] ?? FAR)] ?? 0;
      all += near;
      if (own.includes(hue)) ours += near;
    });
    if (all > 0) margin += (2 * ours) / all - 1;
  }
  const points = countPoints(placed);
  const lead = sumPoints(setup, points, seat) - sumPoints(setup, points, 1 - seat);
  return 1 / (1 + Math.exp(-(lead + TERRITORY * margin) / SCALE));
}

export const heuristic: Heuristic<NexosPosition, NexosMove> = { topMoves: listTopMoves, evaluate };
