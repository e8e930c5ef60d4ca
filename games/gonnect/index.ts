// Gonnect, by Joao Pedro Neto (2000): Go's captures, Hex's goal.
import { OWN_CELLS } from '../stones/notation.ts';
import { createPlainGame } from '../stones/plain/placement.ts';
import { gonnectStones } from './stones.ts';

export const gonnect = { ...createPlainGame(gonnectStones, 1), gtp: OWN_CELLS, lossFactor: 0.35 };
