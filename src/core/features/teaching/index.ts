// The feature `teaching`: hints, analyses, and what decided a game against a robot.
import type { Feature } from '#core/writing/feature.ts';
import { analyse, hint, proof } from './ask.ts';
import { completeReview, endReview, postponeMails } from './complete.ts';
import { REVIEW } from './review.ts';

export const teaching = {
  refusals: {
    'hint-counted': [],
    'hint-copied': ['game', 'number'],
    'hint-crowded': ['game'],
    'hints-full': ['most'],
    'analysis-counted': [],
    'analysis-two': [],
    'analysis-no-move': [],
    'analyses-full': ['most'],
    'proof-no-solver': ['game'],
    'review-no-robots': [],
    'review-waits': [],
    'reviews-full': ['most'],
    'reviews-busy': [],
  } as const,
  documents: { review: REVIEW },
  commands: [hint, analyse, proof],
  requests: { 'review-done': completeReview },
  alarms: { review: ({ state, document }) => endReview(state, document, null) },
  postponement: postponeMails,
} satisfies Feature;
