// Y, by Claude Shannon (about 1950) and, on their own, by Craige Schensted and Charles Titus.
import { placing } from '../stones/plain/placement.ts';
import { yStones } from './stones.ts';

export const y = placing(yStones, 1);
