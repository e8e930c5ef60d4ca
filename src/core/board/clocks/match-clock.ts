// Derives the clocks of a board from its record, its players' calendars and the stops.
// Clocks are never stored.
import { isRobot } from '#core/players/robots.ts';
import type { MatchState, Turn } from '../match-state.ts';
import { type LoadedMatch, beginOf, playerName } from '../match.ts';
import { computePauses, isPausedBy } from '#core/players/account.ts';
import { DAY_MS, type Instant, type TimeSpan, countLeading, findTouchingSpans, mergeSpans } from '#core/kernel/time.ts';
import { FIRST_CALENDAR, addCountedTime } from '#core/kernel/calendar.ts';
import type { State } from '#core/kernel/state.ts';
import { STOPS } from './stops.ts';
import { type TimeControl, timeOf } from '#core/kernel/time-control.ts';
import { type Grant, type TurnClock, type TurnInput, computeTurnClock } from './turn-clock.ts';

/** The clock of the player to act. */
export interface RunningClock extends TurnClock {
  /** An index of match.players. */
  readonly player: number;
  readonly begun: Instant;
  /** The counted milliseconds that the turn may take, with all grants. */
  readonly limit: number;
  readonly time: TimeControl;
  /** Is the clock stopped now, because no mail reaches the player, or at the whole board? */
  readonly isStopped: boolean;
}

/** The spans up to now in which no clock of any player ran. */
export function findStops(state: State, now: Instant): readonly TimeSpan[] {
  const stops = state.get(`stops/${STOPS}`);
  if (stops === null) return [];
  return mergeSpans([...stops.outages, ...stops.pauses.map(({ from, until }) => ({ from, until: until ?? now }))]);
}

/** The spans up to now in which the clocks of a board stood still for all of its players. */
export function findStopsAt({ pause, pauses }: MatchState, state: State, now: Instant): readonly TimeSpan[] {
  const open = pause === null ? [] : [{ from: pause.from, until: now }];
  return mergeSpans([...findStops(state, now), ...pauses, ...open]);
}

/** The instant at which this time has passed since `from`, without the stops. */
export const addTimeWithoutStops = (stops: readonly TimeSpan[], from: Instant, ms: number): Instant =>
  addCountedTime(FIRST_CALENDAR, stops, from, ms);

const sumGrants = (grants: readonly Grant[]): number => grants.reduce((sum, { ms }) => sum + ms, 0);

/** The input that is the same for all turns of a player at a board. */
interface BankInput extends Omit<TurnInput, 'begun' | 'limit'> {
  readonly time: TimeControl;
}

/** A player's time left between two turns, and the number of grants that it includes. */
interface TimeBalance {
  readonly left: number;
  readonly taken: number;
}

/** Computes a player's time bank turn by turn. */
function computeBank({ match, matchState }: LoadedMatch, player: number, state: State, now: Instant) {
  const time = timeOf(match);
  const { totaltime } = time;
  const account = state.account(playerName(match.players[player]));
  const pauses = computePauses(account, beginOf(match), now);
  const isStopped = matchState.pause !== null || isPausedBy(account, pauses, now);
  const stops = mergeSpans([...findStopsAt(matchState, state, now), ...pauses, ...(account?.rests ?? [])]);
  const grants = match.record.flatMap((entry): readonly Grant[] =>
    entry.kind === 'addtime' && entry.by !== player ? [{ at: entry.at, ms: entry.days * DAY_MS }] : [],
  );
  const input: BankInput = { time, grants, changes: account?.calendar ?? [], stops };
  let balance: TimeBalance = { left: totaltime === null ? Infinity : totaltime * DAY_MS, taken: 0 };
  let clock: RunningClock | null = null;
  for (const turn of selectTurns(matchState.turns, player, totaltime === null)) {
    const { begun, ended } = turn;
    if (ended === null) {
      const { run, limit, after } = runTurn(input, balance, turn, now);
      // After a pause the player has a day at least.
      const deadline = Math.max(run.deadline, (matchState.pauses.at(-1)?.until ?? -Infinity) + Math.min(DAY_MS, limit));
      [balance, clock] = [after, { ...run, deadline, player, begun, limit, time, isStopped }];
    } else balance = computeBalanceAfter(input, balance, turn, ended);
  }
  return { left: balance.left, clock };
}

interface TurnRun {
  readonly run: TurnClock;
  /** The counted milliseconds that the turn may take, with all grants. */
  readonly limit: number;
  readonly after: TimeBalance;
}

