// A player's calendar: the days on which their clocks do not run, in their own time zone.
// It is stored as dated changes, so that a change never alters past days.
import { Temporal } from 'temporal-polyfill';
import { DAY_MS, dayOf, type Instant } from './time.ts';
import { countLeading, mergeSpans, spansWithin, type TimeSpan } from './spans.ts';
import { dayNumberAt, startOfDayNumber } from './zone-offsets.ts';

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
  /** These days are not holidays any more. `spent`: those of them that count as taken nevertheless. */
  | ({ readonly kind: 'cancelled'; readonly spent: readonly Day[]; readonly at: Instant } & Holiday);

/** A calendar as it stood at some instant. */
export interface Calendar {
  /** An IANA name. */
  readonly zone: string;
  /** In order: from which day on each zone held, by the number of the day. */
  readonly zones: readonly { readonly from: number; readonly zone: string }[];
  readonly weekendsOff: boolean;
  readonly holidays: readonly Holiday[];
}

export const FIRST_CALENDAR: Calendar = {
  ...{ zone: 'UTC', weekendsOff: false, holidays: [] },
  zones: [{ from: -Infinity, zone: 'UTC' }],
};

/** The calendar once this was changed. */
export function addChange(calendar: Calendar, change: CalendarChange): Calendar {
  switch (change.kind) {
    case 'zone':
      return { ...calendar, zone: change.zone, zones: withZone(calendar, change) };
    case 'weekends':
      return { ...calendar, weekendsOff: change.off };
    case 'booked':
      return { ...calendar, holidays: [...calendar.holidays, { from: change.from, to: change.to }] };
    case 'cancelled':
      return { ...calendar, holidays: calendar.holidays.flatMap(holiday => without(holiday, change)) };
  }
}

/** A zone holds from the day after the one on which it was set: a day that has begun ends where it began, and none comes twice. */
function withZone({ zone, zones }: Calendar, { zone: next, at }: { readonly zone: string; readonly at: Instant }) {
  const from = Math.max(dayNumberAt(zone, at) + 1, zones.at(-1)?.from ?? -Infinity);
  return [...zones.filter(each => each.from < from), { from, zone: next }];
}

/** In which zone a rest that begins on this day is reckoned, to its end: no journey makes it longer. */
const zoneFrom = ({ zone, zones }: Calendar, day: number): string =>
  zones[countLeading(zones, ({ from }) => from <= day) - 1]?.zone ?? zone;

/** The calendars after none, one, two … of an account's changes: every clock asks for them. */
const remembered = new WeakMap<readonly CalendarChange[], readonly Calendar[]>();

function calendarsOf(changes: readonly CalendarChange[]): readonly Calendar[] {
  const known = remembered.get(changes);
  if (known !== undefined) return known;
  const calendars = [FIRST_CALENDAR];
  for (const change of changes) calendars.push(addChange(calendars.at(-1) ?? FIRST_CALENDAR, change));
  remembered.set(changes, calendars);
  return calendars;
}

/** The calendar after all of these changes. */
export const computeCalendar = (changes: readonly CalendarChange[]): Calendar =>
  calendarsOf(changes).at(-1) ?? FIRST_CALENDAR;

/** The calendar after the changes, in order, that came before an instant. */
export const calendarBefore = (changes: readonly CalendarChange[], at: Instant): Calendar =>
  calendarsOf(changes)[countLeading(changes, change => change.at < at)] ?? FIRST_CALENDAR;

/** What is left of a holiday: nothing, itself, or what lies before and behind. */
function without(holiday: Holiday, gone: Holiday): readonly Holiday[] {
  if (gone.to < holiday.from || gone.from > holiday.to) return [holiday];
  return [
    ...(holiday.from < gone.from ? [{ from: holiday.from, to: dayAfter(gone.from, -1) }] : []),
    ...(gone.to < holiday.to ? [{ from: dayAfter(gone.to, 1), to: holiday.to }] : []),
  ];
}

/** The days since 1970-01-01. */
const numberOf = (day: Day): number => Date.parse(day) / DAY_MS;

