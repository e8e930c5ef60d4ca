// The feature `digest`: one mail a day with all boards that wait for a player.
import type { Feature } from '#core/writing/feature.ts';
import { messages, planDigests } from './digest.ts';

export const digest = {
  messages,
  reaction: (_, after, context) => ({ messages: [], state: planDigests(after, context) }),
} satisfies Feature;
