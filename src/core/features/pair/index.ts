// The feature `pair`: `challenge --pair` opens two boards with colours exchanged.
import type { Feature } from '#core/contract/feature.ts';
import { pairChallenge } from './challenge-option.ts';
import { decidePair, PAIR } from './pair-document.ts';
import { refusals } from './refusals.ts';
import { removeOtherBoards } from './remove-other-boards.ts';

export const pair = {
  documents: { pair: PAIR },
  refusals,
  alarms: { pair: decidePair },
  adapt: command => (command.name === 'challenge' ? pairChallenge(command) : command),
  reaction: removeOtherBoards,
} satisfies Feature;
