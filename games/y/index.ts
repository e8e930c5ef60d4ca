// The game of Y, by Claude Shannon (about 1950), Craige Schensted and Charles Titus.
import { OWN_CELLS } from '../stones/notation.ts';
import { createConnectionProofs } from '../stones/heuristic/virtual-connections.ts';
import { createPlainGame } from '../stones/plain/placement.ts';
import { yStones } from './stones.ts';

export const y = {
  ...createPlainGame(yStones, 1),
  ...createConnectionProofs(yStones),
  gtp: OWN_CELLS,
};
