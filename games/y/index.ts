// The game of Y, by Claude Shannon (about 1950), Craige Schensted and Charles Titus.
import { OWN_CELLS } from '../stones/notation.ts';
import { createConnectionProofs } from '../stones/heuristic/virtual-connections.ts';
import { createPlainGame } from '../stones/plain/placement.ts';
import { createPlaceSolver } from '../stones/prove/solver.ts';
import { yStones } from './stones.ts';

const plain = createPlainGame(yStones, 1);

export const y = {
  ...plain,
  ...createConnectionProofs(yStones),
  gtp: OWN_CELLS,
  solver: createPlaceSolver(yStones, plain),
};
