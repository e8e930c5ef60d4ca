// Nex: Hex with neutral stones, by João Pedro Neto (2004).
import type { Game } from '../game.ts';
import type { NeutralMove } from '../stones/neutral/moves.ts';
import type { StonePosition } from '../stones/stone-game.ts';
import { hexStones } from '../hex/stones.ts';
import { formatStones } from '../stones/neutral/notation.ts';
import { createNeutralVariant } from '../stones/neutral/variant.ts';

export const nex: Game<StonePosition, NeutralMove> = {
  ...createNeutralVariant(hexStones, { name: 'nex', title: 'Nex', size: '13', swapAfter: 1 }),
  // The notation of nexC's programs.
  formatForPrograms: (position, move) => formatStones(hexStones, position, move),
  lossFactor: 1.3,
};
