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
import { must } from '#games/kit/assert.ts';
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

/** The turn from some instant on, as something about it was changed then. */
interface TurnState {
  readonly at: Instant;
  readonly granted: number;
  readonly calendar: Calendar;
}

interface Stage extends TurnState {
  readonly used: number;
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
export const UNTOUCHED_MS = DAY_MS;

/**
 * Every state of the calendar since the turn began gave a deadline; the latest of them stands. What was used is judged by the calendar
 * as it was then.
 */
export function turnClock(facts: TurnFacts, now: Instant): TurnClock {
  const { begun, limit, changes, stops } = facts;
  let states: readonly TurnState[] = [
    { at: begun, granted: 0, calendar: calendarAfter(changes.filter(({ at }) => at < begun)) },
  ];
  for (const change of happenedSince(facts, now)) {
    const last = must(states.at(-1), 'a turn has a beginning');
    if ('ms' in change) {
      states = [...states, { ...last, at: change.at, granted: last.granted + change.ms }];
    } else if (deadlineOf(states, limit, upTo(stops, change.at)) - change.at >= UNTOUCHED_MS) {
      states = [...states, { ...last, at: change.at, calendar: withChange(last.calendar, change) }];
    }
  }
  const stages = stagesOf(states, limit, stops);
  const last = must(stages.at(-1), 'a turn has a beginning');
  return {
    used: usedBy(last, Math.max(now, last.at), stops),
    deadline: latestEnd(stages, limit, stops),
    calendar: last.calendar,
    whenUsed: amount =>
      Math.max(
        ...stages
          .filter(({ used }) => used < amount || used === 0)
          .map(each => afterCounted(each.calendar, stops, each.at, Math.max(0, amount - each.used))),
      ),
  };
}

/** What stood still before an instant: nobody knew then what would come. */
const upTo = (stops: readonly TimeSpan[], at: Instant): readonly TimeSpan[] =>
  stops.filter(({ from }) => from < at).map(({ from, until }) => ({ from, until: Math.min(until, at) }));

const usedBy = (stage: Stage, until: Instant, stops: readonly TimeSpan[]): number =>
  stage.used + countedBetween(merged([...stops, ...restsWithin(stage.calendar, stage.at, until)]), stage.at, until);

/** With what was used until each state began. Time held open beyond the end is nobody's: what is granted then is all there. */
function stagesOf(states: readonly TurnState[], limit: number, stops: readonly TimeSpan[]): readonly Stage[] {
  const stages: Stage[] = [];
  for (const state of states) {
    const before = stages.at(-1);
    const used = before === undefined ? 0 : usedBy(before, state.at, stops);
    const most = limit + (before?.granted ?? 0);
    stages.push({
      ...state,
      used: before !== undefined && state.granted > before.granted ? Math.min(used, most) : used,
    });
  }
  return stages;
}

const latestEnd = (stages: readonly Stage[], limit: number, stops: readonly TimeSpan[]): Instant =>
  Math.max(
    ...stages.map(({ calendar, at, granted, used }) =>
      afterCounted(calendar, stops, at, Math.max(0, limit + granted - used)),
    ),
  );

const deadlineOf = (states: readonly TurnState[], limit: number, stops: readonly TimeSpan[]): Instant =>
  latestEnd(stagesOf(states, limit, stops), limit, stops);

/** What happened in the instant in which the turn began may have come behind it: then an end was told without it. */
const happenedSince = ({ begun, changes, grants }: TurnFacts, now: Instant): readonly (CalendarChange | Grant)[] =>
  [...changes, ...grants].filter(({ at }) => at >= begun && at <= now).toSorted((a, b) => a.at - b.at);
