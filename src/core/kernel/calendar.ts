// A player's calendar: the days on which their clocks do not run, in their own time zone.
// It is stored as dated changes, so that a change never alters past days.
import { createWeakCache } from '#games/kit/remember.ts';
import { Temporal } from 'temporal-polyfill';
import {
  DAY_MS,
  type Instant,
  type TimeSpan,
  countLeading,
  dayNumberAt,
  dayOf,
  findTouchingSpans,
  mergeSpans,
  startOfDayNumber,
} from './time.ts';

/** A day of a calendar: `2026-12-24`. */
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
  /** A holiday was cancelled, whole or in part. `spent`: the cancelled days that still count as taken. */
  | ({ readonly kind: 'cancelled'; readonly spent: readonly Day[]; readonly at: Instant } & Holiday);

/** A player's calendar at an instant. */
export interface Calendar {
  /** An IANA name. */
  readonly zone: string;
  /** All zones in order. `from`: the number of the first day on which the zone applies. */
  readonly zones: readonly { readonly from: number; readonly zone: string }[];
  readonly weekendsOff: boolean;
  readonly holidays: readonly Holiday[];
}

export const FIRST_CALENDAR: Calendar = {
  ...{ zone: 'UTC', weekendsOff: false, holidays: [] },
  zones: [{ from: -Infinity, zone: 'UTC' }],
};

/** Returns the calendar with one more change. */
export function addChange(calendar: Calendar, change: CalendarChange): Calendar {
  switch (change.kind) {
    case 'zone':
      return { ...calendar, zone: change.zone, zones: addZone(calendar, change) };
    case 'weekends':
      return { ...calendar, weekendsOff: change.off };
    case 'booked':
      return { ...calendar, holidays: [...calendar.holidays, { from: change.from, to: change.to }] };
    case 'cancelled':
      return { ...calendar, holidays: calendar.holidays.flatMap(holiday => subtractDays(holiday, change)) };
  }
}

/** A new zone applies from the next day on. A day that has begun keeps its zone, and no day occurs twice. */
function addZone({ zone, zones }: Calendar, { zone: next, at }: { readonly zone: string; readonly at: Instant }) {
  const from = Math.max(dayNumberAt(zone, at) + 1, zones.at(-1)?.from ?? -Infinity);
  return [...zones.filter(each => each.from < from), { from, zone: next }];
}

/** The zone of a day. A rest keeps the zone of its first day to its end, so a change of zone does not make it longer. */
const zoneOnDay = ({ zone, zones }: Calendar, day: number): string =>
  zones[countLeading(zones, ({ from }) => from <= day) - 1]?.zone ?? zone;

/** Caches the calendars after the first 0, 1, 2 … of an account's changes, because every clock needs them. */
const calendarsByChanges = createWeakCache<readonly Calendar[]>();

const calendarsOf = (changes: readonly CalendarChange[]): readonly Calendar[] =>
  calendarsByChanges(changes, () => {
    const calendars = [FIRST_CALENDAR];
    for (const change of changes) calendars.push(addChange(calendars.at(-1) ?? FIRST_CALENDAR, change));
    return calendars;
  });

/** The calendar after all of these changes. */
export const computeCalendar = (changes: readonly CalendarChange[]): Calendar =>
  calendarsOf(changes).at(-1) ?? FIRST_CALENDAR;

/** The calendar after all changes before an instant. The changes are in order. */
export const calendarBefore = (changes: readonly CalendarChange[], at: Instant): Calendar =>
  calendarsOf(changes)[countLeading(changes, change => change.at < at)] ?? FIRST_CALENDAR;

/** Removes cancelled days from a holiday. The result has no, one or two holidays. */
function subtractDays(holiday: Holiday, cancelled: Holiday): readonly Holiday[] {
  if (cancelled.to < holiday.from || cancelled.from > holiday.to) return [holiday];
  return [
    ...(holiday.from < cancelled.from ? [{ from: holiday.from, to: addDays(cancelled.from, -1) }] : []),
    ...(cancelled.to < holiday.to ? [{ from: addDays(cancelled.to, 1), to: holiday.to }] : []),
  ];
}

/** The days since 1970-01-01. */
const dayNumberOf = (day: Day): number => Date.parse(day) / DAY_MS;

const dayOfNumber = (number: number): Day => dayOf(number * DAY_MS);

export const addDays = (day: Day, days: number): Day => dayOfNumber(dayNumberOf(day) + days);

