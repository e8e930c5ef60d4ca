// Ends a turn of a stone game: detects a win, a side without moves, and a resignation.
import type { Outcome, Seat } from '../game.ts';
import {
  boardOf,
  type Cell,
  EMPTY,
  EMPTY_LETTER,
  type End,
  NEUTRAL_LETTER,
  otherSide,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from './stone-game.ts';
import { assert } from '../kit/assert.ts';
import { changeCells, type CellChange, createLegality } from './legality.ts';

export function outcomeOf(end: End | null): Outcome | null {
  if (end === null) return null;
  const ranks = end.winner === null ? [1, 1] : end.winner === 0 ? [1, 2] : [2, 1];
  return { ranks, reason: end.reason, scores: null };
}

/** The facts of a turn that decide whether the game is over. */
interface Turn {
  /** The stones that the mover has just placed. null: the position was set up, and the whole board is checked. */
  readonly placed: readonly Cell[] | null;
  /** Whether the side to move has a legal move. */
  readonly hasMove: (position: StonePosition) => boolean;
}

function findWinner(game: StoneGame, position: StonePosition, placed: Turn['placed']): StoneSide | null {
  const board = boardOf(game, position);
  const filling = board.fill(position.cells);
  // Only the mover can win by a move. In a set-up position with two winners, the side that moved last has won.
  if (placed === null)
    return [otherSide(position.turn), position.turn].find(side => board.hasWon(filling, side)) ?? null;
  // Each stone is checked with only the earlier ones on the board.
  const stones = placed.map(cell => filling[cell] ?? EMPTY);
  for (const cell of placed) filling[cell] = EMPTY;
  const wins = placed.some((cell, i) => {
    filling[cell] = stones[i] ?? EMPTY;
    return board.completes(filling, cell);
  });
  return wins ? position.turn : null;
}

function endWithoutMove(game: StoneGame, position: StonePosition): End {
  if (game.noMoveResult === 'loss') return { winner: otherSide(position.turn), reason: 'no-move' };
  const isFull = !position.cells.includes(EMPTY_LETTER) && !position.cells.includes(NEUTRAL_LETTER);
  return { winner: null, reason: isFull ? game.fullReason : 'no-move' };
}

/** Passes the turn to the other side (unless the position was set up), and detects the end of the game. */
export function finishTurn(game: StoneGame, position: StonePosition, { placed, hasMove }: Turn): StonePosition {
  const winner = findWinner(game, position, placed);
  const next = placed === null ? position : { ...position, turn: otherSide(position.turn) };
  if (winner !== null) return { ...next, end: { winner, reason: game.winReason } };
  return hasMove(next) ? next : { ...next, end: endWithoutMove(game, next) };
}

/** The position after the mover has changed these cells. Throws if that is illegal. */
export function applyChanges(
  game: StoneGame,
  position: StonePosition,
  changes: readonly CellChange[],
  hasMove: Turn['hasMove'],
): StonePosition {
  const captured = createLegality(game, position).findCaptures(changes);
  assert(captured.ok, 'only what is legal is played');
  const cells = changeCells(position.cells, changes, captured.value);
  const last = [...changes.map(([cell]) => cell), ...captured.value];
  const own = game.sides[position.turn].letter;
  const placed = changes.filter(([, letter]) => letter === own).map(([cell]) => cell);
  const seen = position.seen.length === 0 ? position.seen : [...position.seen, cells];
  return finishTurn(game, { ...position, cells, last, seen }, { placed, hasMove });
}

/** Ends a game of two sides by a resignation. A finished game does not change. */
export function retireColour<Position extends Pick<StonePosition, 'end'>>(position: Position, seat: Seat): Position {
  assert(seat === 0 || seat === 1, 'a stone game has two seats');
  return position.end === null ? { ...position, end: { winner: otherSide(seat), reason: 'resigned' } } : position;
}
