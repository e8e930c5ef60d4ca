// Gomoku, five in a row, as played freely: more than five win as well.
import { placing } from '../stones/plain/placement.ts';
import { write } from './sgf.ts';
import { gomokuStones } from './stones.ts';

export const gomoku = { ...placing(gomokuStones, 3), record: { extension: 'sgf', write } };
