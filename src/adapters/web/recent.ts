// Remembers answers to costly questions about stored data for a minute, for all visitors.
import type { State } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';

/** Milliseconds for which an answer is given again. */
const KEPT_MS = 60_000;

type Query = <Answer>(question: (state: State) => Answer | null) => Promise<Answer | null>;

/** The answer to a question, not older than a minute. Visitors that ask at the same time wait for one answer. */
export type ReadRecent<Answer> = () => Promise<Answer | null>;

/** Answers that could not be given are not remembered. */
export function createRecent<Answer>(
  query: Query,
  now: () => Instant,
  question: (state: State) => Answer,
): ReadRecent<Answer> {
  let kept: { readonly until: Instant; readonly answer: Promise<Answer | null> } | null = null;
  return () => {
    if (kept !== null && now() < kept.until) return kept.answer;
    const fresh = { until: now() + KEPT_MS, answer: query(question) };
    kept = fresh;
    const forget = (): void => {
      if (kept === fresh) kept = null;
    };
    fresh.answer.then(answer => {
      if (answer === null) forget();
    }, forget);
    return fresh.answer;
  };
}
