// The feature `prepared`: moves prepared ahead.
import type { Feature } from '#core/contract/feature.ts';
import { conditions, otherwise, queue } from './commands.ts';

export const prepared = {
  commands: [queue, conditions, otherwise],
} satisfies Feature;
