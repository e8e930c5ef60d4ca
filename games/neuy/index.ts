// Neuy: Y with neutral stones.
import { createNeutralVariant } from '../stones/neutral/variant.ts';
import { yStones } from '../y/stones.ts';

export const neuy = {
  ...createNeutralVariant(yStones, { name: 'neuy', title: 'Neuy', size: '15', swapAfter: 1 }),
  lossFactor: 1.4,
};
