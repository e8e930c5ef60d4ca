// The feature `seeks`: open challenges to any player who seeks the same.
import type { Feature } from '#core/contract/feature.ts';
import { seek, seekList, take } from './commands.ts';
import { decideSeek } from './decide-seek.ts';
import { seekEffects } from './events.ts';
import { updateSeeks } from './follow-up.ts';
import { robotOffer } from './robot-offer-mail.ts';
import { seekEnded } from './seek-ended-mail.ts';
import { seekOpen } from './seek-open-mail.ts';
import { SEEK } from './seek.ts';
import { seeks as seeksMail } from './seeks-mail.ts';
import { refusals } from './refusals.ts';

export const seeks = {
  refusals,
  documents: { seek: SEEK },
  effects: seekEffects,
  messages: { 'robot-offer': robotOffer, 'seek-ended': seekEnded, 'seek-open': seekOpen, seeks: seeksMail },
  commands: [seek, seekList, take],
  alarms: { seek: ({ state, document, context }) => decideSeek(state, document, context) },
  reaction: (before, after, { now }) => updateSeeks(before, after, now),
} satisfies Feature;
