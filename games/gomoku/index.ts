// The game of Gomoku: five or more in a row win (free style).
import { OWN_CELLS } from '../stones/notation.ts';
import { createLineProofs } from '../stones/heuristic/threats.ts';
import { createPlainGame } from '../stones/plain/placement.ts';
import { gomokuStones, readGomokuSgf, writeGomokuSgf } from './stones.ts';

export const gomoku = {
  ...createPlainGame(gomokuStones, 3),
  ...createLineProofs(gomokuStones),
  gtp: OWN_CELLS,
  lossFactor: 0.9,
  record: { extension: 'sgf', names: ['4'], write: writeGomokuSgf, read: readGomokuSgf, readLink: null },
};
