// The heuristic for neutral-stone games: rates a move by the gains of its cells.
import type { Heuristic, RatedMove } from '#games/game.ts';
import { estimateWinAfterMove } from '../heuristic/cell-evaluation.ts';
import { estimateWin, evaluateCells } from '../heuristic/evaluation.ts';
import { findMaterial, type NeutralMove } from './moves.ts';
import type { StoneGame, StonePosition } from '../stone-game.ts';
import { rateMoves } from './weighing.ts';

const BREADTH = { own: 12, neutral: 8, turned: 8, given: 3 } as const;

function listTopMoves(game: StoneGame, position: StonePosition, limit: number): readonly RatedMove<NeutralMove>[] {
  const evaluation = position.end === null ? evaluateCells(game, position) : null;
  if (evaluation === null) return [];
  return rateMoves(evaluation.gain, findMaterial(game, position), BREADTH)
    .map(({ move, logit }) => ({ move, evaluation: evaluation.evaluation + logit }))
    .sort((a, b) => b.evaluation - a.evaluation)
    .slice(0, limit)
    .map(({ move, evaluation }) => ({ move, prior: estimateWinAfterMove(evaluation) }));
}

export const createNeutralHeuristic = (game: StoneGame): Heuristic<StonePosition, NeutralMove> => ({
  topMoves: (position, limit) => listTopMoves(game, position, limit),
  evaluate: position => estimateWin(game, position),
  search: 'tree',
});
