// The clock of one turn: how much of it was used, and when it ends. A deadline once told never gets earlier.
import { DAY_MS, type Instant } from '../time.ts';
import {
  afterCounted,
  type Calendar,
  type CalendarChange,
  calendarAfter,
  restsWithin,
  withChange,
} from './calendar.ts';
import { countedBetween, merged, type TimeSpan } from './spans.ts';

/** Time somebody gave the player who has this turn. */
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
  /** When no clock runs, whoever it is: merged. */
  readonly stops: readonly TimeSpan[];
}

/** The turn as it stood when something about it changed. */
interface Stage {
  readonly at: Instant;
  readonly used: number;
  readonly granted: number;
  readonly calendar: Calendar;
}

export interface TurnClock {
  /** Milliseconds that count, since the turn began. */
  readonly used: number;
  readonly deadline: Instant;
  /** As it binds this turn. */
  readonly calendar: Calendar;
  /** When so much of the turn will have been used, or was. */
  readonly whenUsed: (amount: number) => Instant;
}

/** A change of the calendar touches no turn that has less than this left. */
const UNTOUCHED_MS = DAY_MS;

/**
 * Every state of the calendar since the turn began gave a deadline; the latest of them stands. What was used is judged by the calendar
 * as it was then.
 */
export function turnClock({ begun, limit, grants, changes, stops }: TurnFacts, now: Instant): TurnClock {
  const usedUntil = (stage: Stage, until: Instant): number =>
    stage.used + countedBetween(merged([...stops, ...restsWithin(stage.calendar, stage.at, until)]), stage.at, until);
  const endBy = (stage: Stage, amount: number): Instant =>
    afterCounted(stage.calendar, stops, stage.at, Math.max(0, amount - stage.used));

  let stage: Stage = {
    ...{ at: begun, used: 0, granted: 0 },
    calendar: calendarAfter(changes.filter(({ at }) => at < begun)),
  };
  const stages = [stage];
  let deadline = endBy(stage, limit);
  for (const change of happenedSince(begun, now, changes, grants)) {
    const isGrant = 'ms' in change;
    if (!isGrant && deadline - change.at < UNTOUCHED_MS) continue;
    stage = {
      at: change.at,
      used: usedUntil(stage, change.at),
      granted: stage.granted + (isGrant ? change.ms : 0),
      calendar: isGrant ? stage.calendar : withChange(stage.calendar, change),
    };
    stages.push(stage);
    deadline = Math.max(deadline, endBy(stage, limit + stage.granted));
  }
  return {
    used: usedUntil(stage, Math.max(now, stage.at)),
    deadline,
    calendar: stage.calendar,
    whenUsed: amount =>
      Math.max(...stages.filter(({ used }) => used < amount || used === 0).map(each => endBy(each, amount))),
  };
}

/** What happened in the instant in which the turn began may have come behind it: then an end was told without it. */
const happenedSince = (
  begun: Instant,
  now: Instant,
  changes: readonly CalendarChange[],
  grants: readonly Grant[],
): readonly (CalendarChange | Grant)[] =>
  [...changes, ...grants].filter(({ at }) => at >= begun && at <= now).toSorted((a, b) => a.at - b.at);
