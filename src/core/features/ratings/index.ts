// The feature `ratings`: ratings of players, from the results of their games.
import type { Feature } from '#core/writing/feature.ts';
import { rateEndedGames } from './rate.ts';
import { RATING } from './rating.ts';

export const ratings = {
  documents: { rating: RATING },
  reaction: (before, after, { now }) => ({ messages: [], state: rateEndedGames(before, after, now) }),
} satisfies Feature;
