// The feature `holidays`: holidays, in which a player's clocks stop.
import type { Feature } from '#core/contract/feature.ts';
import { vacation } from './commands.ts';
import { refusals } from './refusals.ts';

export const holidays = {
  refusals,
  commands: [vacation],
} satisfies Feature;
