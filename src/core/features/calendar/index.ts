// The feature `calendar`: a private feed of a player's deadlines for calendar programs.
import type { Feature } from '#core/writing/feature.ts';
import { FEED_OWNER, messages } from './feed.ts';

export const calendar = {
  documents: { calendar: FEED_OWNER },
  messages,
} satisfies Feature;
