// The heuristic for Hexafive: rates moves and positions by the lines of five still possible.
import type { Heuristic, RatedMove } from '../game.ts';
import { memoize } from '../kit/remember.ts';
import { createAnswerTest } from '../stones/foresight.ts';
import { type CellEvaluation, estimateWinAfterMove, estimateWinOnMove } from '../stones/heuristic/cell-evaluation.ts';
import { type LineNet, createLineNet, evaluateLines } from '../stones/heuristic/lines.ts';
import { EMPTY, STONE } from '../stones/stone-game.ts';
import { AXES, type HexafiveBoard, type Slot, boardOf, slotOf } from './board.ts';
import { type Move, type Position, WIN_LENGTH, isInFive, moves, play } from './rules.ts';

/** Finds moves that win at once, and moves that lose at once, in Hexafive. */
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

/** Lists every five slots in a row. */
function listLines({ slots, steps, fill }: HexafiveBoard): Slot[][] {
  const empty = fill('');
  return steps
    .slice(0, AXES)
    .flatMap(step =>
      [...slots]
        .map(slot => Array.from({ length: WIN_LENGTH }, (_, i) => slot + i * step))
        .filter(line => line.every(slot => empty[slot] === EMPTY)),
    );
}

/** The lines of five of a board, by slots. */
export const lineNetOf = memoize((board: HexafiveBoard): LineNet =>
  createLineNet(listLines(board), board.cells.length),
);

function evaluateCells({ setup, cells, turn }: Position): CellEvaluation {
  const board = boardOf(setup);
  return evaluateLines(lineNetOf(board), board.fill(cells), STONE[turn]);
}

function listTopMoves(position: Position, most: number): readonly RatedMove<Move>[] {
  const board = boardOf(position.setup);
  const { evaluation, gain } = evaluateCells(position);
  return [...moves(position)]
    .map(move => {
      const placed = gain(slotOf(board, move.cell), 'own');
      const taken = move.taken === null ? 0 : gain(slotOf(board, move.taken), 'empty');
      return { move, prior: estimateWinAfterMove(evaluation + placed + taken) };
    })
    .sort((a, b) => b.prior - a.prior)
    .slice(0, most);
}

export const heuristic: Heuristic<Position, Move> = {
  topMoves: listTopMoves,
  evaluate: position => {
    const known = evaluateCells(position);
    return known.decidedProbability() ?? estimateWinOnMove(known.evaluation);
  },
  search: 'tree',
};
