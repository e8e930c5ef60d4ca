// The heuristic for Nexos: large pieces first, towards the middle, free lines and nets of others.
import type { Heuristic, Outcome, RatedMove, Seat } from '../game.ts';
import { must } from '../kit/assert.ts';
import { type NexosBoard, boardOf, iterateLegal, listPlaceable } from './board.ts';
import {
  HUES,
  type Hue,
  type Point,
  SIDE_POINTS,
  allPoints,
  columnOf,
  endsOf,
  findSeat,
  isSegment,
  kindOf,
  listHues,
  listSegmentsAt,
  rowOf,
} from './lattice.ts';
import { MAX_CLAIMS, PIECES, findPlacement } from './pieces.ts';
import { type NexosMove, type NexosPosition, countPoints, hasRetired, moves, outcome, play } from './rules.ts';

// Only a placement that ends the game can win at once, so a quick test excludes most positions.

/**
 * Whether no placement can end the game. Counts legal placements that share no point. A placement makes at most one of them impossible
 * for each point that it claims, and those of its own piece.
 */
function hasRoom(position: NexosPosition, mover: Hue): boolean {
  const board = boardOf(position.placed);
  const claimed = new Set<number>();
  const pieces = new Set<number>();
  let separateCount = 0;
  for (const hue of HUES.keys()) {
    if (hasRetired(position, hue)) continue;
    for (const placement of iterateLegal(board, hue)) {
      const { claims, piece } = findPlacement(placement);
      if (claims.some(point => claimed.has(point)) || (hue === mover && pieces.has(piece))) continue;
      for (const point of claims) claimed.add(point);
      if (hue === mover) pieces.add(piece);
      separateCount += 1;
      if (separateCount > MAX_CLAIMS + 1) return true;
    }
  }
  return false;
}

const seatToMove = (position: NexosPosition): Seat =>
  findSeat(position.setup, must(position.turn, 'the game is not over'));

const isFirstAlone = ({ ranks }: Outcome, seat: Seat): boolean =>
  ranks[seat] === 1 && ranks.every((rank, other) => other === seat || rank > 1);

export function findWinningMove(position: NexosPosition): NexosMove | null {
  if (position.turn === null || hasRoom(position, position.turn)) return null;
  const seat = seatToMove(position);
  for (const move of moves(position)) {
    const end = outcome(play(position, move));
    if (end !== null && isFirstAlone(end, seat)) return move;
  }
  return null;
}

export const losesAtOnce =
  (position: NexosPosition) =>
  (move: NexosMove): boolean => {
    const seat = seatToMove(position);
    const after = play(position, move);
    const end = outcome(after);
    if (end !== null) return end.ranks[seat] === end.ranks.length;
    return seatToMove(after) !== seat && findWinningMove(after) !== null;
  };

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
const segmentEnds = allPoints.filter(isSegment).map(segment => {
  const [first, second] = endsOf(segment);
  return { segment, first, second };
});
const segmentsAt: readonly (readonly Point[])[] = allPoints.map(point =>
  kindOf(point) === 'intersection' ? listSegmentsAt(point) : [],
);
/** By intersection: the segments there, and their other ends. */
const links = segmentsAt.map((around, point) =>
  around.map(segment => ({
    segment,
    end: must(
      endsOf(segment).find(end => end !== point),
      'a segment has two ends',
    ),
  })),
);

const countBits = (bits: number): number => (bits === 0 ? 0 : (bits & 1) + countBits(bits >>> 1));

function leastSizeOf(board: NexosBoard, hue: Hue): number {
  const placed = countBits(board.used[hue] ?? 0);
  return LEAST_SIZES.find(({ before }) => placed < before)?.size ?? 1;
}

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
  // The colours of the other seats, as bits.
  const enemies = HUES.reduce(
    (bits, _, other) =>
      findSeat(position.setup, other) === findSeat(position.setup, turn) ? bits : bits | (1 << other),
    0,
  );
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

