// The feature `holidays`: holidays, in which a player's clocks stop.
import type { Feature } from '#core/contract/feature.ts';
import { vacation } from './commands.ts';

export const holidays = {
  commands: [vacation],
} satisfies Feature;
