// A player's calendar: the days on which no clock of theirs runs, in their own time zone; kept as dated changes, since what a day was is a fact.
import { Temporal } from 'temporal-polyfill';
import { rememberLast } from '#games/kit/remember.ts';
import { DAY_MS, type Instant } from '../time.ts';
import { merged, type TimeSpan } from './spans.ts';

/** A day as its player names it: `2026-12-24`. */
export type Day = string;

/** Whole days, the last one included. */
export interface Holiday {
  readonly from: Day;
  readonly to: Day;
}

/** What a player changed in their calendar, and when. */
export type CalendarChange =
  | { readonly kind: 'zone'; readonly zone: string; readonly at: Instant }
  /** `off`: no clock runs on Saturdays and Sundays. */
  | { readonly kind: 'weekends'; readonly off: boolean; readonly at: Instant }
  | ({ readonly kind: 'booked'; readonly at: Instant } & Holiday)
  /** Of these days none is a holiday any more; `spent`: those that count as taken nevertheless. */
  | ({ readonly kind: 'cancelled'; readonly spent: readonly Day[]; readonly at: Instant } & Holiday);

/** A calendar as it stood at some instant. */
export interface Calendar {
  /** An IANA name. */
  readonly zone: string;
  readonly weekendsOff: boolean;
  readonly holidays: readonly Holiday[];
}

export const FIRST_CALENDAR: Calendar = { zone: 'UTC', weekendsOff: false, holidays: [] };

/** The calendar once this was changed. */
export function withChange(calendar: Calendar, change: CalendarChange): Calendar {
  switch (change.kind) {
    case 'zone':
      return { ...calendar, zone: change.zone };
    case 'weekends':
      return { ...calendar, weekendsOff: change.off };
    case 'booked':
      return { ...calendar, holidays: [...calendar.holidays, { from: change.from, to: change.to }] };
    case 'cancelled':
      return { ...calendar, holidays: calendar.holidays.flatMap(holiday => without(holiday, change)) };
  }
}

/** As it stands after all of these changes. */
export const calendarAfter = (changes: readonly CalendarChange[]): Calendar =>
  changes.reduce(withChange, FIRST_CALENDAR);

/** What is left of a holiday: nothing, itself, or what lies before and behind. */
function without(holiday: Holiday, gone: Holiday): readonly Holiday[] {
  if (gone.to < holiday.from || gone.from > holiday.to) return [holiday];
  return [
    ...(holiday.from < gone.from ? [{ from: holiday.from, to: dayAfter(gone.from, -1) }] : []),
    ...(gone.to < holiday.to ? [{ from: dayAfter(gone.to, 1), to: holiday.to }] : []),
  ];
}

export const dayAfter = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString();

/** How many days from one to another; 0: the same day. */
export const daysBetween = (from: Day, to: Day): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;

/** The day it is at an instant. */
export const dayAt = (zone: string, at: Instant): Day => zoned(zone, at).toPlainDate().toString();

/** Is this how people write a day that there is? */
export function isDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month === 0 || day === 0) return false;
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' }).toString() === text;
}

const zoned = (zone: string, at: Instant): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

const starts = rememberLast<{ readonly at: Instant }>(5_000);

/** The first instant of a day: not always midnight, where summer begins then. */
export const startOfDay = (zone: string, day: Day): Instant =>
  starts(`${zone} ${day}`, () => ({ at: Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds })).at;

/** When a clock there shows this time (`08:00`) on a day: the first time where it does so twice, so much later where that hour is left out. */
export const timeOnDay = (zone: string, day: Day, time: string): Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
    .epochMilliseconds;

const wholeDays = (zone: string, { from, to }: Holiday): TimeSpan => ({
  from: startOfDay(zone, from),
  until: startOfDay(zone, dayAfter(to, 1)),
});

/** Saturday is the sixth day of the week. */
const SATURDAY = 6;

function weekendsWithin(zone: string, from: Instant, until: Instant): readonly TimeSpan[] {
  const first = zoned(zone, from).toPlainDate();
  // A Sunday belongs to the Saturday before it.
  let saturday = first.add({ days: SATURDAY - first.dayOfWeek }).toString();
  if (first.dayOfWeek > SATURDAY) saturday = dayAfter(first.toString(), -1);
  const spans: TimeSpan[] = [];
  for (; startOfDay(zone, saturday) < until; saturday = dayAfter(saturday, 7))
    spans.push(wholeDays(zone, { from: saturday, to: dayAfter(saturday, 1) }));
  return spans;
}

/** When no clock of this player runs, merged; whatever touches the time between these instants. */
export function restsWithin(
  { zone, weekendsOff, holidays }: Calendar,
  from: Instant,
  until: Instant,
): readonly TimeSpan[] {
  return merged([
    ...holidays.map(holiday => wholeDays(zone, holiday)).filter(span => span.until > from && span.from < until),
    ...(weekendsOff ? weekendsWithin(zone, from, until) : []),
  ]);
}

/** When no clock of this player ran from one instant to another, by the calendar as it stood each time: all that clocks need of a calendar once nothing is ahead. */
export function restsOnce(changes: readonly CalendarChange[], from: Instant, until: Instant): readonly TimeSpan[] {
  const turns = [from, ...changes.map(({ at }) => at).filter(at => at > from && at < until), until];
  return merged(
    turns.slice(1).flatMap((end, index) => {
      const begin = turns[index] ?? from;
      return restsWithin(calendarAfter(changes.filter(({ at }) => at <= begin)), begin, end).map(rest => ({
        from: Math.max(rest.from, begin),
        until: Math.min(rest.until, end),
      }));
    }),
  );
}

/** How far a search for the end of a time looks at once. */
const STRIDE_MS = 60 * DAY_MS;

/** When so many milliseconds that count have passed since, by this calendar and with these other spans in which nothing counts. */
export function afterCounted(calendar: Calendar, stops: readonly TimeSpan[], from: Instant, amount: number): Instant {
  let left = amount;
  for (let at = from; ; at += STRIDE_MS) {
    const until = at + STRIDE_MS;
    const rests = merged([...stops, ...restsWithin(calendar, at, until)]);
    let now = at;
    for (const rest of rests) {
      if (rest.until <= now) continue;
      if (rest.from >= until) break;
      const free = Math.max(0, rest.from - now);
      if (left <= free) return now + left;
      left -= free;
      now = Math.min(rest.until, until);
    }
    if (left <= until - now) return now + left;
    left -= until - now;
  }
}
