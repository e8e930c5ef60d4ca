// Hex, as Piet Hein (1942) and John Nash (1948) found it.
import { placing } from '../stones/plain/placement.ts';
import { write } from './sgf.ts';
import { hexStones } from './stones.ts';

export const hex = { ...placing(hexStones, 1), record: { extension: 'sgf', write } };
