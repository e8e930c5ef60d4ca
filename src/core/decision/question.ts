// Asks the sender of a mail without a certain command what it meant.
import { formatOrList } from '#games/kit/lists.ts';
import type { Phrase } from '#games/kit/refusal.ts';

/** A line that could be done now, as it would be typed, and what it would do where that is to be said. */
export interface Question {
  readonly line: string;
  readonly what: Phrase | null;
}

/** The question as a sentence. */
export function questionPhrase(questions: readonly Question[]): Phrase {
  const [first, ...others] = questions;
  if (first === undefined || others.length > 0)
    return { code: 'ask-which', parts: { lines: formatOrList(questions.map(({ line }) => line)) } };
  return first.what === null
    ? { code: 'ask-line', parts: { line: first.line } }
    : { code: 'ask-move', parts: { move: first.line, what: first.what } };
}
