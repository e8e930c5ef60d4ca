// Spans of time that do not count, and what is left between them.
import type { Instant } from '../time.ts';

/** From an instant up to another, which it does not hold. */
export interface TimeSpan {
  readonly from: Instant;
  readonly until: Instant;
}

/** The same time as spans in order that neither touch nor overlap. */
export function merged(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const result: TimeSpan[] = [];
  for (const span of spans.filter(({ from, until }) => from < until).toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || span.from > last.until) result.push(span);
    else if (span.until > last.until) result[result.length - 1] = { from: last.from, until: span.until };
  }
  return result;
}

/** Milliseconds from an instant to another that lie in none of these merged spans. */
export function countedBetween(rests: readonly TimeSpan[], from: Instant, until: Instant): number {
  let counted = Math.max(0, until - from);
  for (const rest of rests) counted -= Math.max(0, Math.min(rest.until, until) - Math.max(rest.from, from));
  return counted;
}
