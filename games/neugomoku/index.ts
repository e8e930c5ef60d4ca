// Neugomoku: Gomoku with neutral stones.
import { gomokuStones } from '../gomoku/stones.ts';
import { createDoubleThreatProofs } from '../stones/neutral/double-threats.ts';
import { createNeutralVariant } from '../stones/neutral/variant.ts';

export const neugomoku = {
  ...createNeutralVariant(gomokuStones, { name: 'neugomoku', title: 'Neugomoku', size: '15', swapAfter: 3 }),
  ...createDoubleThreatProofs(gomokuStones),
  lossFactor: 1.5,
};
