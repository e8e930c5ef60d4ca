// The game of Hex, by Piet Hein (1942) and John Nash (1948).
import { COLUMN_FIRST } from '../stones/notation.ts';
import { createConnectionProofs } from '../stones/heuristic/virtual-connections.ts';
import { createPlainGame } from '../stones/plain/placement.ts';
import { hexStones, readHexSgf, readHexWorldLink, writeHexSgf } from './stones.ts';

export const hex = {
  ...createPlainGame(hexStones, 1),
  ...createConnectionProofs(hexStones),
  gtp: COLUMN_FIRST,
  lossFactor: 1.3,
  record: { extension: 'sgf', names: ['11', 'hex'], write: writeHexSgf, read: readHexSgf, readLink: readHexWorldLink },
};
