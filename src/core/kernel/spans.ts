// Spans of time that do not count, and what is left between them.
import type { Instant } from './time.ts';

/** From an instant up to another, which it does not hold. */
export interface TimeSpan {
  readonly from: Instant;
  readonly until: Instant;
}

/** The same time as spans in order that neither touch nor overlap. */
export function mergeSpans(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const result: TimeSpan[] = [];
  for (const span of spans.filter(({ from, until }) => from < until).toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || span.from > last.until) result.push(span);
    else if (span.until > last.until) result[result.length - 1] = { from: last.from, until: span.until };
  }
  return result;
}

/** Counts the leading items for which this holds; it holds for none behind the first for which it does not. */
export function countLeading<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Those of these merged spans that touch the time between two instants, whole. */
export const spansWithin = (spans: readonly TimeSpan[], from: Instant, until: Instant): readonly TimeSpan[] =>
  spans.slice(
    countLeading(spans, span => span.until <= from),
    countLeading(spans, span => span.from < until),
  );

/** Milliseconds from an instant to another that lie in none of these merged spans. */
export function countUnstopped(rests: readonly TimeSpan[], from: Instant, until: Instant): number {
  let counted = Math.max(0, until - from);
  for (const rest of rests) counted -= Math.max(0, Math.min(rest.until, until) - Math.max(rest.from, from));
  return counted;
}