/** Computes a turn up to its end, or up to now. */
function runTurn(
  { time, changes, stops, ...input }: BankInput,
  before: TimeBalance,
  turn: Turn,
  until: Instant,
): TurnRun {
  const { begun, ended } = turn;
  const grantCount = countGrants(input, turn, until);
  const grants = input.grants.slice(before.taken, grantCount);
  const grantedMs = sumGrants(grants.filter(({ at }) => at <= begun));
  const laterGrants = grants.filter(({ at }) => at > begun);
  // After moves were taken back, the player needs time to think about the position again.
  const availableMs = turn.isRestored ? Math.max(before.left + grantedMs, DAY_MS) : before.left + grantedMs;
  const limit = Math.min(time.forfeittime * DAY_MS + grantedMs, availableMs);
  const turnRun = computeTurnClock({ begun, limit, grants: laterGrants, changes, stops }, until);
  const remainingMs = availableMs + sumGrants(laterGrants) - turnRun.used;
  // Time used after the deadline is not the player's, so it does not reduce the next turn.
  let left = ended !== null && ended > turnRun.deadline ? Math.max(DAY_MS, remainingMs) : Math.max(0, remainingMs);
  if (turn.isDone) left = Math.max(left, Math.min((time.cap ?? 0) * DAY_MS, left + time.increment * DAY_MS));
  return { run: turnRun, limit: limit + sumGrants(laterGrants), after: { left, taken: grantCount } };
}

/** Counts the grants up to an instant. A grant in the instant of a move belongs to the next turn. */
const countGrants = ({ grants }: Pick<BankInput, 'grants'>, { ended }: Turn, until: Instant): number =>
  countLeading(grants, ({ at }) => (ended === null ? at <= until : at < until));

/** A cached balance after a finished turn, with the inputs it was computed from. */
interface CachedBalance {
  readonly inputs: readonly unknown[];
  readonly after: TimeBalance;
}

const cachedBalances = new WeakMap<Turn, CachedBalance>();

/** The balance after a finished turn. It is cached as long as its inputs are the same. */
function computeBalanceAfter(input: BankInput, before: TimeBalance, turn: Turn, ended: Instant): TimeBalance {
  // The inputs of a balance. Calendars only grow, so the last change before the turn's end identifies all of them.
  const { time, changes, stops } = input;
  const changeCount = countLeading(changes, ({ at }) => at <= ended);
  const grantCount = countGrants(input, turn, ended);
  const inputs = [
    ...[time, before.left, before.taken, grantCount, changeCount, changes[changeCount - 1]],
    ...input.grants.slice(before.taken, grantCount).flatMap(({ at, ms }) => [at, ms]),
    ...findTouchingSpans(stops, turn.begun, ended).flatMap(({ from, until }) => [from, Math.min(until, ended)]),
  ];
  const cached = cachedBalances.get(turn);
  if (cached?.inputs.length === inputs.length && cached.inputs.every((input, index) => input === inputs[index]))
    return cached.after;
  const { after } = runTurn(input, before, turn, ended);
  cachedBalances.set(turn, { inputs, after });
  return after;
}

/** The turns to compute. Without a total time only the last two matter, for the grants between them. */
const selectTurns = (turns: readonly Turn[], player: number, isPerMove: boolean): readonly Turn[] => {
  const ownTurns = turns.filter(turn => turn.player === player);
  return isPerMove ? ownTurns.slice(-2) : ownTurns;
};

/** The running clock. null: no player is to act, or a robot is. */
export function computeClock(loadedMatch: LoadedMatch, state: State, now: Instant): RunningClock | null {
  const turn = loadedMatch.matchState.turns.at(-1);
  // Boards that were opened before there were clocks have none.
  if (loadedMatch.match.time === undefined || loadedMatch.match.state !== 'active' || turn?.ended !== null) return null;
  if (isRobot(state, playerName(loadedMatch.match.players[turn.player]))) return null;
  return computeBank(loadedMatch, turn.player, state, now).clock;
}

/** The milliseconds that a player has left for all moves. null: there is no such limit, or the player is a robot. */
export function computeBankLeft(loadedMatch: LoadedMatch, player: number, state: State, now: Instant): number | null {
  if (timeOf(loadedMatch.match).totaltime === null) return null;
  if (isRobot(state, playerName(loadedMatch.match.players[player]))) return null;
  return computeBank(loadedMatch, player, state, now).left;
}
