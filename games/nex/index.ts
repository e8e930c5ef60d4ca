// Nex: Hex with neutral stones, by João Pedro Neto (2004).
import { hexStones } from '../hex/stones.ts';
import { neutral } from '../kit/neutral.ts';

export const nex = neutral(hexStones, { name: 'nex', title: 'Nex', size: '13', swapAfter: 1 });
