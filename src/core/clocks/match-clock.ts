// The clocks of a board, derived from its record, its players' calendars and what stopped everybody: nothing of them is stored.
import { isRobot } from '../matches/allowance.ts';
import type { Turn } from '../matches/match-state.ts';
import { beginOf, playerName, type Table } from '../matches/match.ts';
import { isPausedBy, pausesAt } from '../accounts/reach.ts';
import type { Account, Instant, Match } from '../state/documents.ts';
import type { State } from '../state/state.ts';
import { DAY_MS } from '../time.ts';
import { countLeading, merged, type TimeSpan } from './spans.ts';
import { STOPS } from './stops.ts';
import { type TimeControl, timeOf } from './time-control.ts';
import { type Grant, type TurnClock, turnClock } from './turn-clock.ts';

/** The clock of whoever is to act. */
export interface RunningClock extends TurnClock {
  /** An index of match.players. */
  readonly player: number;
  readonly begun: Instant;
  /** Milliseconds that count which the turn may take, with all that was granted. */
  readonly limit: number;
  readonly time: TimeControl;
  /** Does it stand still at this moment, since no mail reaches the player? */
  readonly isPaused: boolean;
}

/** When no clock ran, whoever it is, up to now. */
export function stopsOf(state: State, now: Instant): readonly TimeSpan[] {
  const stops = state.document('stops', STOPS);
  if (stops === null) return [];
  return merged([...stops.outages, ...stops.pauses.map(({ from, until }) => ({ from, until: until ?? now }))]);
}

const grantsTo = ({ record }: Match, player: number): readonly Grant[] =>
  record.flatMap(entry =>
    entry.kind === 'addtime' && entry.by !== player ? [{ at: entry.at, ms: entry.days * DAY_MS }] : [],
  );

const sumOf = (grants: readonly Grant[]): number => grants.reduce((sum, { ms }) => sum + ms, 0);

const restsOf = (account: Account | null): readonly TimeSpan[] => account?.rests ?? [];

/** What a player has left of the time for all moves, when their present turn began or as it stands between turns. */
interface Bank {
  readonly left: number;
  readonly clock: RunningClock | null;
}

/** Turn by turn, as it happened. */
function bankOf({ match, matchState }: Table, player: number, state: State, now: Instant): Bank {
  const time = timeOf(match);
  const { forfeittime, totaltime, increment, cap } = time;
  const name = playerName(match.players[player]);
  const account = state.account(name);
  const changes = account?.calendar ?? [];
  const pauses = pausesAt(account, beginOf(match), now);
  const isPaused = isPausedBy(account, pauses, now);
  const stops = merged([...stopsOf(state, now), ...pauses, ...restsOf(account)]);
  let grants = grantsTo(match, player);
  let left = totaltime === null ? Infinity : totaltime * DAY_MS;
  let clock: RunningClock | null = null;
  for (const turn of turnsOf(matchState.turns, player, totaltime === null)) {
    const { begun, ended } = turn;
    const until = ended ?? now;
    // What is given in the instant of a move is for the next turn.
    const taken = countLeading(grants, ({ at }) => (ended === null ? at <= now : at < ended));
    const since = grants.slice(0, taken);
    grants = grants.slice(taken);
    const before = sumOf(since.filter(({ at }) => at <= begun));
    const during = since.filter(({ at }) => at > begun);
    left += before;
    // Nobody is put into a position again without time to think about it.
    if (turn.isRestored) left = Math.max(left, DAY_MS);
    const limit = Math.min(forfeittime * DAY_MS + before, left);
    const run = turnClock({ begun, limit, grants: during, changes, stops }, until);
    if (ended === null) clock = { ...run, player, begun, limit: limit + sumOf(during), time, isPaused };
    const rest = left + sumOf(during) - run.used;
    // What was used beyond the end was time we held open: it takes nothing of the next turn.
    left = ended !== null && ended > run.deadline ? Math.max(DAY_MS, rest) : Math.max(0, rest);
    if (turn.isDone) left = Math.max(left, Math.min((cap ?? 0) * DAY_MS, left + increment * DAY_MS));
  }
  return { left, clock };
}

/** Without a time for all moves only the last two turns matter: what was granted between them. */
const turnsOf = (turns: readonly Turn[], player: number, isPerMove: boolean): readonly Turn[] => {
  const own = turns.filter(turn => turn.player === player);
  return isPerMove ? own.slice(-2) : own;
};

/** Boards that were opened before there were clocks have none. */
const hasClock = ({ time }: Match): boolean => time !== undefined;

/** The clock that runs; null: none does, since nobody is to act, or a robot is. */
export function clockOf(table: Table, state: State, now: Instant): RunningClock | null {
  const turn = table.matchState.turns.at(-1);
  if (!hasClock(table.match) || table.match.state !== 'active' || turn?.ended !== null) return null;
  if (isRobot(state, playerName(table.match.players[turn.player]))) return null;
  return bankOf(table, turn.player, state, now).clock;
}

/** Milliseconds a player has left for all moves; null where there is no such limit, or they need none. */
export function bankLeft(table: Table, player: number, state: State, now: Instant): number | null {
  if (timeOf(table.match).totaltime === null) return null;
  if (isRobot(state, playerName(table.match.players[player]))) return null;
  return bankOf(table, player, state, now).left;
}
