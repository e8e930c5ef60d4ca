// Rates the moves of a neutral-stone game by their cells, for searches and neural networks.
import type { Heuristic } from '#games/game.ts';
import type { CellLogit, CellView, NewCellState, PolicyMove } from '#games/kit/cell-view.ts';
import { contentAfter } from '../legality.ts';
import { createCommonView, selectHighest } from '../cell-view.ts';
import { createHeuristic } from '../heuristic/evaluation.ts';
import { type Cell, type Material, NEUTRAL, findMaterial, type StoneGame, type StonePosition } from '../stone-game.ts';
import { type NeutralMove, countRegularMoves, createMoveTest, findConventionMove, cellsOf } from './moves.ts';

const BREADTH = { own: 12, neutral: 8, turned: 8, given: 3 } as const;

/** The heuristic for neutral-stone games: rates a move by the gains of its cells. */
export const createNeutralHeuristic = (game: StoneGame): Heuristic<StonePosition, NeutralMove> =>
  createHeuristic(game, (position, gain) => rateMoves(gain, findMaterial(game, position), BREADTH));

/** The numbers of cells tried for the own stone, the neutral stone, the neutrals to convert, and the stone to give. */
interface Breadth {
  readonly own: number;
  readonly neutral: number;
  readonly turned: number;
  readonly given: number;
}

const selectCells = (cells: readonly Cell[], cellLogit: CellLogit, becomes: NewCellState, limit: number) =>
  cells
    .map(cell => ({ cell, gain: cellLogit(cell, becomes) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, limit);

function ratePlacements(cellLogit: CellLogit, empties: readonly Cell[], breadth: Breadth): PolicyMove<NeutralMove>[] {
  const owns = selectCells(empties, cellLogit, 'own', breadth.own);
  const neutrals = selectCells(empties, cellLogit, 'neutral', breadth.neutral);
  return owns.flatMap(own =>
    neutrals
      .filter(neutral => neutral.cell !== own.cell)
      .map(neutral => ({
        move: { kind: 'place', own: own.cell, neutral: neutral.cell } as const,
        logit: own.gain + neutral.gain,
      })),
  );
}

function rateConversions(
  cellLogit: CellLogit,
  { neutrals, own }: Material,
  breadth: Breadth,
): PolicyMove<NeutralMove>[] {
  const convertible = selectCells(neutrals, cellLogit, 'own', breadth.turned);
  const givable = selectCells(own, cellLogit, 'neutral', breadth.given);
  return convertible.flatMap((a, i) =>
    convertible.slice(i + 1).flatMap(b =>
      givable.map(given => ({
        move: {
          kind: 'convert',
          first: Math.min(a.cell, b.cell),
          second: Math.max(a.cell, b.cell),
          given: given.cell,
        },
        logit: a.gain + b.gain + given.gain,
      })),
    ),
  );
}

/** Rates placements, then conversions. Moves by Neto's conventions are not included. */
const rateMoves = (cellLogit: CellLogit, material: Material, breadth: Breadth): PolicyMove<NeutralMove>[] => [
  ...ratePlacements(cellLogit, material.empties, breadth),
  ...rateConversions(cellLogit, material, breadth),
];

/** These numbers of cells give up to 304 moves. */
const VIEW_BREADTH: Breadth = { own: 16, neutral: 12, turned: 8, given: 4 };
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
  const found = isFew ? [] : rankLegal(VIEW_BREADTH);
  // All moves of the best cells may be illegal by suicide.
  return found.length > 0 ? found : rankLegal(ALL);
}

export const createNeutralView = (game: StoneGame): CellView<StonePosition, NeutralMove> => ({
  ...createCommonView(game),
  newStates: ['own', 'neutral'],
  cellChanges: ({ turn }, move) =>
    cellsOf(move).map((cell, i, cells) => [cell, contentAfter(cells, i, turn) === NEUTRAL ? 'neutral' : 'own']),
  rankMoves: (position, cellLogit, limit) => rankMoves(game, position, cellLogit, limit),
});
