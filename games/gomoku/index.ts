// The game of Gomoku: five or more in a row win (free style).
import { createPlainGame } from '../stones/plain/placement.ts';
import { writeGomokuSgf } from './sgf.ts';
import { gomokuStones } from './stones.ts';

export const gomoku = { ...createPlainGame(gomokuStones, 3), record: { extension: 'sgf', write: writeGomokuSgf } };
