// The request that ends a review: an engine has searched all positions that it needs.
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Evaluations } from './estimates.ts';

export interface ReviewDone {
  readonly kind: 'review-done';
  readonly key: DocumentKey<'review'>;
  /** The cause of the request that asked for the review. The same board may be reviewed again later. */
  readonly askedBy: string;
  readonly evaluations: Evaluations;
}
