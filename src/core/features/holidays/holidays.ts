// Holidays: days booked ahead on which a player's clocks do not run. Their number is limited.
// The limit counts the days of a year.
import { titleOf } from '#games/game.ts';
import { formatCommaList } from '#games/kit/lists.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import {
  type CalendarChange,
  computeCalendar,
  addDays,
  dayAt,
  countDays,
  type Day,
  type Holiday,
  startOfDay,
} from '#core/kernel/calendar.ts';
import { countLeading } from '#core/kernel/spans.ts';
import { formatDay } from '#core/kernel/formats.ts';
import { computeClock, type RunningClock } from '#core/board/clocks/match-clock.ts';
import { PROTECTED_MS } from '#core/board/clocks/turn-clock.ts';
import { type CommandContext, allow, type Decision, deny, type Notification } from '#core/decision/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { requireGame, matchStateOf, playerName } from '#core/board/match.ts';
import { loadRunningMatches } from '#core/matches/require-match.ts';
import { refused, type Refused } from '#core/kernel/refusal.ts';
import { type Instant, DAY_MS } from '#core/kernel/time.ts';

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

export function bookHoliday(context: CommandContext, holiday: Holiday): Decision {
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
      { kind: 'done', done: { code: 'holiday-booked', parts } },
      ...untouched.map(({ board, clock }): Notification => ({
        kind: 'done',
        done:
          clock.deadline - context.now < PROTECTED_MS
            ? { code: 'holiday-too-late', parts: board }
            : { code: 'holiday-next-turn', parts: { ...board, most: limits.calendarChangesPerTurn } },
      })),
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

export function listHolidays(context: CommandContext): Decision {
  const changes = changesOf(context);
  const holidays = listComingHolidays(changes, context.now);
  const today = dayAt(computeCalendar(changes).zone, context.now);
  const listed = holidays.map(({ from, to }, index): Phrase => ({
    code: 'holiday-row',
    parts: { number: index + 1, from: formatDay(from), to: formatDay(to) },
  }));
  const year = yearOf(today);
  const none = { year, left: countDaysLeft(changes, year), example: exampleFrom(today) };
  const done =
    holidays.length === 0
      ? { code: 'holidays-none', parts: none }
      : { code: 'holidays', parts: { list: formatCommaList(listed) } };
  return allow([], [{ kind: 'done', done }]);
}

/** An example of a holiday to book. */
export const exampleFrom = (today: Day): string => `${addDays(today, 14)}..${addDays(today, 21)}`;

/** The days left of a holiday are given back, except days that have moved a deadline that was announced. */
export function cancelHoliday(context: CommandContext, number: number): Decision {
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
    [{ kind: 'done', done: { code: 'holiday-cancelled', parts: { from: formatDay(from), to: formatDay(to) } } }],
  );
}

/** The boards where the actor must move, with their clocks. */
const listOwnTurns = (
  context: CommandContext,
): readonly { readonly board: { readonly game: string; readonly number: number }; readonly clock: RunningClock }[] =>
  loadRunningMatches(context.state, context.actor ?? '').flatMap(match => {
    const game = requireGame(context.state, match);
    const clock = computeClock({ game, match, matchState: matchStateOf(game, match) }, context.state, context.now);
    if (clock === null || playerName(match.players[clock.player]) !== context.actor) return [];
    return [{ board: { game: titleOf(game, match.setup), number: match.number }, clock }];
  });
