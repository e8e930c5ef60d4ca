// The claims about small boards that `npm run prove` proves.
import type { GivenOptions } from '#games/game.ts';

/** What all openings of an empty board are worth to the player who makes them. */
export interface Claim {
  readonly name: string;
  readonly game: string;
  readonly given: GivenOptions;
  /** How many win, draw and lose. */
  readonly openings: readonly [win: number, draw: number, lose: number];
  /** Has the file a proof for each opening, or one for the empty board? The other values are then the solver's word. */
  readonly proves: 'openings' | 'board';
}

const createClaim = (
  game: string,
  size: string,
  openings: Claim['openings'],
  endgame: 'neto' | 'nexc' | null = null,
  proves: Claim['proves'] = 'openings',
): Claim => ({
  name: [game, size, ...(endgame === null ? [] : [endgame])].join('-'),
  game,
  given: [['size', size], ...(endgame === null ? [] : [['endgame', endgame] as const])],
  ...{ openings, proves },
});

export const claims: readonly Claim[] = [
  createClaim('hex', '3', [5, 0, 4]),
  createClaim('hex', '4', [4, 0, 12]),
  createClaim('hex', '5', [13, 0, 12], null, 'board'),
  createClaim('y', '3', [3, 0, 3]),
  createClaim('y', '4', [7, 0, 3]),
  createClaim('y', '5', [3, 0, 12]),
  createClaim('y', '6', [3, 0, 18], null, 'board'),
  createClaim('nex', '3', [44, 0, 28], 'neto'),
  createClaim('nex', '3', [42, 30, 0], 'nexc'),
  createClaim('nex', '4', [206, 0, 34], 'neto', 'board'),
  createClaim('nex', '4', [206, 0, 34], 'nexc', 'board'),
  createClaim('neuy', '2', [6, 0, 0], 'neto'),
  createClaim('neuy', '2', [0, 6, 0], 'nexc', 'board'),
  createClaim('neuy', '3', [21, 0, 9], 'neto'),
  createClaim('neuy', '3', [21, 9, 0], 'nexc'),
  createClaim('neuy', '4', [90, 0, 0], 'neto'),
  createClaim('neuy', '4', [90, 0, 0], 'nexc'),
  createClaim('neuy', '5', [120, 0, 90], 'neto', 'board'),
  createClaim('neuy', '5', [120, 90, 0], 'nexc', 'board'),
  createClaim('gonnect', '3', [9, 0, 0]),
  createClaim('gonnect', '4', [12, 0, 4]),
  createClaim('neugonnect', '3', [56, 0, 16]),
];
