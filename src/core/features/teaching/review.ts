// The stored form of a review that waits: a hint, the turning point of a result, or an analysis.
import { z } from 'zod';
import type { Phrase } from '#games/kit/refusal.ts';
import {
  type DocumentDefinition,
  type Stored,
  boardNumber,
  count,
  instant,
  userid,
} from '#core/kernel/document-definition.ts';
import { type DocumentKey, matchKey } from '#core/kernel/documents.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    /** The id names the purpose, the board and the reader. */
    readonly review: Review;
  }
  interface ListsByKind {
    /** All reviews that wait. */
    readonly review: 'kind/review';
  }
}

/** `result`: the mail with the result waits for it. */
const PURPOSES = ['hint', 'result', 'analysis'] as const;

export type Purpose = (typeof PURPOSES)[number];

const phrase: z.ZodType<Phrase> = z.lazy(() =>
  z.object({ code: z.string(), parts: z.record(z.string(), z.union([z.string(), z.number(), phrase])) }),
);

const reviewSchema = z.object({
  purpose: z.enum(PURPOSES),
  match: z.object({ game: z.string(), number: boardNumber }),
  /** The reader. */
  userid,
  /** The length of the match's line, and the number of take-backs, when the review was asked for. */
  entries: count,
  takeBacks: count,
  /** The news that the mail with the result tells. */
  news: z.array(phrase),
  asked: instant,
  /** The cause of the request that asked for it. */
  cause: z.string(),
  /** When the mail is sent without a review. */
  until: instant,
});

export type Review = Stored<typeof reviewSchema>;

export const reviewKey = ({
  purpose,
  match: { game, number },
  userid: reader,
}: Pick<Review, 'purpose' | 'match' | 'userid'>): DocumentKey<'review'> =>
  `review/${purpose}/${game}/${number}/${reader}`;

/** The purpose and the reader that the key of a review names. */
export function parseReviewKey(key: DocumentKey<'review'>): Pick<Review, 'purpose' | 'userid'> {
  const [, purpose, , , reader = ''] = key.split('/');
  return { purpose: PURPOSES.find(each => each === purpose) ?? 'analysis', userid: reader };
}

export const REVIEW: DocumentDefinition<'review'> = {
  schema: reviewSchema,
  folder: 'reviews',
  ifDamaged: 'Move the file away: a mail with a result or a hint is not sent then',
  isListedWhole: true,
  ownKey: reviewKey,
  alarm: ({ until }) => until,
  prefetch: ({ match, userid: reader }) => [matchKey(match), `account/${reader}`],
  erase: (review, { userid: gone }) => (review.userid === gone ? null : review),
};
