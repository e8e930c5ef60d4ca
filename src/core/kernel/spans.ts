// Spans of time: merges them, and measures the time outside them.
import type { Instant } from './time.ts';

/** A span of time. `until` is exclusive. */
export interface TimeSpan {
  readonly from: Instant;
  readonly until: Instant;
}

/** Sorts spans and joins those that touch or overlap. */
export function mergeSpans(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const result: TimeSpan[] = [];
  for (const span of spans.filter(({ from, until }) => from < until).toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || span.from > last.until) result.push(span);
    else if (span.until > last.until) result[result.length - 1] = { from: last.from, until: span.until };
  }
  return result;
}

/** Counts the leading items for which `isLeading` holds, by binary search. */
export function countLeading<Item>(items: readonly Item[], isLeading: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isLeading(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the merged spans that touch the time between two instants, uncut. */
export const findTouchingSpans = (spans: readonly TimeSpan[], from: Instant, until: Instant): readonly TimeSpan[] =>
  spans.slice(
    countLeading(spans, span => span.until <= from),
    countLeading(spans, span => span.from < until),
  );

/** Counts the milliseconds between two instants that are outside these merged spans. */
export function countRunningTime(rests: readonly TimeSpan[], from: Instant, until: Instant): number {
  let countedMs = Math.max(0, until - from);
  for (const rest of rests) countedMs -= Math.max(0, Math.min(rest.until, until) - Math.max(rest.from, from));
  return countedMs;
}
