// The stages of the Nex problems by name: what each computes. They know nothing of each other, so that one can be run alone.
import { evaluated, type Evaluation, sampleSets } from './evaluation.ts';
import { type Agreement, agreement, type ResistanceMap, resistanceMap } from './resistance-map.ts';
import { type Harm, harms } from './changes.ts';
import { examined, type Example } from './example.ts';
import { chen, type Estimate, knuth } from './estimates.ts';
import { branching, type RandomGames, randomGames } from './games.ts';
import { type OneStone, oneStoneAnswers } from './one-stone.ts';
import { type OpeningMap, openingMap } from './openings.ts';
import { type Convention, CONVENTIONS } from './positions.ts';
import { type Tree, treeOf } from './tree.ts';
import { type BoardValue, boardValues } from './values.ts';
import { countedTree } from './counted-tree.ts';

export interface Trees {
  readonly trees: readonly Tree[];
  readonly estimates: readonly Estimate[];
  readonly games: readonly RandomGames[];
  readonly plies: readonly number[];
  readonly branching: readonly { readonly size: string; readonly moves: readonly (number | null)[] }[];
}

/** What all stages have found. */
export interface Found {
  readonly tree: Trees;
  readonly openings: readonly OpeningMap[];
  readonly currents: { readonly maps: readonly ResistanceMap[]; readonly agreements: readonly Agreement[] };
  readonly 'one-stone': readonly OneStone[];
  readonly evaluation: Evaluation;
  readonly changes: readonly Harm[];
  readonly values: readonly BoardValue[];
  readonly example: Example;
}

export interface Run {
  /** Milliseconds. */
  readonly clock: () => number;
  /** Progress, a line. */
  readonly tell: (line: string) => void;
  /** What an earlier stage has found. */
  readonly known: <Name extends keyof Found>(name: Name) => Found[Name];
}

const PLIES = [0, 1, 2, 5, 10, 20, 40, 80, 120];
const WALKS = [
  ['3x3', 40, 60],
  ['3x4', 40, 60],
  ['4x4', 40, 60],
  ['5x5', 40, 60],
  ['7x7', 30, 60],
  ['9x9', 20, 60],
  ['11x11', 16, 40],
  ['13x13', 10, 40],
] as const;

function trees({ tell }: Run): Trees {
  const exact = ['2x2', '2x3', '3x2', '3x3'].flatMap(size => CONVENTIONS.map(endgame => treeOf(size, endgame)));
  const counted = ['3x4', '4x3'].map(size => countedTree(size, tell));
  const estimates = WALKS.flatMap(([size, samples, width]) => {
    tell(`${size}: estimating`);
    return [knuth(size, 4000, 11), chen(size, { samples, width, seed: 12 })];
  });
  tell('random games');
  const sizes = Array.from({ length: 11 }, (_, i) => `${i + 3}x${i + 3}`);
  const games = sizes.flatMap(size =>
    CONVENTIONS.map(endgame => randomGames(size, endgame, { games: 4000, seed: 13 })),
  );
  const moves = ['5x5', '7x7', '9x9', '11x11', '13x13'].map(size => ({
    size,
    moves: branching(size, PLIES, { games: 60, seed: 14 }),
  }));
  return { trees: [...exact, ...counted], estimates, games, plies: PLIES, branching: moves };
}

const AGREED: readonly string[] = ['3x3', '4x4'];
const OPENING_SIZES = ['2x2', '3x3', '3x4', '4x3', '4x4'];
const CHANGED: readonly (readonly [size: string, endgame: Convention, samples: number])[] = [
  ['3x3', 'nexc', 400],
  ['3x3', 'neto', 400],
  ['4x4', 'neto', 80],
];

/** In the order of the problems, quick ones before slow ones. */
export const STAGES: { readonly [Name in keyof Found]: (run: Run) => Found[Name] } = {
  example: ({ clock, tell }) => examined(clock, tell),
  tree: trees,
  'one-stone': ({ clock, tell }) => oneStoneAnswers(clock, tell),
  evaluation: ({ tell }) => evaluated(sampleSets(tell), tell),
  openings: run => OPENING_SIZES.flatMap(size => CONVENTIONS.map(endgame => openingMap(size, endgame, run))),
  currents: ({ tell, known }) => ({
    maps: ['7x7', '11x11'].map(size => resistanceMap(size, tell)),
    agreements: known('openings')
      .filter(({ size }) => AGREED.includes(size))
      .map(agreement),
  }),
  changes: ({ tell }) =>
    CHANGED.flatMap(([size, endgame, samples]) => harms({ size, endgame, samples, seed: 3 }, tell)),
  values: ({ clock, tell }) => boardValues(clock, tell),
};

export const isStage = (name: string): name is keyof Found => Object.hasOwn(STAGES, name);
