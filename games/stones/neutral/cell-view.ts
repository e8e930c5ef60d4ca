// The view of a neutral-stone game for neural networks.
import type { CellView, CellLogit, PolicyMove } from '#games/kit/cell-view.ts';
import { createCommonView, selectHighest } from '../cell-view.ts';
import { NEUTRAL_LETTER, type StoneGame, type StonePosition } from '../stone-game.ts';
import {
  createMoveTest,
  listChanges,
  findConventionMove,
  findMaterial,
  type NeutralMove,
  countRegularMoves,
} from './moves.ts';
import { type Breadth, rateMoves } from './weighing.ts';

/** These numbers of cells give up to 304 moves. */
const BREADTH: Breadth = { own: 16, neutral: 12, turned: 8, given: 4 };
/** Up to this number of moves, all are rated. */
const MAX_FULLY_RATED = 256;
const ALL: Breadth = { own: Infinity, neutral: Infinity, turned: Infinity, given: Infinity };

function rankMoves(
  game: StoneGame,
  position: StonePosition,
  cellLogit: CellLogit,
  limit: number,
): readonly PolicyMove<NeutralMove>[] {
  const material = findMaterial(game, position);
  const conventionMove = findConventionMove(position, material);
  if (conventionMove !== null) return [{ move: conventionMove, logit: cellLogit(conventionMove.cell, 'own') }];
  const { empties, neutrals, own } = material;
  const isLegal = createMoveTest(game, position);
  const rankLegal = (breadth: Breadth): readonly PolicyMove<NeutralMove>[] => {
    const legal: PolicyMove<NeutralMove>[] = [];
    for (const each of selectHighest(rateMoves(cellLogit, material, breadth), Infinity)) {
      if (legal.length === limit) break;
      if (isLegal(each.move)) legal.push(each);
    }
    return legal;
  };
  const isFew = countRegularMoves(empties.length, neutrals.length, own.length) <= MAX_FULLY_RATED;
  const found = isFew ? [] : rankLegal(BREADTH);
  // All moves of the best cells may be illegal by suicide.
  return found.length > 0 ? found : rankLegal(ALL);
}

export const createNeutralView = (game: StoneGame): CellView<StonePosition, NeutralMove> => ({
  ...createCommonView(game),
  newStates: ['own', 'neutral'],
  cellChanges: (position, move) =>
    listChanges(game, position, move).map(([cell, letter]) => [cell, letter === NEUTRAL_LETTER ? 'neutral' : 'own']),
  rankMoves: (position, cellLogit, limit) => rankMoves(game, position, cellLogit, limit),
});
