// The feature `mailings`: announcements and broadcasts, to all players who want them.
import type { Feature } from '#core/writing/feature.ts';
import { MAILING, broadcast, decideMailing, messages } from './mailing.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'broadcast-games': ['least', 'finished'],
  'broadcast-week': ['days'],
  'broadcast-day': ['most'],
} as const;

export const mailings = {
  refusals,
  documents: { mailing: MAILING },
  messages,
  commands: [broadcast],
  alarms: {
    mailing: ({ state, key, context }) => decideMailing(state, key.slice('mailing/'.length), context.now),
  },
} satisfies Feature;
