// Decides whose review is searched next: hints first, readers in turns, results beside many hints.
import type { Review } from '#core/features/teaching/review.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';

/** While other reviews wait, hints may have this much more search time than those. A hint takes up to 4.6 seconds. */
const HINTS_AHEAD_MS = 10_000;

export type WaitingReview = readonly [DocumentKey<'review'>, Review];

export interface ReviewTurns {
  /** Sorts all reviews that wait, the most urgent first. */
  readonly sort: (waiting: readonly WaitingReview[]) => readonly WaitingReview[];
  /** Notes a search for a review, with the time that it could take. */
  readonly noteSearch: (review: Review, milliseconds: number) => void;
  /** Notes that a review was done. */
  readonly noteEnd: (review: Review) => void;
}

export function createReviewTurns(): ReviewTurns {
  /** The search time of hints beyond that of other reviews, while both wait. In milliseconds. */
  let hintsAhead = 0;
  /** Readers with waiting reviews who had one done, the last one last. */
  let served: readonly string[] = [];

  return {
    sort: waiting => {
      served = served.filter(reader => waiting.some(([, { userid }]) => userid === reader));
      const select = (purpose: Review['purpose']): readonly WaitingReview[] =>
        waiting
          .filter(([, review]) => review.purpose === purpose)
          .toSorted(([, a], [, b]) => served.indexOf(a.userid) - served.indexOf(b.userid) || a.asked - b.asked);
      const [hints, others] = [select('hint'), [...select('result'), ...select('analysis')]];
      if (hints.length === 0 || others.length === 0) hintsAhead = 0;
      return hintsAhead < HINTS_AHEAD_MS ? [...hints, ...others] : [...others, ...hints];
    },
    noteSearch: ({ purpose }, milliseconds) => {
      hintsAhead += purpose === 'hint' ? milliseconds : -milliseconds;
    },
    noteEnd: ({ userid }) => {
      served = [...served.filter(reader => reader !== userid), userid];
    },
  };
}
