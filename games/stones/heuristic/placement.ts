// The heuristic for plain stone games: rates a move by the gain of its cell.
import type { Heuristic } from '#games/game.ts';
import { listCells, EMPTY_LETTER, type PlaceMove, type StoneGame, type StonePosition } from '../stone-game.ts';
import { estimateWin, evaluateCells } from './evaluation.ts';
import { estimateWinAfterMove } from './cell-evaluation.ts';

export const createPlaceHeuristic = (game: StoneGame): Heuristic<StonePosition, PlaceMove> => ({
  topMoves: (position, limit) => {
    const evaluation = position.end === null ? evaluateCells(game, position) : null;
    if (evaluation === null) return [];
    return listCells(position.cells, EMPTY_LETTER)
      .map(cell => ({
        move: { cell },
        prior: estimateWinAfterMove(evaluation.evaluation + evaluation.gain(cell, 'own')),
      }))
      .sort((a, b) => b.prior - a.prior)
      .slice(0, limit);
  },
  evaluate: position => estimateWin(game, position),
  search: 'tree',
});
