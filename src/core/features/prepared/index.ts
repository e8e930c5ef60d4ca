// The feature `prepared`: moves prepared ahead.
import type { Feature } from '#core/writing/feature.ts';
import { conditions, otherwise, queue } from './commands.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'if-unreadable': ['text'],
  'if-two-sides': ['example'],
  'if-your-turn': ['example'],
  'if-move-failed': [],
  'if-late': [],
  'path-over': ['move'],
  'path-turn': ['move', 'player'],
  'path-illegal': ['move', 'why'],
  'prepared-full': ['most'],
  'prepared-none': ['example'],
  'prepared-none-turn': ['example'],
  'prepared-none-over': [],
} as const;

export const prepared = {
  refusals,
  commands: [queue, conditions, otherwise],
} satisfies Feature;
