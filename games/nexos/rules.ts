// The rules of Nexos: turns, placements, skipped colours, the end of the game and the ranks.
import type { Outcome, Seat, Setup } from '../game.ts';
import {
  boardOf,
  canPlace,
  countLegal,
  isLegal,
  legalFor,
  type NexosBoard,
  type Placed,
  findPlacement,
} from './board.ts';
import { type Hue, HUES, huesOf, nextHue, seatCount, seatOf } from './colours.ts';
import { assert } from '../kit/assert.ts';
import { tidyMoveText } from '../kit/move-text.ts';
import { PIECES } from './pieces.ts';

/** A seat that has given up, and how many pieces lay on the board when it did. */
interface Retired {
  readonly seat: Seat;
  readonly after: number;
}

/** Plain JSON. The placements are the position. All else is derived on demand, except whose turn it is. */
export interface NexosPosition {
  readonly setup: Setup;
  readonly placed: readonly Placed[];
  readonly retired: readonly Retired[];
  /** The colour after the last one, whether it can place or not. */
  readonly due: Hue;
  /** The next colour from there that can place; null when the game is over. */
  readonly turn: Hue | null;
  readonly end: 'blocked' | 'resigned' | null;
}

/** An index into `placements`. */
export interface NexosMove {
  readonly placement: number;
}

/** What a player writes for a colour that is skipped. */
export const PASS = 'pass';

const BONUS = 10;

const FULL_HAND = PIECES.length;

export const start = (setup: Setup): NexosPosition => ({
  setup,
  placed: [],
  retired: [],
  due: 0,
  turn: 0,
  end: null,
});

export const hasRetired = ({ setup, retired }: NexosPosition, hue: Hue): boolean =>
  retired.some(({ seat }) => seat === seatOf(setup, hue));

/** Blocked colours stay blocked: points only fill up, and a net grows only by its own colour. */
export const isBlocked = (position: NexosPosition, hue: Hue): boolean =>
  hasRetired(position, hue) || !canPlace(boardOf(position.placed), hue);

function turnFrom(position: NexosPosition, board: NexosBoard): Hue | null {
  const order = HUES.map((_, i) => (position.due + i) % HUES.length);
  return order.find(hue => !hasRetired(position, hue) && canPlace(board, hue)) ?? null;
}

/** The position with whose turn it is, or that it is over and why. */
function settled(position: NexosPosition, reason: 'blocked' | 'resigned'): NexosPosition {
  const staying = seatCount(position.setup) - position.retired.length;
  const turn = staying > 1 ? turnFrom(position, boardOf(position.placed)) : null;
  return { ...position, turn, end: turn === null ? reason : null };
}

export function play(position: NexosPosition, { placement }: NexosMove): NexosPosition {
  const { turn, placed } = position;
  assert(turn !== null, 'only a running game is played on');
  assert(isLegal(boardOf(placed), turn, placement), 'only legal moves are played');
  return settled({ ...position, placed: [...placed, { hue: turn, placement }], due: nextHue(turn) }, 'blocked');
}

export function retire(position: NexosPosition, seat: Seat): NexosPosition {
  assert(seat >= 0 && seat < seatCount(position.setup), 'only a seat of the game can be given up');
  if (position.end !== null || position.retired.some(gone => gone.seat === seat)) return position;
  return settled({ ...position, retired: [...position.retired, { seat, after: position.placed.length }] }, 'resigned');
}

/** `pass` says what the rules do by themselves: the colour that is due is skipped. Not accepted while that colour can place. */
export function parsePass(position: NexosPosition, text: string): NexosPosition | null {
  if (tidyMoveText(text) !== PASS || position.turn === position.due) return null;
  return { ...position, due: nextHue(position.due) };
}

export function* moves(position: NexosPosition): Generator<NexosMove> {
  if (position.turn === null) return;
  for (const placement of legalFor(boardOf(position.placed), position.turn)) yield { placement };
}

export const countMoves = ({ placed, turn }: NexosPosition): number =>
  turn === null ? 0 : countLegal(boardOf(placed), turn);

/** The points of each colour: a point a segment, and the bonus for a colour that has placed everything. */
export function scoresOf(placed: readonly Placed[]): readonly number[] {
  return HUES.map((_, hue) => {
    const own = placed.filter(each => each.hue === hue).map(({ placement }) => findPlacement(placement));
    return own.reduce((sum, { segments }) => sum + segments.length, own.length === FULL_HAND ? BONUS : 0);
  });
}

export const totalOf = (setup: Setup, scores: readonly number[], seat: Seat): number =>
  huesOf(setup, seat).reduce((sum, hue) => sum + (scores[hue] ?? 0), 0);

/** By points, and equal ones share. Players who gave up rank behind all others. */
function ranksOf({ setup, retired }: NexosPosition, scores: readonly number[]): number[] {
  const seats = Array.from({ length: seatCount(setup) }, (_, seat) => ({
    stayed: !retired.some(gone => gone.seat === seat),
    total: totalOf(setup, scores, seat),
  }));
  return seats.map(
    own => 1 + seats.filter(({ stayed, total }) => (stayed === own.stayed ? total > own.total : stayed)).length,
  );
}

/** The outcome of a position whose game ended in this way. */
export function outcomeWith(position: NexosPosition, reason: string, scores: readonly number[]): Outcome {
  return {
    ranks: ranksOf(position, scores),
    reason,
    scores: Object.fromEntries(HUES.map(({ name }, hue) => [name, scores[hue] ?? 0])),
  };
}

export function outcome(position: NexosPosition): Outcome | null {
  const { setup, end, placed } = position;
  if (end === null) return null;
  const reason = end === 'resigned' && seatCount(setup) > 2 ? 'others-resigned' : end;
  return outcomeWith(position, reason, scoresOf(placed));
}
