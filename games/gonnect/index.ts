// Gonnect, by Joao Pedro Neto (2000): Go's captures, Hex's goal.
import { placing } from '../stones/plain/placement.ts';
import { gonnectStones } from './stones.ts';

export const gonnect = placing(gonnectStones, 1);
