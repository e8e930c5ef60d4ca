// The feature `pair`: `challenge --pair` opens two boards with colours exchanged.
import type { Feature } from '#core/contract/feature.ts';
import { pairChallenge } from './challenge-option.ts';
import { decidePair, PAIR } from './pair-document.ts';
import { removeOtherBoards } from './remove-other-boards.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = { 'pair-address': ['address'], 'pair-seek': [] } as const;

type Refusals = typeof refusals;

declare module '#core/kernel/refusal.ts' {
  interface FeatureRefusals extends Refusals {}
}

export const pair = {
  documents: { pair: PAIR },
  refusals,
  alarms: { pair: decidePair },
  adapt: command => (command.name === 'challenge' ? pairChallenge(command) : command),
  reaction: removeOtherBoards,
} satisfies Feature;
