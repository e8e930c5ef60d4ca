// Neugonnect: Gonnect with neutral stones.
import { gonnectStones } from '../gonnect/stones.ts';
import { createNeutralVariant } from '../stones/neutral/variant.ts';

export const neugonnect = {
  ...createNeutralVariant(gonnectStones, { name: 'neugonnect', title: 'Neugonnect', size: '13', swapAfter: 1 }),
  lossFactor: 1.3,
};
