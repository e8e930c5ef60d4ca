// Problem 6 of nexC: which boards the first player wins, by the solver, within a limit of visits; and whether a better-looking board can be worse.
import type { PositionValue } from '#games/game.ts';
import { type Convention, CONVENTIONS, openSolver, startOf } from './positions.ts';

export interface BoardValue {
  readonly size: string;
  readonly endgame: Convention;
  /** For Black, who moves first. */
  readonly value: PositionValue;
  readonly nodes: number;
  readonly seconds: number;
}

/** Rows and columns that a board may have at most as a product; and the boards beyond that are tried as well. */
const SMALL = 16;
const BEYOND = ['3x6', '6x3', '3x7', '7x3', '4x5', '5x4'];
const MOST_VISITS = 3_000_000;
const MEGABYTES = 512;

export function boardSizes(): readonly string[] {
  const sides = Array.from({ length: SMALL / 2 - 1 }, (_, i) => i + 2);
  return [
    ...sides.flatMap(rows => sides.filter(columns => rows * columns <= SMALL).map(columns => `${rows}x${columns}`)),
    ...BEYOND,
  ];
}

export function boardValue(size: string, endgame: Convention, clock: () => number): BoardValue {
  const began = clock();
  const { value, nodes } = openSolver(MEGABYTES).solve(startOf(size, endgame), MOST_VISITS);
  return { size, endgame, value, nodes, seconds: Math.round((clock() - began) / 10) / 100 };
}

export function boardValues(clock: () => number, tell: (line: string) => void): readonly BoardValue[] {
  const values: BoardValue[] = [];
  for (const size of boardSizes())
    for (const endgame of CONVENTIONS) {
      const found = boardValue(size, endgame, clock);
      tell(`${size} ${endgame}: ${found.value}, ${found.nodes} nodes, ${found.seconds} s`);
      values.push(found);
    }
  return values;
}
