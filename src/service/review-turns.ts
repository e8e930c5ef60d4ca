// Decides whose review is searched next: hints first, readers in turns, results beside many hints.
import type { Review } from '#core/features/teaching/review.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';

/** While other reviews wait, hints may have this much more search time than those. A hint takes up to 4.6 seconds. */
const HINTS_AHEAD_MS = 10_000;

export type WaitingReview = readonly [DocumentKey<'review'>, Review];

export interface ReviewTurns {
  /** Sorts all reviews that wait, at least one, the most urgent first. */
  readonly sort: (waiting: readonly WaitingReview[]) => readonly WaitingReview[];
  /** Notes a search for a review, with the time that it could take. */
  readonly noteSearch: (review: Review, milliseconds: number) => void;
  /** Notes that a review was done. */
  readonly noteEnd: (review: Review) => void;
}

/** A reader's turns are counted for each purpose. */
const nameTurn = ({ purpose, userid }: Review): string => `${purpose} ${userid}`;

export function createReviewTurns(): ReviewTurns {
  /** The search time of hints beyond that of other reviews, while others wait. In milliseconds. */
  let hintsAhead = 0;
  /** By the reader's turn that was served, the last one last: when the newest review of that time was asked for. */
  const served = new Map<string, Instant>();
  let newest: Instant = 0;

  /** After a turn, a reader waits behind all reviews that waited then. */
  const order = (waiting: readonly WaitingReview[]): readonly WaitingReview[] => {
    const turns = [...served.keys()];
    const since = (review: Review): Instant => Math.max(review.asked, served.get(nameTurn(review)) ?? 0);
    return waiting.toSorted(
      ([, a], [, b]) =>
        since(a) - since(b) || turns.indexOf(nameTurn(a)) - turns.indexOf(nameTurn(b)) || a.asked - b.asked,
    );
  };

  return {
    sort: waiting => {
      newest = Math.max(...waiting.map(([, { asked }]) => asked));
      const names = new Set(waiting.map(([, review]) => nameTurn(review)));
      for (const name of served.keys()) if (!names.has(name)) served.delete(name);
      const select = (purpose: Review['purpose']): readonly WaitingReview[] =>
        order(waiting.filter(([, review]) => review.purpose === purpose));
      const [hints, others] = [select('hint'), [...select('result'), ...select('analysis')]];
      if (others.length === 0) hintsAhead = 0;
      return hintsAhead < HINTS_AHEAD_MS ? [...hints, ...others] : [...others, ...hints];
    },
    noteSearch: ({ purpose }, milliseconds) => {
      // Where another process holds all reviews of one kind, this one searches for the other kind without end.
      hintsAhead =
        purpose === 'hint'
          ? Math.min(HINTS_AHEAD_MS, hintsAhead) + milliseconds
          : Math.max(0, hintsAhead - milliseconds);
    },
    noteEnd: review => {
      served.delete(nameTurn(review));
      served.set(nameTurn(review), newest);
    },
  };
}
