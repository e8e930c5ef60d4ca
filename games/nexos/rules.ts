// The rules of Nexos: turns, placements, skipped colours, the end of the game and the ranks.
import type { Outcome, Seat, Setup } from '../game.ts';
import { boardOf, canPlace, isLegal, iterateLegal, type NexosBoard, type Placed } from './board.ts';
import { type Hue, HUES, listHues, nextHue, countSeats, findSeat } from './lattice.ts';
import { assert } from '../kit/assert.ts';
import { tidyMoveText } from '../kit/move-text.ts';
import { PIECES, findPlacement } from './pieces.ts';

/** A seat that has given up, and the number of pieces on the board at that time. */
interface Retired {
  readonly seat: Seat;
  readonly after: number;
}

/** Plain JSON. The placements are the position. All else is derived on demand, except whose turn it is. */
export interface NexosPosition {
  readonly setup: Setup;
  readonly placed: readonly Placed[];
  readonly retired: readonly Retired[];
  /** The colour after the last one, even if it cannot place a piece. */
  readonly due: Hue;
  /** The colour to move: the first from `due` on that can place. null: the game is over. */
  readonly turn: Hue | null;
  readonly end: 'blocked' | 'resigned' | null;
}

/** The number of the placement. */
export interface NexosMove {
  readonly placement: number;
}

/** The text of a pass, for a colour that is skipped. */
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
  retired.some(({ seat }) => seat === findSeat(setup, hue));

/** Blocked colours stay blocked: points only fill up, and a net grows only by its own colour. */
export const isBlocked = (position: NexosPosition, hue: Hue): boolean =>
  hasRetired(position, hue) || !canPlace(boardOf(position.placed), hue);

function findTurn(position: NexosPosition, board: NexosBoard): Hue | null {
  const order = HUES.map((_, i) => (position.due + i) % HUES.length);
  return order.find(hue => !hasRetired(position, hue) && canPlace(board, hue)) ?? null;
}

/** Sets the colour to move, or the end of the game. */
function finishTurn(position: NexosPosition, reason: 'blocked' | 'resigned'): NexosPosition {
  const staying = countSeats(position.setup) - position.retired.length;
  const turn = staying > 1 ? findTurn(position, boardOf(position.placed)) : null;
  return { ...position, turn, end: turn === null ? reason : null };
}

export function play(position: NexosPosition, { placement }: NexosMove): NexosPosition {
  const { turn, placed } = position;
  assert(turn !== null, 'only a running game is played on');
  assert(isLegal(boardOf(placed), turn, placement), 'only legal moves are played');
  return finishTurn({ ...position, placed: [...placed, { hue: turn, placement }], due: nextHue(turn) }, 'blocked');
}

export function retire(position: NexosPosition, seat: Seat): NexosPosition {
  assert(seat >= 0 && seat < countSeats(position.setup), 'only a seat of the game can be given up');
  if (position.end !== null || position.retired.some(gone => gone.seat === seat)) return position;
  return finishTurn(
    { ...position, retired: [...position.retired, { seat, after: position.placed.length }] },
    'resigned',
  );
}

/** Parses a pass of the colour that the rules skip. null: the text is no pass, or the colour can place. */
export function parsePass(position: NexosPosition, text: string): NexosPosition | null {
  if (tidyMoveText(text) !== PASS || position.turn === position.due) return null;
  return { ...position, due: nextHue(position.due) };
}

export function* moves(position: NexosPosition): Generator<NexosMove> {
  if (position.turn === null) return;
  for (const placement of iterateLegal(boardOf(position.placed), position.turn)) yield { placement };
}

export function countMoves({ placed, turn }: NexosPosition): number {
  let count = 0;
  if (turn !== null) for (const _ of iterateLegal(boardOf(placed), turn)) count += 1;
  return count;
}

/** The points of each colour: one for each segment, and the bonus for placing all pieces. */
export function countPoints(placed: readonly Placed[]): readonly number[] {
  return HUES.map((_, hue) => {
    const own = placed.filter(each => each.hue === hue).map(({ placement }) => findPlacement(placement));
    return own.reduce((sum, { segments }) => sum + segments.length, own.length === FULL_HAND ? BONUS : 0);
  });
}

export const sumPoints = (setup: Setup, scores: readonly number[], seat: Seat): number =>
  listHues(setup, seat).reduce((sum, hue) => sum + (scores[hue] ?? 0), 0);

/** The outcome of a position whose game ended in this way. */
export function createOutcome(position: NexosPosition, reason: string, scores: readonly number[]): Outcome {
  // The ranks by points. Equal points share a rank. Players who gave up rank behind all others.
  const { setup, retired } = position;
  const seats = Array.from({ length: countSeats(setup) }, (_, seat) => ({
    stayed: !retired.some(gone => gone.seat === seat),
    total: sumPoints(setup, scores, seat),
  }));
  return {
    ranks: seats.map(
      own => 1 + seats.filter(({ stayed, total }) => (stayed === own.stayed ? total > own.total : stayed)).length,
    ),
    reason,
    scores: Object.fromEntries(HUES.map(({ name }, hue) => [name, scores[hue] ?? 0])),
  };
}

export function outcome(position: NexosPosition): Outcome | null {
  const { setup, end, placed } = position;
  if (end === null) return null;
  const reason = end === 'resigned' && countSeats(setup) > 2 ? 'others-resigned' : end;
  return createOutcome(position, reason, countPoints(placed));
}
