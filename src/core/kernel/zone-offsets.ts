// The offsets of a time zone from UTC, and the start of its days.
import { Temporal } from 'temporal-polyfill';
import { createLruCache } from '#games/kit/remember.ts';
import { DAY_MS, type Instant } from './time.ts';
import { countLeading } from './spans.ts';

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
