// Heuristic for plain stone games: rates stones by what each cell is worth to either side.
import type { Heuristic, RatedMove } from '#games/game.ts';
import { cellsOf, EMPTY_LETTER, type PlaceMove, type StoneGame, type StonePosition } from '../stone-game.ts';
import { evaluate, evaluationOf } from './evaluation.ts';
import { chanceAfterMove } from './cell-evaluation.ts';

function topMoves(game: StoneGame, position: StonePosition, most: number): readonly RatedMove<PlaceMove>[] {
  const known = position.end === null ? evaluationOf(game, position) : null;
  if (known === null) return [];
  return cellsOf(position.cells, EMPTY_LETTER)
    .map(cell => ({ move: { cell }, prior: chanceAfterMove(known.evaluation + known.gain(cell, 'own')) }))
    .sort((a, b) => b.prior - a.prior)
    .slice(0, most);
}

export const placeHeuristic = (game: StoneGame): Heuristic<StonePosition, PlaceMove> => ({
  topMoves: (position, most) => topMoves(game, position, most),
  evaluate: position => evaluate(game, position),
});
