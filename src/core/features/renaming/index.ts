// The feature `renaming`: a guest chooses a name, once.
import type { Feature } from '#core/writing/feature.ts';
import { rename } from './rename.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'rename-guests': ['userid'],
  'rename-late': ['userid'],
} as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}

export const renaming = { refusals, commands: [rename] } satisfies Feature;