/** The number of days from one day to another. 0 if they are the same day. */
export const countDays = (from: Day, to: Day): number => dayNumberOf(to) - dayNumberOf(from);

/** The day in a zone at an instant. */
export const dayAt = (zone: string, at: Instant): Day => dayOfNumber(dayNumberAt(zone, at));

/** Is the text a day that exists, such as `2026-12-24`? */
export function isDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month === 0 || day === 0) return false;
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' }).toString() === text;
}

/** The first instant of a day. It is later than midnight if summer time begins at midnight. */
export const startOfDay = (zone: string, day: Day): Instant => startOfDayNumber(zone, dayNumberOf(day));

/** The instant of a wall-clock time (`08:00`) on a day. An hour that occurs twice counts the first time, a skipped hour moves later. */
export const timeOnDay = (zone: string, day: Day, time: string): Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
    .epochMilliseconds;

const spanOfHoliday = (zone: string, { from, to }: Holiday): TimeSpan => ({
  from: startOfDay(zone, from),
  until: startOfDay(zone, addDays(to, 1)),
});

/** The length of time that `addCountedTime` examines in one step. */
const STRIDE_MS = 60 * DAY_MS;

const WEEK = 7;

/** The weekends whose Saturdays are between two days. The days are numbers. */
function findWeekends(calendar: Calendar, first: number, last: number): readonly TimeSpan[] {
  const weekends: TimeSpan[] = [];
  // The number of the last Saturday on or before a day. Day 2, 1970-01-03, was a Saturday.
  for (let saturday = first - ((((first - 2) % WEEK) + WEEK) % WEEK); saturday <= last; saturday += WEEK) {
    const zone = zoneOnDay(calendar, saturday);
    weekends.push({ from: startOfDayNumber(zone, saturday), until: startOfDayNumber(zone, saturday + 2) });
  }
  return weekends;
}

/** The merged spans in which the player's clocks do not run. Returns each whole span that touches the time between the instants. */
export function findRests(calendar: Calendar, from: Instant, until: Instant): readonly TimeSpan[] {
  const { holidays, weekendsOff } = calendar;
  if (holidays.length === 0 && !weekendsOff) return [];
  // One day more on each side covers all zones.
  const [first, last] = [Math.floor(from / DAY_MS) - 1, Math.floor(until / DAY_MS) + 1];
  const [firstDay, lastDay] = [dayOfNumber(first), dayOfNumber(last)];
  const nearHolidays = holidays.filter(holiday => holiday.to >= firstDay && holiday.from <= lastDay);
  return mergeSpans([
    ...nearHolidays.map(holiday => spanOfHoliday(zoneOnDay(calendar, dayNumberOf(holiday.from)), holiday)),
    ...(weekendsOff ? findWeekends(calendar, first - 1, last) : []),
  ]).filter(span => span.until > from && span.from < until);
}

/**
 * The spans between two past instants in which the player's clocks did not run. Each instant is judged by the calendar of that time.
 */
export function findPastRests(changes: readonly CalendarChange[], from: Instant, until: Instant): readonly TimeSpan[] {
  const instants = [from, ...changes.map(({ at }) => at).filter(at => at > from && at < until), until];
  return mergeSpans(
    instants.slice(1).flatMap((end, index) => {
      const begin = instants[index] ?? from;
      return findRests(calendarBefore(changes, begin + 1), begin, end).map(rest => ({
        from: Math.max(rest.from, begin),
        until: Math.min(rest.until, end),
      }));
    }),
  );
}

/** The instant at which `countedMs` have passed since `from`. The calendar's days off and `stops` (merged spans) do not count. */
export function addCountedTime(
  calendar: Calendar,
  stops: readonly TimeSpan[],
  from: Instant,
  countedMs: number,
): Instant {
  let leftMs = countedMs;
  for (let at = from; ; at += STRIDE_MS) {
    const until = at + STRIDE_MS;
    const rests = mergeSpans([...findTouchingSpans(stops, at, until), ...findRests(calendar, at, until)]);
    let now = at;
    for (const rest of rests) {
      if (rest.until <= now) continue;
      if (rest.from >= until) break;
      const freeMs = Math.max(0, rest.from - now);
      if (leftMs <= freeMs) return now + leftMs;
      leftMs -= freeMs;
      now = Math.min(rest.until, until);
    }
    if (leftMs <= until - now) return now + leftMs;
    leftMs -= until - now;
  }
}
