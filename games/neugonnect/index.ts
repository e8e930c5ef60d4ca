// Neugonnect: Gonnect with neutral stones.
import { gonnectStones } from '../gonnect/stones.ts';
import { neutral } from '../stones/neutral/variant.ts';

export const neugonnect = neutral(gonnectStones, { name: 'neugonnect', title: 'Neugonnect', size: '13', swapAfter: 1 });
