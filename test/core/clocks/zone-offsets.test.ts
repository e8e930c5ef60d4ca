// The days of time zones, compared with those of Temporal around every change of their clocks.
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, dayNumberAt, startOfDayNumber } from '#core/kernel/time.ts';

const ZONES = [
  ...['UTC', 'Asia/Kathmandu', 'Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'],
  // A day that was left out, days that begin at one o'clock, and days that begin twice.
  ...['Pacific/Apia', 'Asia/Beirut', 'America/St_Johns'],
];

/** The instants at which the clocks of a zone change, and one at which they do not. */
function changesFrom(zone: string, begin: string): readonly number[] {
  const changes: number[] = [];
  let time: Temporal.ZonedDateTime | null = Temporal.Instant.from(begin).toZonedDateTimeISO(zone);
  while (time !== null && changes.length < 8) {
    changes.push(time.epochMilliseconds);
    time = time.getTimeZoneTransition('next') ?? null;
  }
  return changes;
}

const numberOf = (day: Temporal.PlainDate): number => Date.parse(day.toString()) / DAY_MS;

describe.each(ZONES)('the days of %s', zone => {
  it.each(['2010-01-01T00:00Z', '2026-01-01T00:00Z'])('are those of Temporal from %s on', begin => {
    for (const change of changesFrom(zone, begin))
      for (let hours = -50; hours <= 50; hours++) {
        const at = change + hours * HOUR_MS + 30 * MINUTE_MS;
        const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
        expect(dayNumberAt(zone, at), new Date(at).toISOString()).toBe(numberOf(day));
        expect(startOfDayNumber(zone, numberOf(day)), day.toString()).toBe(day.toZonedDateTime(zone).epochMilliseconds);
      }
  });
});

it('a day that is left out begins where the next one does', () => {
  const leftOut = Temporal.PlainDate.from('2011-12-30');
  expect(startOfDayNumber('Pacific/Apia', numberOf(leftOut))).toBe(
    leftOut.toZonedDateTime('Pacific/Apia').epochMilliseconds,
  );
});
