// The type of a question about an unclear mail, and its sentence.
import { formatOrList } from '#games/kit/lists.ts';
import type { Phrase } from '#games/kit/refusal.ts';

/** A line that could be done now, with an optional description of its effect. */
export interface Question {
  readonly line: string;
  readonly description: Phrase | null;
  /** The whole question, if the line alone would not be clear. */
  readonly sentence?: Phrase;
}

/** Formats questions as one sentence. */
export function formatQuestion(questions: readonly Question[]): Phrase {
  const [first, ...others] = questions;
  if (first === undefined || others.length > 0)
    return { code: 'ask-which', parts: { lines: formatOrList(questions.map(({ line }) => line)) } };
  if (first.sentence !== undefined) return first.sentence;
  return first.description === null
    ? { code: 'ask-line', parts: { line: first.line } }
    : { code: 'ask-move', parts: { move: first.line, what: first.description } };
}
