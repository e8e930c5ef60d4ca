// Which stones of a plain stone game are worth a look: one that wins at once, and on boards with two edges to join those that improve the mover's current.
import type { Heuristic, RatedMove } from '#games/game.ts';
import {
  boardOf,
  cellsOf,
  EMPTY,
  EMPTY_LETTER,
  type PlaceMove,
  STONE,
  type StoneGame,
  type StonePosition,
} from '../stone-game.ts';
import { chanceAfterMove, evaluate, resistanceEvaluation } from './resistance.ts';
import { legalityOf } from '../legality.ts';

function topMoves(game: StoneGame, position: StonePosition, most: number): readonly RatedMove<PlaceMove>[] {
  // Where stones are captured, chains come and go by other moves than these.
  if (position.end !== null || !legalityOf(game, position).isFree) return [];
  const board = boardOf(game, position);
  const filling = board.fill(position.cells);
  const empties = cellsOf(position.cells, EMPTY_LETTER);
  const winning = empties.find(cell => {
    filling[cell] = STONE[position.turn];
    const won = board.completes(filling, cell);
    filling[cell] = EMPTY;
    return won;
  });
  if (winning !== undefined) return [{ move: { cell: winning }, prior: 1 }];
  const resistance = resistanceEvaluation(game, position);
  if (resistance === null) return [];
  return empties
    .map(cell => ({ move: { cell }, prior: chanceAfterMove(resistance.evaluation + resistance.gain(cell, 'own')) }))
    .sort((a, b) => b.prior - a.prior)
    .slice(0, most);
}

export const placeHeuristic = (game: StoneGame): Heuristic<StonePosition, PlaceMove> => ({
  topMoves: (position, most) => topMoves(game, position, most),
  evaluate: position => evaluate(game, position),
});
