// The clock of one turn: the time used and the deadline.
// A deadline that was announced never gets earlier.
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { limits } from '#core/kernel/limits.ts';
import {
  addCountedTime,
  type Calendar,
  type CalendarChange,
  calendarBefore,
  findRests,
  addChange,
} from '#core/kernel/calendar.ts';
import { countRunningTime, countLeading, mergeSpans, findTouchingSpans, type TimeSpan } from '#core/kernel/spans.ts';

/** Time that another player gave to the player of this turn. */
export interface Grant {
  readonly at: Instant;
  readonly ms: number;
}

export interface TurnFacts {
  readonly begun: Instant;
  /** What the turn may take, in milliseconds that count, with what was granted before it began. */
  readonly limit: number;
  /** What was granted since, in order. */
  readonly grants: readonly Grant[];
  /** All changes of the player's calendar, in order. */
  readonly changes: readonly CalendarChange[];
  /** When no clock of any player runs: merged spans. */
  readonly stops: readonly TimeSpan[];
}

/** The turn from some instant on, as something about it was changed then. */
interface Stage {
  readonly at: Instant;
  /** Milliseconds that were granted by then. */
  readonly granted: number;
  /** Milliseconds that counted, from the beginning of the turn to this instant. */
  readonly used: number;
  readonly calendar: Calendar;
}

export interface TurnClock {
  /** Milliseconds that count, since the turn began. */
  readonly used: number;
  readonly deadline: Instant;
  /** As it binds this turn. */
  readonly calendar: Calendar;
  /** Does the turn heed a change of the calendar at this moment? */
  readonly heedsChanges: () => boolean;
  /** When this amount of the turn will have been used, or was. */
  readonly whenUsed: (amount: number) => Instant;
}

/** A change of the calendar touches no turn that has less than this left. */
export const UNTOUCHED_MS = DAY_MS;

/**
 * Two stages decide: the one that told the latest end so far, since an end that was told never gets earlier, and the present one. So the
 * clock takes one step for each change. What was used is judged by the calendar as it was then.
 */
export function turnClock(facts: TurnFacts, now: Instant): TurnClock {
  const { begun, limit, changes, stops } = facts;
  let present: Stage = { at: begun, granted: 0, used: 0, calendar: calendarBefore(changes, begun) };
  let latest = present;
  let heeded = 0;
  const toldAt = (at: Instant): StageEnd => latestOf(latest, present, limit, stopsUntil(stops, at));
  for (const change of happenedSince(facts, now)) {
    const { at } = change;
    const isGrant = 'ms' in change;
    if (!isGrant && heeded === limits.calendarChangesPerTurn) continue;
    const told = toldAt(at);
    if (!isGrant && told.end - at < UNTOUCHED_MS) continue;
    latest = told.stage;
    const { granted, calendar } = present;
    const used = usedBy(present, at, stops);
    // Time held open beyond the end is no time of the player's: what is granted then is all there.
    present = isGrant
      ? { at, granted: granted + change.ms, used: Math.min(used, limit + granted), calendar }
      : { at, granted, used, calendar: addChange(calendar, change) };
    if (!isGrant) heeded += 1;
  }
  return {
    used: usedBy(present, Math.max(now, present.at), stops),
    deadline: latestOf(latest, present, limit, stops).end,
    calendar: present.calendar,
    heedsChanges: () => heeded < limits.calendarChangesPerTurn && toldAt(now).end - now >= UNTOUCHED_MS,
    whenUsed: amount => Math.max(...[latest, present].map(stage => whenUsedBy(stage, amount, stops))),
  };
}

/** What stood still before an instant: what came later was not known then. */
function stopsUntil(stops: readonly TimeSpan[], at: Instant): readonly TimeSpan[] {
  const known = stops.slice(
    0,
    countLeading(stops, ({ from }) => from < at),
  );
  const last = known.at(-1);
  return last === undefined || last.until <= at ? known : known.with(-1, { from: last.from, until: at });
}

const usedBy = ({ calendar, at, used }: Stage, until: Instant, stops: readonly TimeSpan[]): number =>
  used +
  countRunningTime(mergeSpans([...findTouchingSpans(stops, at, until), ...findRests(calendar, at, until)]), at, until);

/** When so much of the turn is used by the calendar of this stage. */
const whenUsedBy = ({ calendar, at, used }: Stage, amount: number, stops: readonly TimeSpan[]): Instant =>
  addCountedTime(calendar, stops, at, Math.max(0, amount - used));

/** A stage, and when the turn ends by it. */
interface StageEnd {
  readonly stage: Stage;
  readonly end: Instant;
}

/** The stage by which the turn ends later. */
function latestOf(one: Stage, other: Stage, limit: number, stops: readonly TimeSpan[]): StageEnd {
  const end = whenUsedBy(one, limit + one.granted, stops);
  const otherEnd = whenUsedBy(other, limit + other.granted, stops);
  return otherEnd > end ? { stage: other, end: otherEnd } : { stage: one, end };
}

/** What happened in the instant in which the turn began may have come behind it: then an end was told without it. */
const happenedSince = ({ begun, changes, grants }: TurnFacts, now: Instant): readonly (CalendarChange | Grant)[] =>
  [
    ...changes.slice(
      countLeading(changes, ({ at }) => at < begun),
      countLeading(changes, ({ at }) => at <= now),
    ),
    ...grants.filter(({ at }) => at >= begun && at <= now),
  ].toSorted((a, b) => a.at - b.at);
