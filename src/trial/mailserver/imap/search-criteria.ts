// The criteria of SEARCH: tests of a mail, and how they are combined.
import type { StoredMessage } from '../store/index.ts';
import type { Content } from './content.ts';

interface Candidate {
  readonly message: StoredMessage;
  /** Only for a criterion with `reads`. */
  readonly content: Content;
}

export interface Criterion {
  /** Whether the mail itself must be read for it. */
  readonly reads: boolean;
  readonly matches: (candidate: Candidate) => boolean;
}

export function combineAll(criteria: readonly Criterion[]): Criterion {
  return {
    reads: criteria.some(({ reads }) => reads),
    matches: candidate => criteria.every(({ matches }) => matches(candidate)),
  };
}

export const negate = ({ reads, matches }: Criterion): Criterion => ({
  reads,
  matches: candidate => !matches(candidate),
});

export const combineEither = (left: Criterion, right: Criterion): Criterion => ({
  reads: left.reads || right.reads,
  matches: candidate => left.matches(candidate) || right.matches(candidate),
});

export const testMessage = (matches: (message: StoredMessage) => boolean): Criterion => ({
  reads: false,
  matches: ({ message }) => matches(message),
});

export const testContent = (matches: (content: Content) => boolean): Criterion => ({
  reads: true,
  matches: ({ content }) => matches(content),
});
