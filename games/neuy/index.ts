// Neuy: Y with neutral stones.
import { neutral } from '../stones/neutral/variant.ts';
import { yStones } from '../y/stones.ts';

export const neuy = neutral(yStones, { name: 'neuy', title: 'Neuy', size: '15', swapAfter: 1 });
