// Neugomoku: Gomoku with neutral stones.
import { gomokuStones } from '../gomoku/stones.ts';
import { neutral } from '../stones/neutral/variant.ts';

export const neugomoku = neutral(gomokuStones, { name: 'neugomoku', title: 'Neugomoku', size: '15', swapAfter: 3 });
