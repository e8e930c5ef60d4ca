// The feature `pair`: `challenge --pair` opens two boards with colours exchanged.
import type { Feature } from '#core/writing/feature.ts';
import { PAIR, decidePair, pairChallenge, removeOtherBoards } from './pair.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = { 'pair-address': ['address'], 'pair-seek': [] } as const;

export const pair = {
  documents: { pair: PAIR },
  refusals,
  alarms: { pair: decidePair },
  adapt: command => (command.name === 'challenge' ? pairChallenge(command) : command),
  reaction: removeOtherBoards,
} satisfies Feature;
