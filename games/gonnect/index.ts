// Gonnect, by Joao Pedro Neto (2000): Go's captures, Hex's goal.
import { createPlainGame } from '../stones/plain/placement.ts';
import { gonnectStones } from './stones.ts';

export const gonnect = createPlainGame(gonnectStones, 1);
