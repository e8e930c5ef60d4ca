// The feature `seeks`: open challenges to any player who seeks the same.
import type { Feature } from '#core/contract/feature.ts';
import { seek, seekList, take } from './commands.ts';
import { decideSeek, updateSeeks } from './decide-seek.ts';
import { seekEffects, SEEK } from './seek.ts';
import { messages } from './mails.ts';
import { refusals } from './refusals.ts';

export const seeks = {
  refusals,
  documents: { seek: SEEK },
  effects: seekEffects,
  messages,
  commands: [seek, seekList, take],
  alarms: { seek: ({ state, document, context }) => decideSeek(state, document, context) },
  reaction: (before, after, { now }) => updateSeeks(before, after, now),
} satisfies Feature;
