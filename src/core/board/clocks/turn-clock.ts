// The clock of one turn: the time used and the deadline.
// A deadline that was announced never gets earlier.
import {
  DAY_MS,
  type Instant,
  type TimeSpan,
  countLeading,
  countRunningTime,
  findTouchingSpans,
  mergeSpans,
} from '#core/kernel/time.ts';
import { limits } from '#core/kernel/limits.ts';
import {
  type Calendar,
  type CalendarChange,
  addChange,
  addCountedTime,
  calendarBefore,
  findRests,
} from '#core/kernel/calendar.ts';

/** Time that another player gave to the player of this turn. */
export interface Grant {
  readonly at: Instant;
  readonly ms: number;
}

export interface TurnInput {
  readonly begun: Instant;
  /** The counted milliseconds that the turn may take, with the grants before it began. */
  readonly limit: number;
  /** The later grants, in order. */
  readonly grants: readonly Grant[];
  /** All changes of the player's calendar, in order. */
  readonly changes: readonly CalendarChange[];
  /** The merged spans in which no clock of any player runs. */
  readonly stops: readonly TimeSpan[];
}

/** A stage of the turn. A grant or a change of the calendar begins a new one. */
interface Stage {
  readonly at: Instant;
  /** The milliseconds granted up to this instant. */
  readonly grantedMs: number;
  /** The counted milliseconds from the beginning of the turn to this instant. */
  readonly used: number;
  readonly calendar: Calendar;
}

export interface TurnClock {
  /** The counted milliseconds since the turn began. */
  readonly used: number;
  readonly deadline: Instant;
  /** The calendar that applies to this turn. */
  readonly calendar: Calendar;
  /** Would a change of the calendar now affect this turn? */
  readonly heedsChanges: () => boolean;
  /** The instant at which this many milliseconds of the turn are used. */
  readonly instantOfUse: (usedMs: number) => Instant;
}

/** A change of the calendar does not affect a turn with less time left than this. */
export const PROTECTED_MS = DAY_MS;

/**
 * Computes the clock of a turn in one step for each change. The deadline is the later one of the present stage and of the stage with the
 * latest announced deadline. Time used is judged by the calendar of its stage.
 */
export function computeTurnClock(input: TurnInput, now: Instant): TurnClock {
  const { begun, limit, changes, stops } = input;
  let present: Stage = { at: begun, grantedMs: 0, used: 0, calendar: calendarBefore(changes, begun) };
  let latest = present;
  let heededCount = 0;
  const findAnnouncedEnd = (at: Instant): StageEnd => findLatest(latest, present, limit, cutStops(stops, at));
  for (const change of listChanges(input, now)) {
    const { at } = change;
    const isGrant = 'ms' in change;
    if (!isGrant && heededCount === limits.calendarChangesPerTurn) continue;
    const announced = findAnnouncedEnd(at);
    if (!isGrant && announced.end - at < PROTECTED_MS) continue;
    latest = announced.stage;
    const { grantedMs: granted, calendar } = present;
    const used = computeUsed(present, at, stops);
    // Time after the deadline is not the player's, so a grant after it counts in full.
    present = isGrant
      ? { at, grantedMs: granted + change.ms, used: Math.min(used, limit + granted), calendar }
      : { at, grantedMs: granted, used, calendar: addChange(calendar, change) };
    if (!isGrant) heededCount += 1;
  }
  return {
    used: computeUsed(present, Math.max(now, present.at), stops),
    deadline: findLatest(latest, present, limit, stops).end,
    calendar: present.calendar,
    heedsChanges: () => heededCount < limits.calendarChangesPerTurn && findAnnouncedEnd(now).end - now >= PROTECTED_MS,
    instantOfUse: usedMs => Math.max(...[latest, present].map(stage => findInstantOfUse(stage, usedMs, stops))),
  };
}

/** The stops that were known at an instant. */
function cutStops(stops: readonly TimeSpan[], at: Instant): readonly TimeSpan[] {
  const earlierStops = stops.slice(
    0,
    countLeading(stops, ({ from }) => from < at),
  );
  const last = earlierStops.at(-1);
  return last === undefined || last.until <= at ? earlierStops : earlierStops.with(-1, { from: last.from, until: at });
}

const computeUsed = ({ calendar, at, used }: Stage, until: Instant, stops: readonly TimeSpan[]): number =>
  used +
  countRunningTime(mergeSpans([...findTouchingSpans(stops, at, until), ...findRests(calendar, at, until)]), at, until);

/** When this many milliseconds of the turn are used, by the calendar of a stage. */
const findInstantOfUse = ({ calendar, at, used }: Stage, usedMs: number, stops: readonly TimeSpan[]): Instant =>
  addCountedTime(calendar, stops, at, Math.max(0, usedMs - used));

/** A stage with the end of the turn that follows from it. */
interface StageEnd {
  readonly stage: Stage;
  readonly end: Instant;
}

/** The stage by which the turn ends later. */
function findLatest(stage: Stage, other: Stage, limit: number, stops: readonly TimeSpan[]): StageEnd {
  const end = findInstantOfUse(stage, limit + stage.grantedMs, stops);
  const otherEnd = findInstantOfUse(other, limit + other.grantedMs, stops);
  return otherEnd > end ? { stage: other, end: otherEnd } : { stage, end };
}

/** The changes and grants since the turn began. Those of the same instant count, because they may have come after its start. */
const listChanges = ({ begun, changes, grants }: TurnInput, now: Instant): readonly (CalendarChange | Grant)[] =>
  [
    ...changes.slice(
      countLeading(changes, ({ at }) => at < begun),
      countLeading(changes, ({ at }) => at <= now),
    ),
    ...grants.filter(({ at }) => at >= begun && at <= now),
  ].toSorted((a, b) => a.at - b.at);
