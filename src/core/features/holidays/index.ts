// The feature `holidays`: holidays, in which a player's clocks stop.
import { zoneOf } from '#core/players/account.ts';
import { loadRunningMatches } from '#core/board/acts/require-match.ts';
import { type RunningClock, computeClock } from '#core/board/clocks/match-clock.ts';
import { PROTECTED_MS } from '#core/board/clocks/turn-clock.ts';
import { openMatch, playerName, nameBoard } from '#core/board/match.ts';
import {
  type CalendarChange,
  type Day,
  type Holiday,
  addDays,
  computeCalendar,
  countDays,
  dayAt,
  startOfDay,
} from '#core/kernel/calendar.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { formatDay } from '#core/kernel/sentence.ts';
import { DAY_MS, type Instant, countLeading } from '#core/kernel/time.ts';
import { type Command, parseCredentials } from '#core/language/command.ts';
import { type CommandContext, type Decision, allow, deny, tell } from '#core/players/decision.ts';
import type { Feature } from '#core/writing/feature.ts';
import { type Phrase, formatCommaList } from '#games/kit/refusal.ts';
import { no, ok } from '#games/kit/result.ts';
import { parseHolidayDates } from './parse-dates.ts';

/** Holidays: the command, the days that are booked, and their limits. */
const changesOf = (context: CommandContext): readonly CalendarChange[] =>
  context.state.account(context.actor ?? '')?.calendar ?? [];

const daysOf = ({ from, to }: Holiday): readonly Day[] =>
  Array.from({ length: countDays(from, to) + 1 }, (_, days) => addDays(from, days));

const yearOf = (day: Day): string => day.slice(0, 4);

/** All years a holiday touches. */
const yearsOf = ({ from, to }: Holiday): readonly string[] =>
  Array.from({ length: Number(yearOf(to)) - Number(yearOf(from)) + 1 }, (_, more) =>
    String(Number(yearOf(from)) + more),
  );

/** The days of a year that count: booked holidays, and cancelled ones that have moved a deadline. */
function countTakenDays(changes: readonly CalendarChange[], year: string): number {
  const days = [
    ...computeCalendar(changes).holidays.flatMap(daysOf),
    ...changes.flatMap(change => (change.kind === 'cancelled' ? change.spent : [])),
  ];
  return new Set(days.filter(day => yearOf(day) === year)).size;
}

const countDaysLeft = (changes: readonly CalendarChange[], year: string): number =>
  limits.holidaysPerYear - countTakenDays(changes, year);

/** Why the calendar cannot be changed again now. null: it can. Changes are limited, since each makes all clocks of the player slower. */
export function findCalendarLimit(changes: readonly CalendarChange[], now: Instant): Refused | null {
  const within = (days: number): number =>
    changes.length - countLeading(changes, ({ at }) => at <= now - days * DAY_MS);
  if (within(365) >= limits.calendarChangesPerYear)
    return refused('calendar-full', { most: limits.calendarChangesPerYear });
  return within(1) >= limits.calendarChangesPerDay
    ? refused('calendar-full-today', { most: limits.calendarChangesPerDay })
    : null;
}

function bookHoliday(context: CommandContext, holiday: Holiday): Decision {
  const changes = changesOf(context);
  const why = findHolidayRefusal(changes, holiday, context.now);
  if (why !== null) return deny(why);
  const change = { kind: 'booked', ...holiday, at: context.now } as const;
  const year = yearOf(holiday.to);
  const parts = {
    from: formatDay(holiday.from),
    to: formatDay(holiday.to),
    year,
    left: countDaysLeft([...changes, change], year),
  };
  const untouched = listOwnTurns(context).filter(({ clock }) => !clock.heedsChanges());
  return allow(
    [{ kind: 'calendar-changed', userid: context.actor ?? '', changes: [change] }],
    [
      tell('holiday-booked', parts),
      ...untouched.map(({ board, clock }) =>
        clock.deadline - context.now < PROTECTED_MS
          ? tell('holiday-too-late', board)
          : tell('holiday-next-turn', { ...board, most: limits.calendarChangesPerTurn }),
      ),
    ],
  );
}

function findHolidayRefusal(changes: readonly CalendarChange[], { from, to }: Holiday, now: Instant): Refused | null {
  const today = dayAt(computeCalendar(changes).zone, now);
  if (from < today) return refused('holiday-past', { from: formatDay(from), today: formatDay(today) });
  if (countDays(today, to) > limits.holidaysAhead) return refused('holiday-far', { most: limits.holidaysAhead });
  const coming = listComingHolidays(changes, now);
  const overlapping = coming.findIndex(each => each.from <= to && from <= each.to);
  const other = coming[overlapping];
  if (other !== undefined)
    return refused('holiday-overlap', {
      ...{ from: formatDay(other.from), to: formatDay(other.to), number: overlapping + 1 },
    });
  const limit = findCalendarLimit(changes, now);
  if (limit !== null) return limit;
  const booked = [...changes, { kind: 'booked', from, to, at: now } as const];
  const full = yearsOf({ from, to }).find(year => countDaysLeft(booked, year) < 0);
  if (full === undefined) return null;
  return refused('holiday-full', { year: full, left: countDaysLeft(changes, full), most: limits.holidaysPerYear });
}

