// Heuristic for neutral-stone games: rates moves by the worth of their cells.
// The best moves have cells worth most to the mover, and least to the enemy.
import type { Heuristic, RatedMove } from '#games/game.ts';
import { chanceAfterMove } from '../heuristic/cell-evaluation.ts';
import { evaluate, evaluationOf } from '../heuristic/evaluation.ts';
import { materialOf, type NeutralMove } from './moves.ts';
import type { StoneGame, StonePosition } from '../stone-game.ts';
import { weighMoves } from './weighing.ts';

const BREADTH = { own: 12, neutral: 8, turned: 8, given: 3 } as const;

function topMoves(game: StoneGame, position: StonePosition, most: number): readonly RatedMove<NeutralMove>[] {
  const known = position.end === null ? evaluationOf(game, position) : null;
  if (known === null) return [];
  return weighMoves(known.gain, materialOf(game, position), BREADTH)
    .map(({ move, worth }) => ({ move, evaluation: known.evaluation + worth }))
    .sort((a, b) => b.evaluation - a.evaluation)
    .slice(0, most)
    .map(({ move, evaluation }) => ({ move, prior: chanceAfterMove(evaluation) }));
}

export const neutralHeuristic = (game: StoneGame): Heuristic<StonePosition, NeutralMove> => ({
  topMoves: (position, most) => topMoves(game, position, most),
  evaluate: position => evaluate(game, position),
});
