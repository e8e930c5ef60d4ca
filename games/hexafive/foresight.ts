// Finds moves that win at once, and moves that lose at once, in Hexafive.
import { boardOf, slotOf } from './board.ts';
import { isInFive, type Move, moves, play, type Position } from './rules.ts';
import { EMPTY, STONE } from '../stones/stone-game.ts';
import { createAnswerTest } from '../stones/foresight.ts';

export function findWinningMove(position: Position): Move | null {
  const board = boardOf(position.setup);
  const grid = board.fill(position.cells);
  for (const move of moves(position)) {
    const slot = slotOf(board, move.cell);
    grid[slot] = STONE[position.turn];
    const isFive = isInFive(grid, slot, board.steps);
    grid[slot] = EMPTY;
    if (isFive) return move;
  }
  return null;
}

export const losesAtOnce = createAnswerTest(play, findWinningMove);