/** By intersection: the number of free segments between it and the net of a colour. */
function measureDistances(board: NexosBoard, hue: Hue): Uint8Array {
  const distances = new Uint8Array(allPoints.length).fill(FAR);
  const queue = allPoints.filter(point => (((board.nets[point] ?? 0) >> hue) & 1) === 1);
  for (const point of queue) distances[point] = 0;
  for (const point of queue) {
    const next = (distances[point] ?? 0) + 1;
    for (const { segment, end } of links[point] ?? []) {
      if (board.holders[segment] !== 0 || (distances[end] ?? 0) <= next) continue;
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
/**
 * The points that a side expects from the rest of a game, by the pieces on the board: for a free segment that is all its own, for a
 * segment of a piece in hand that still fits, and for the right to move. `scale`: the points that make winning e times as likely as losing.
 * Fitted to the results of games, but for the weight of territory, which is the one that plays best (decision 058).
 */
const PHASES = [
  { placed: 0, territory: 0.05, hand: 0, tempo: 3.4, scale: 15 },
  { placed: 16, territory: 0.46, hand: 0, tempo: 3.4, scale: 15 },
  { placed: 40, territory: 0.46, hand: 0, tempo: 3.4, scale: 7 },
  { placed: 56, territory: 0.54, hand: 0.24, tempo: 2.3, scale: 3.4 },
  { placed: 70, territory: 0.46, hand: 0.3, tempo: 0.6, scale: 1.7 },
] as const;
type Phase = Readonly<Record<keyof (typeof PHASES)[number], number>>;

/** The phase by the number of placed pieces, between two of the list. */
function findPhase(placed: number): Phase {
  const next = PHASES.findIndex(phase => phase.placed > placed);
  const [from, to] = [
    PHASES[Math.max(0, (next < 0 ? PHASES.length : next) - 1)] ?? PHASES[0],
    PHASES.at(next) ?? PHASES[0],
  ];
  const share = to.placed === from.placed ? 0 : (placed - from.placed) / (to.placed - from.placed);
  const mix = (name: keyof Phase): number => from[name] + share * (to[name] - from[name]);
  return { placed, territory: mix('territory'), hand: mix('hand'), tempo: mix('tempo'), scale: mix('scale') };
}
const powers = Array.from({ length: FAR + 1 }, (_, distance) => (distance === FAR ? 0 : DECAY ** distance));

/** Sums a number of each colour, those of the other side with a minus. */
const sumSides = (numbers: readonly number[], own: readonly Hue[]): number =>
  numbers.reduce((sum, number, hue) => sum + (own.includes(hue) ? number : -number), 0);

/** The free segments that the own colours reach sooner, less those of the others. A segment that several reach counts in part. */
function measureTerritory(board: NexosBoard, own: readonly Hue[]): number {
  const distances = HUES.map((_, hue) => measureDistances(board, hue));
  const isOwn = HUES.map((_, hue) => own.includes(hue));
  let territory = 0;
  for (const { segment, first, second } of segmentEnds) {
    if (board.holders[segment] !== 0) continue;
    let [ours, theirs] = [0, 0];
    for (let hue = 0; hue < distances.length; hue++) {
      const near = powers[Math.min(distances[hue]?.[first] ?? FAR, distances[hue]?.[second] ?? FAR)] ?? 0;
      if (isOwn[hue] === true) ours += near;
      else theirs += near;
    }
    if (ours + theirs > 0) territory += (ours - theirs) / (ours + theirs);
  }
  return territory;
}

/** No lead is certain, and of two large leads the larger one is valued higher. */
const MAX_LOGIT = 8;

/** The expected score of the seat to move against the other one. null: there are more seats. */
function evaluate(position: NexosPosition): number | null {
  const { setup, placed, turn } = position;
  if (turn === null || findSeat(setup, 2) !== 0) return null;
  const board = boardOf(placed);
  const seat = findSeat(setup, turn);
  const own = listHues(setup, seat);
  const lead = sumSides(countPoints(placed), own);
  const phase = findPhase(placed.length);
  // The segments of the pieces that a colour can still place.
  const hand = phase.hand === 0 ? 0 : sumSides(HUES.map((_, hue) => listPlaceable(board, hue).reduce((sum, piece) => sum + (PIECES[piece]?.middles.length ?? 0), 0)), own); // prettier-ignore
  const expected = lead + phase.territory * measureTerritory(board, own) + phase.hand * hand + phase.tempo;
  const logit = MAX_LOGIT * Math.tanh(expected / phase.scale / MAX_LOGIT);
  return 1 / (1 + Math.exp(-logit));
}

export const heuristic: Heuristic<NexosPosition, NexosMove> = { topMoves: listTopMoves, evaluate, search: 'one move' };
