// The view of Hexafive for neural networks: a move is a stone, and maybe a captured stone.
import { type CellView, FEATURES } from '../kit/cell-view.ts';
import { selectHighest, ownersOf, readFeatures } from '../stones/cell-view.ts';
import { LETTERS } from './board.ts';
import { type Move, moves, type Position } from './rules.ts';

export const hexafiveCellView: CellView<Position, Move> = {
  newStates: ['own', 'empty'],
  featurePlanes: position => {
    const seen = readFeatures(position, LETTERS);
    if (position.ban !== null) seen[position.ban] = (seen[position.ban] ?? 0) | FEATURES.neutral;
    return seen;
  },
  cellChanges: (_, { cell, taken }) =>
    taken === null
      ? [[cell, 'own']]
      : [
          [cell, 'own'],
          [taken, 'empty'],
        ],
  rankMoves: (position, gain, most) =>
    selectHighest(
      Array.from(moves(position), move => ({
        move,
        logit: gain(move.cell, 'own') + (move.taken === null ? 0 : gain(move.taken, 'empty')),
      })),
      most,
    ),
  owners: ({ cells }) => ownersOf(cells, LETTERS),
};
