// Which stones of a plain stone game are worth a look: one that wins at once, and on boards with two edges to join those that improve the mover's current.
import type { Insight, Promising } from '../game.ts';
import type { PlaceMove } from './place.ts';
import type { StoneGame, StonePosition } from './stones.ts';
import { chanceAfterMove, chanceOnMove, currentsOf } from './currents.ts';
import { lawOf } from './law.ts';
import { boardOf, cellsOf, EMPTY, EMPTY_LETTER, STONE } from './stones.ts';

function promising(game: StoneGame, position: StonePosition, most: number): readonly Promising<PlaceMove>[] {
  // Where stones are captured, chains come and go by other moves than these.
  if (position.end !== null || !lawOf(game, position).isFree) return [];
  const board = boardOf(game, position);
  const filling = board.fill(position.cells);
  const empties = cellsOf(position.cells, EMPTY_LETTER);
  const winning = empties.find(cell => {
    filling[cell] = STONE[position.turn];
    const won = board.completes(filling, cell);
    filling[cell] = EMPTY;
    return won;
  });
  if (winning !== undefined) return [{ move: { cell: winning }, promise: 1 }];
  const currents = currentsOf(game, position);
  if (currents === null) return [];
  return empties
    .map(cell => ({ move: { cell }, promise: chanceAfterMove(currents.lead + currents.gain(cell, 'own')) }))
    .sort((a, b) => b.promise - a.promise)
    .slice(0, most);
}

export const placeInsight = (game: StoneGame): Insight<StonePosition, PlaceMove> => ({
  promising: (position, most) => promising(game, position, most),
  estimate: position => {
    const currents = lawOf(game, position).isFree ? currentsOf(game, position) : null;
    return currents === null ? null : chanceOnMove(currents.lead);
  },
});
