// Ends a stone game, plain or neutral: a finished goal, no move left, or a player who gives up.
import type { Outcome, Seat } from '../game.ts';
import {
  boardOf,
  type Cell,
  EMPTY,
  EMPTY_LETTER,
  type End,
  NEUTRAL_LETTER,
  other,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from './stone-game.ts';
import { assert } from '../kit/assert.ts';
import { afterChanges, type CellChange, legalityOf } from './legality.ts';

export function outcomeOf(end: End | null): Outcome | null {
  if (end === null) return null;
  const ranks = end.winner === null ? [1, 1] : end.winner === 0 ? [1, 2] : [2, 1];
  return { ranks, reason: end.reason, scores: null };
}

/** What was done to reach a position, as far as its end depends on it. */
interface Turn {
  /** The stones the side to move has just placed. null: the position was set up, no stone was just placed, and the whole board is checked. */
  readonly placed: readonly Cell[] | null;
  /** Has the side to move any legal move? */
  readonly goesOn: (position: StonePosition) => boolean;
}

function winnerOf(game: StoneGame, position: StonePosition, placed: Turn['placed']): StoneSide | null {
  const board = boardOf(game, position);
  const filling = board.fill(position.cells);
  // Only the mover can win by a move: it makes no enemy stone. In a set-up position with two winners, the side that moved last has won.
  if (placed === null) return [other(position.turn), position.turn].find(side => board.wins(filling, side)) ?? null;
  // One after the other: a stone is asked what it completes with only the earlier ones in place.
  const stones = placed.map(cell => filling[cell] ?? EMPTY);
  for (const cell of placed) filling[cell] = EMPTY;
  const wins = placed.some((cell, i) => {
    filling[cell] = stones[i] ?? EMPTY;
    return board.completes(filling, cell);
  });
  return wins ? position.turn : null;
}

function stuckEnd(game: StoneGame, position: StonePosition): End {
  if (game.stuck === 'loss') return { winner: other(position.turn), reason: 'no-move' };
  const isFull = !position.cells.includes(EMPTY_LETTER) && !position.cells.includes(NEUTRAL_LETTER);
  return { winner: null, reason: isFull ? game.full : 'no-move' };
}

/** The position after the stones are on the board: turn passed on (unless it was set up), and whether that was the end. */
export function finishTurn(game: StoneGame, position: StonePosition, { placed, goesOn }: Turn): StonePosition {
  const winner = winnerOf(game, position, placed);
  const next = placed === null ? position : { ...position, turn: other(position.turn) };
  if (winner !== null) return { ...next, end: { winner, reason: game.reason } };
  return goesOn(next) ? next : { ...next, end: stuckEnd(game, next) };
}

/** The position after the mover has changed these cells; asserts that it is legal. */
export function applyChanges(
  game: StoneGame,
  position: StonePosition,
  changes: readonly CellChange[],
  goesOn: Turn['goesOn'],
): StonePosition {
  const captured = legalityOf(game, position).captured(changes);
  assert(captured.ok, 'only what is legal is played');
  const cells = afterChanges(position.cells, changes, captured.value);
  const last = [...changes.map(([cell]) => cell), ...captured.value];
  const own = game.sides[position.turn].letter;
  const placed = changes.filter(([, letter]) => letter === own).map(([cell]) => cell);
  const seen = position.seen.length === 0 ? position.seen : [...position.seen, cells];
  return finishTurn(game, { ...position, cells, last, seen }, { placed, goesOn });
}

/** Giving up ends a game of two; after the end nothing changes. */
export function retireColour<Position extends Pick<StonePosition, 'end'>>(position: Position, seat: Seat): Position {
  assert(seat === 0 || seat === 1, 'a stone game has two seats');
  return position.end === null ? { ...position, end: { winner: other(seat), reason: 'resigned' } } : position;
}
