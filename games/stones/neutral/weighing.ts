// Rates the moves of a neutral-stone game by their cells. Only the best cells are combined.
import type { NewCellState, CellLogit, PolicyMove } from '#games/kit/cell-view.ts';
import type { Cell } from '../stone-game.ts';
import type { Material, NeutralMove } from './moves.ts';

/** The numbers of cells tried for the own stone, the neutral stone, the neutrals to convert, and the stone to give. */
export interface Breadth {
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

const createConversion = (a: Cell, b: Cell, given: Cell): NeutralMove => ({
  kind: 'convert',
  first: Math.min(a, b),
  second: Math.max(a, b),
  given,
});

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
        move: createConversion(a.cell, b.cell, given.cell),
        logit: a.gain + b.gain + given.gain,
      })),
    ),
  );
}

/** Rates placements, then conversions. Moves by Neto's conventions are not included. */
export const rateMoves = (cellLogit: CellLogit, material: Material, breadth: Breadth): PolicyMove<NeutralMove>[] => [
  ...ratePlacements(cellLogit, material.empties, breadth),
  ...rateConversions(cellLogit, material, breadth),
];
