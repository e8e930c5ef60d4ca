// The feature `prepared`: moves prepared ahead.
import type { Feature } from '#core/contract/feature.ts';
import { conditions, otherwise, queue } from './commands.ts';
import { refusals } from './refusals.ts';

export const prepared = {
  refusals,
  commands: [queue, conditions, otherwise],
} satisfies Feature;
