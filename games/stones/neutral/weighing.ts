// Weighs the moves of a neutral-stone game by their cells. Only the best cells are combined.
import type { Becomes, Gain, WeighedMove } from '#games/kit/cell-view.ts';
import type { Cell } from '../stone-game.ts';
import type { Material, NeutralMove } from './moves.ts';

/** How many cells are tried for the own stone, the neutral, the neutrals to turn, the stone to give. */
export interface Breadth {
  readonly own: number;
  readonly neutral: number;
  readonly turned: number;
  readonly given: number;
}

/** A cell and the worth of its change to the mover. */
interface Worth {
  readonly cell: Cell;
  readonly gain: number;
}

const best = (cells: readonly Cell[], gain: Gain, becomes: Becomes, most: number): Worth[] =>
  cells
    .map(cell => ({ cell, gain: gain(cell, becomes) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, most);

function placements(gain: Gain, empties: readonly Cell[], breadth: Breadth): WeighedMove<NeutralMove>[] {
  const owns = best(empties, gain, 'own', breadth.own);
  const neutrals = best(empties, gain, 'neutral', breadth.neutral);
  return owns.flatMap(own =>
    neutrals
      .filter(neutral => neutral.cell !== own.cell)
      .map(neutral => ({
        move: { kind: 'place', own: own.cell, neutral: neutral.cell } as const,
        worth: own.gain + neutral.gain,
      })),
  );
}

const converting = (a: Cell, b: Cell, given: Cell): NeutralMove => ({
  kind: 'convert',
  first: Math.min(a, b),
  second: Math.max(a, b),
  given,
});

function conversions(gain: Gain, { neutrals, own }: Material, breadth: Breadth): WeighedMove<NeutralMove>[] {
  const turned = best(neutrals, gain, 'own', breadth.turned);
  const spared = best(own, gain, 'neutral', breadth.given);
  return turned.flatMap((a, i) =>
    turned.slice(i + 1).flatMap(b =>
      spared.map(given => ({
        move: converting(a.cell, b.cell, given.cell),
        worth: a.gain + b.gain + given.gain,
      })),
    ),
  );
}

/** Placements, then conversions; the moves of Neto's conventions are none of them. */
export const weighMoves = (gain: Gain, material: Material, breadth: Breadth): WeighedMove<NeutralMove>[] => [
  ...placements(gain, material.empties, breadth),
  ...conversions(gain, material, breadth),
];
