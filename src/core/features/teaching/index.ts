// The feature `teaching`: hints, analyses, and what decided a game against a robot.
import type { Feature } from '#core/contract/feature.ts';
import { analyse, hint } from './commands.ts';
import { endReview } from './complete.ts';
import { postponeMails } from './postpone.ts';
import { refusals } from './refusals.ts';
import { REVIEW } from './review.ts';

export const teaching = {
  refusals,
  documents: { review: REVIEW },
  commands: [hint, analyse],
  alarms: { review: ({ state, document }) => endReview(state, document, null) },
  postponement: postponeMails,
} satisfies Feature;
