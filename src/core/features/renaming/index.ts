// The feature `renaming`: a guest chooses a name, once.
import type { Feature } from '#core/writing/feature.ts';
import { rename } from './rename.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'rename-guests': ['userid'],
  'rename-late': ['userid'],
} as const;

export const renaming = { refusals, commands: [rename] } satisfies Feature;
