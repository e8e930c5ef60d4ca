// Lengths, spans and zones of time, and the date of an instant.
import { Temporal } from 'temporal-polyfill';
import { createLruCache } from '#games/kit/remember.ts';

/** Milliseconds since 1970, UTC. */
export type Instant = number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `2026-11-21`, UTC. */
export const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

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

// Temporal throws an exception for an unknown zone, and no list holds all names.

/** The shape of a zone's name. Offsets such as `+01:00` are no zones, because they have no summer time. */
const SHAPE = /^[a-z][a-z0-9_+/-]{1,40}$/i;

/** The IANA name of a zone in its usual spelling: `europe/lisbon` → `Europe/Lisbon`. null: there is no such zone. */
export function findZone(text: string): string | null {
  if (!SHAPE.test(text)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return null;
  }
}

/** How far the clocks of a zone are ahead of UTC from an instant on, in milliseconds. */
interface ZoneOffset {
  readonly from: Instant;
  readonly offset: number;
}

/** The length of time whose offsets are cached together. */
const PERIOD_MS = 512 * DAY_MS;

/** More than any offset from UTC. */
const MARGIN_MS = 2 * DAY_MS;

const offsetsByPeriod = createLruCache<readonly ZoneOffset[]>(2_000);

/** The offsets of a zone around an instant, in order. They cover at least two days before and after it. */
function offsetsAround(zone: string, at: Instant): readonly ZoneOffset[] {
  const period = Math.floor(at / PERIOD_MS);
  return offsetsByPeriod(`${zone} ${period}`, () =>
    findOffsets(zone, period * PERIOD_MS - MARGIN_MS, (period + 1) * PERIOD_MS + MARGIN_MS),
  );
}

function findOffsets(zone: string, from: Instant, until: Instant): readonly ZoneOffset[] {
  const offsets: ZoneOffset[] = [];
  let time: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  while (time !== null && time.epochMilliseconds < until) {
    offsets.push({ from: time.epochMilliseconds, offset: time.offsetNanoseconds / 1e6 });
    time = time.getTimeZoneTransition('next') ?? null;
  }
  return offsets;
}

/** The number of the day in a zone at an instant. Day 0 is 1970-01-01. */
export function dayNumberAt(zone: string, at: Instant): number {
  const offsets = offsetsAround(zone, at);
  const { offset = 0 } = offsets[countLeading(offsets, ({ from }) => from <= at) - 1] ?? {};
  return Math.floor((at + offset) / DAY_MS);
}

/** The first instant of the day with this number. It is later than midnight if summer time begins at midnight. */
export function startOfDayNumber(zone: string, day: number): Instant {
  const midnight = day * DAY_MS;
  const offsets = offsetsAround(zone, midnight);
  const index = offsets.findIndex(
    ({ offset }, position) => (offsets[position + 1]?.from ?? Infinity) + offset > midnight,
  );
  const { from = midnight, offset = 0 } = offsets[index] ?? {};
  return Math.max(from, midnight - offset);
}