/** The holidays that are not over, the next one first. */
const listComingHolidays = (changes: readonly CalendarChange[], now: Instant): readonly Holiday[] => {
  const { zone, holidays } = computeCalendar(changes);
  return holidays.filter(({ to }) => to >= dayAt(zone, now)).toSorted((a, b) => (a.from < b.from ? -1 : 1));
};

function listHolidays(context: CommandContext): Decision {
  const changes = changesOf(context);
  const holidays = listComingHolidays(changes, context.now);
  const today = dayAt(computeCalendar(changes).zone, context.now);
  const listed = holidays.map(({ from, to }, index): Phrase => ({
    code: 'holiday-row',
    parts: { number: index + 1, from: formatDay(from), to: formatDay(to) },
  }));
  const year = yearOf(today);
  // An example of a holiday to book.
  const none = { year, left: countDaysLeft(changes, year), example: `${addDays(today, 14)}..${addDays(today, 21)}` };
  return allow(
    [],
    [holidays.length === 0 ? tell('holidays-none', none) : tell('holidays', { list: formatCommaList(listed) })],
  );
}

/** The days left of a holiday are given back, except days that have moved a deadline that was announced. */
function cancelHoliday(context: CommandContext, number: number): Decision {
  const changes = changesOf(context);
  const holiday = listComingHolidays(changes, context.now)[number - 1];
  if (holiday === undefined) return deny(refused('holiday-none', { number }));
  const { zone } = computeCalendar(changes);
  const today = dayAt(zone, context.now);
  // A day that has begun stays a holiday.
  const from = holiday.from <= today ? addDays(today, 1) : holiday.from;
  const { to } = holiday;
  if (from > to) return deny(refused('holiday-last-day', { day: formatDay(to) }));
  const told = Math.max(-Infinity, ...listOwnTurns(context).map(({ clock }) => clock.deadline));
  const spent = daysOf({ from, to }).filter(day => startOfDay(zone, day) < told);
  const change = { kind: 'cancelled', from, to, spent, at: context.now } as const;
  return allow(
    [{ kind: 'calendar-changed', userid: context.actor ?? '', changes: [change] }],
    [tell('holiday-cancelled', { from: formatDay(from), to: formatDay(to) })],
  );
}

/** The boards where the actor must move, with their clocks. */
const listOwnTurns = (
  context: CommandContext,
): readonly { readonly board: { readonly game: string; readonly number: number }; readonly clock: RunningClock }[] =>
  loadRunningMatches(context.state, context.actor ?? '').flatMap(match => {
    const table = openMatch(context.state, match);
    const clock = computeClock(table, context.state, context.now);
    if (clock === null || playerName(match.players[clock.player]) !== context.actor) return [];
    return [{ board: nameBoard(table), clock }];
  });

/** `vacation`: books, shows and cancels holidays, which stop the player's clocks. */
const EXAMPLE = 'vacation 2026-12-24..2027-01-02';

/** Days without a year are read anew when the holiday is booked: this one only shows whether the text names any. */
const ANY_DAY = '2026-01-01';

/** `vacation 7` books the next seven days. */
const joinDays = (words: readonly string[]): string =>
  words
    .join(' ')
    .toLowerCase()
    .replace(/^\d{1,3}$/, '$& days');

export const vacation: Command = {
  name: 'vacation',
  listedAfter: 'set',
  aliases: ['holiday', 'holidays', 'vacations'],
  takesAnyWords: true,
  usage: 'vacation [userid password] [from..to | list | cancel n]',
  example: 'vacation list',
  permission: 'account',
  parse: commandLine => {
    // A player may be called `until`: what names days as a whole holds no password.
    const typed = joinDays(commandLine.words);
    if (parseHolidayDates(typed, ANY_DAY) !== null) return ok({ run: context => bookDays(context, typed) });
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const text = joinDays(rest);
    if (text === '' || text === 'list') return ok({ credentials, run: listHolidays });
    const [, number] = /^cancel (?:no\.? ?|number |#)?(\d{1,3})$/.exec(text) ?? [];
    if (number !== undefined) return ok({ credentials, run: context => cancelHoliday(context, Number(number)) });
    if (parseHolidayDates(text, ANY_DAY) === null) return no(refused('holiday-dates', { example: EXAMPLE }));
    return ok({ credentials, run: context => bookDays(context, text) });
  },
};

function bookDays(context: CommandContext, text: string): Decision {
  const zone = zoneOf(context.state.account(context.actor ?? ''));
  const holiday = parseHolidayDates(text, dayAt(zone, context.now));
  return holiday === null ? deny(refused('holiday-dates', { example: EXAMPLE })) : bookHoliday(context, holiday);
}

export const holidays = {
  refusals: {
    'holiday-last-day': ['day'],
    'holiday-dates': ['example'],
    'holiday-past': ['from', 'today'],
    'holiday-far': ['most'],
    'holiday-overlap': ['from', 'to', 'number'],
    'holiday-full': ['year', 'left', 'most'],
    'holiday-none': ['number'],
    'calendar-full': ['most'],
    'calendar-full-today': ['most'],
  } as const,
  commands: [vacation],
} satisfies Feature;