const dayNumbered = (number: number): Day => dayOf(number * DAY_MS);

export const dayAfter = (day: Day, days: number): Day => dayNumbered(numberOf(day) + days);

/** How many days from one to another; 0: the same day. */
export const countDays = (from: Day, to: Day): number => numberOf(to) - numberOf(from);

/** The day it is at an instant. */
export const dayAt = (zone: string, at: Instant): Day => dayNumbered(dayNumberAt(zone, at));

/** Is this how people write a day that there is? */
export function isDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month === 0 || day === 0) return false;
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' }).toString() === text;
}

/** The first instant of a day: not always midnight, where summer begins then. */
export const startOfDay = (zone: string, day: Day): Instant => startOfDayNumber(zone, numberOf(day));

/** When a clock there shows this time (`08:00`) on a day: the first time where it does so twice, so much later where that hour is left out. */
export const timeOnDay = (zone: string, day: Day, time: string): Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
    .epochMilliseconds;

const wholeDays = (zone: string, { from, to }: Holiday): TimeSpan => ({
  from: startOfDay(zone, from),
  until: startOfDay(zone, dayAfter(to, 1)),
});

/** How far a search for the end of a time looks at once. */
const STRIDE_MS = 60 * DAY_MS;

const WEEK = 7;

/** The number of the last Saturday up to a day: 1970-01-03 was one. */
const saturdayBefore = (day: number): number => day - ((((day - 2) % WEEK) + WEEK) % WEEK);

/** The weekends whose Saturdays are among these days. */
function weekendsWithin(calendar: Calendar, first: number, last: number): readonly TimeSpan[] {
  const weekends: TimeSpan[] = [];
  for (let saturday = saturdayBefore(first); saturday <= last; saturday += WEEK) {
    const zone = zoneFrom(calendar, saturday);
    weekends.push({ from: startOfDayNumber(zone, saturday), until: startOfDayNumber(zone, saturday + 2) });
  }
  return weekends;
}

/** When no clock of this player runs, merged; whatever touches the time between these instants. */
export function findRests(calendar: Calendar, from: Instant, until: Instant): readonly TimeSpan[] {
  const { holidays, weekendsOff } = calendar;
  if (holidays.length === 0 && !weekendsOff) return [];
  // In any zone.
  const [first, last] = [Math.floor(from / DAY_MS) - 1, Math.floor(until / DAY_MS) + 1];
  const [firstDay, lastDay] = [dayNumbered(first), dayNumbered(last)];
  const near = holidays.filter(holiday => holiday.to >= firstDay && holiday.from <= lastDay);
  return mergeSpans([
    ...near.map(holiday => wholeDays(zoneFrom(calendar, numberOf(holiday.from)), holiday)),
    ...(weekendsOff ? weekendsWithin(calendar, first - 1, last) : []),
  ]).filter(span => span.until > from && span.from < until);
}

/**
 * When no clock of this player ran from one instant to another, by the calendar as it was each time. Clocks need only this of a calendar
 * once all of it is in the past.
 */
export function restsOnce(changes: readonly CalendarChange[], from: Instant, until: Instant): readonly TimeSpan[] {
  const turns = [from, ...changes.map(({ at }) => at).filter(at => at > from && at < until), until];
  return mergeSpans(
    turns.slice(1).flatMap((end, index) => {
      const begin = turns[index] ?? from;
      return findRests(calendarBefore(changes, begin + 1), begin, end).map(rest => ({
        from: Math.max(rest.from, begin),
        until: Math.min(rest.until, end),
      }));
    }),
  );
}

/** When `amount` counted milliseconds have passed since `from`. Days off of the calendar do not count, nor do `stops` (merged spans). */
export function afterCounted(calendar: Calendar, stops: readonly TimeSpan[], from: Instant, amount: number): Instant {
  let left = amount;
  for (let at = from; ; at += STRIDE_MS) {
    const until = at + STRIDE_MS;
    const rests = mergeSpans([...spansWithin(stops, at, until), ...findRests(calendar, at, until)]);
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
