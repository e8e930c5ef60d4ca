// Evaluates a position by the kind of its goal: lines to fill, or edges to join.
import { boardOf, STONE, type StoneBoard, type StoneGame, type StonePosition } from '../stone-game.ts';
import { type CellEvaluation, estimateWinOnMove } from './cell-evaluation.ts';
import { createLegality } from '../legality.ts';
import { evaluateLines, type LineNet, createLineNet } from './lines.ts';
import { memoize } from '#games/kit/remember.ts';
import { evaluateResistance } from './resistance.ts';
import { evaluateTriangle } from './triangle.ts';

/** The lines of a board; none where lines are not its goal. */
export const lineNetOf = memoize(({ goal, names }: StoneBoard): LineNet =>
  createLineNet(goal?.kind === 'lines' ? goal.lines : [], names.length),
);

/** Evaluates a position. null: there is no evaluation for this goal, or for games with captures. */
export function evaluateCells(game: StoneGame, position: StonePosition): CellEvaluation | null {
  if (!createLegality(game, position).isFree) return null;
  const board = boardOf(game, position);
  const stone = STONE[position.turn];
  switch (board.goal?.kind) {
    case 'edges':
      return evaluateResistance(game, position);
    case 'triangle':
      return evaluateTriangle(board.fill(position.cells), board.rows.length, stone);
    case 'lines':
      return evaluateLines(lineNetOf(board), board.fill(position.cells), stone);
    case undefined:
      return null;
  }
}

/** The win probability of the side to move. null: there is no estimate. */
export function estimateWin(game: StoneGame, position: StonePosition): number | null {
  const evaluation = evaluateCells(game, position);
  return evaluation && (evaluation.decidedProbability() ?? estimateWinOnMove(evaluation.evaluation));
}
