// Evaluates a position by the kind of its goal, and rates moves by the gain of their cells.
import type { Heuristic } from '#games/game.ts';
import { boardOf, STONE, type StoneBoard, type StoneGame, type StonePosition } from '../stone-game.ts';
import type { PolicyMove } from '#games/kit/cell-view.ts';
import { type CellEvaluation, estimateWinAfterMove, estimateWinOnMove } from './cell-evaluation.ts';
import { createLegality } from '../legality.ts';
import { evaluateLines, type LineNet, createLineNet } from './lines.ts';
import { memoize } from '#games/kit/remember.ts';
import { evaluateResistance } from './resistance.ts';
import { evaluateTriangle } from './triangle.ts';

/** The lines of a board. Empty if lines are not its goal. */
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

/** Creates the heuristic of a stone game. `rateMoves`: the moves with the sums of the gains of their cells. */
export const createHeuristic = <Move>(
  game: StoneGame,
  rateMoves: (position: StonePosition, gain: CellEvaluation['gain']) => readonly PolicyMove<Move>[],
): Heuristic<StonePosition, Move> => ({
  topMoves: (position, limit) => {
    const found = position.end === null ? evaluateCells(game, position) : null;
    if (found === null) return [];
    return rateMoves(position, found.gain)
      .map(({ move, logit }) => ({ move, evaluation: found.evaluation + logit }))
      .sort((a, b) => b.evaluation - a.evaluation)
      .slice(0, limit)
      .map(({ move, evaluation }) => ({ move, prior: estimateWinAfterMove(evaluation) }));
  },
  evaluate: position => estimateWin(game, position),
  search: 'tree',
});
