// Neuy: Y with neutral stones.
import { createNeutralVariant } from '../stones/neutral/variant.ts';
import { createNeutralSolver } from '../stones/prove/solver.ts';
import { yStones } from '../y/stones.ts';

const variant = createNeutralVariant(yStones, { name: 'neuy', title: 'Neuy', size: '15', swapAfter: 1 });

export const neuy = { ...variant, lossFactor: 1.4, solver: createNeutralSolver(yStones, variant) };
