// Hexafive cell by cell, for players that learn: a move is a stone, and maybe a captured stone.
import { type CellView, SEEN } from '../kit/cell-view.ts';
import { selectHeaviest, holdersOf, lookAt } from '../stones/cell-view.ts';
import { LETTERS } from './board.ts';
import { type Move, moves, type Position } from './rules.ts';

export const cellView: CellView<Position, Move> = {
  becomes: ['own', 'empty'],
  look: position => {
    const seen = lookAt(position, LETTERS);
    if (position.ban !== null) seen[position.ban] = (seen[position.ban] ?? 0) | SEEN.neutral;
    return seen;
  },
  choices: (_, { cell, taken }) =>
    taken === null
      ? [[cell, 'own']]
      : [
          [cell, 'own'],
          [taken, 'empty'],
        ],
  weigh: (position, gain, most) =>
    selectHeaviest(
      Array.from(moves(position), move => ({
        move,
        worth: gain(move.cell, 'own') + (move.taken === null ? 0 : gain(move.taken, 'empty')),
      })),
      most,
    ),
  owners: ({ cells }) => holdersOf(cells, LETTERS),
};
