// Derives the clocks of a board from its record, its players' calendars and the stops.
// Clocks are never stored.
import { isRobot } from '#core/players/robots.ts';
import type { Turn } from '../match-state.ts';
import { beginOf, playerName, type LoadedMatch } from '../match.ts';
import { isPausedBy, computePauses } from '#core/players/deliverability.ts';
import { type Instant, DAY_MS } from '#core/kernel/time.ts';
import type { Match } from '../match-document.ts';
import type { State } from '#core/kernel/state.ts';
import { countLeading, mergeSpans, findTouchingSpans, type TimeSpan } from '#core/kernel/spans.ts';
import { STOPS } from './stops.ts';
import { type TimeControl, timeOf } from '#core/kernel/time-control.ts';
import { type Grant, type TurnClock, turnClock, type TurnFacts } from './turn-clock.ts';

/** The clock of the player to act. */
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

/** When no clock of any player ran, up to now. */
export function stopsOf(state: State, now: Instant): readonly TimeSpan[] {
  const stops = state.get(`stops/${STOPS}`);
  if (stops === null) return [];
  return mergeSpans([...stops.outages, ...stops.pauses.map(({ from, until }) => ({ from, until: until ?? now }))]);
}

const grantsTo = ({ record }: Match, player: number): readonly Grant[] =>
  record.flatMap(entry =>
    entry.kind === 'addtime' && entry.by !== player ? [{ at: entry.at, ms: entry.days * DAY_MS }] : [],
  );

const sumOf = (grants: readonly Grant[]): number => grants.reduce((sum, { ms }) => sum + ms, 0);

/** What a player has left of the time for all moves, when their present turn began or as it stands between turns. */
interface Bank {
  readonly left: number;
  readonly clock: RunningClock | null;
}

/** What is the same for all turns of a player at a board. */
interface BankFacts extends Omit<TurnFacts, 'begun' | 'limit'> {
  readonly time: TimeControl;
}

/** What a player has left between two turns, and how many of the grants are in it. */
interface Balance {
  readonly left: number;
  readonly taken: number;
}

/** Turn by turn, as it happened. */
function bankOf({ match, matchState }: LoadedMatch, player: number, state: State, now: Instant): Bank {
  const time = timeOf(match);
  const { totaltime } = time;
  const account = state.account(playerName(match.players[player]));
  const pauses = computePauses(account, beginOf(match), now);
  const isPaused = isPausedBy(account, pauses, now);
  const stops = mergeSpans([...stopsOf(state, now), ...pauses, ...(account?.rests ?? [])]);
  const facts: BankFacts = { time, grants: grantsTo(match, player), changes: account?.calendar ?? [], stops };
  let balance: Balance = { left: totaltime === null ? Infinity : totaltime * DAY_MS, taken: 0 };
  let clock: RunningClock | null = null;
  for (const turn of turnsOf(matchState.turns, player, totaltime === null)) {
    const { begun, ended } = turn;
    if (ended === null) {
      const { run, limit, after } = runTurn(facts, balance, turn, now);
      [balance, clock] = [after, { ...run, player, begun, limit, time, isPaused }];
    } else balance = balanceAfter(facts, balance, turn, ended);
  }
  return { left: balance.left, clock };
}

interface TurnRun {
  readonly run: TurnClock;
  /** What the turn may take, with all that was granted. */
  readonly limit: number;
  readonly after: Balance;
}

/** A turn up to its end, or up to now. */
function runTurn({ time, changes, stops, ...facts }: BankFacts, before: Balance, turn: Turn, until: Instant): TurnRun {
  const { begun, ended } = turn;
  const taken = grantsBy(facts, turn, until);
  const grants = facts.grants.slice(before.taken, taken);
  const granted = sumOf(grants.filter(({ at }) => at <= begun));
  const during = grants.filter(({ at }) => at > begun);
  // After moves were taken back, the player needs time to think about the position again.
  const begin = turn.isRestored ? Math.max(before.left + granted, DAY_MS) : before.left + granted;
  const limit = Math.min(time.forfeittime * DAY_MS + granted, begin);
  const run = turnClock({ begun, limit, grants: during, changes, stops }, until);
  const rest = begin + sumOf(during) - run.used;
  // What was used beyond the end was time we held open: it takes nothing of the next turn.
  let left = ended !== null && ended > run.deadline ? Math.max(DAY_MS, rest) : Math.max(0, rest);
  if (turn.isDone) left = Math.max(left, Math.min((time.cap ?? 0) * DAY_MS, left + time.increment * DAY_MS));
  return { run, limit: limit + sumOf(during), after: { left, taken } };
}

/** How many grants came up to this instant. What is given in the instant of a move is for the next turn. */
const grantsBy = ({ grants }: Pick<BankFacts, 'grants'>, { ended }: Turn, until: Instant): number =>
  countLeading(grants, ({ at }) => (ended === null ? at <= until : at < until));

/** What the balance after a turn that has ended was reckoned from, and the balance. */
interface KnownBalance {
  readonly from: readonly unknown[];
  readonly after: Balance;
}

const knownBalances = new WeakMap<Turn, KnownBalance>();

/** What is left after a turn that has ended: its clock runs once, as long as everything that it depends on is the same. */
function balanceAfter(facts: BankFacts, before: Balance, turn: Turn, ended: Instant): Balance {
  const from = inputsOf(facts, before, turn, ended);
  const known = knownBalances.get(turn);
  if (known?.from.length === from.length && known.from.every((input, index) => input === from[index]))
    return known.after;
  const { after } = runTurn(facts, before, turn, ended);
  knownBalances.set(turn, { from, after });
  return after;
}

/** Calendars only grow: their last change up to the end of the turn stands for all of them. */
function inputsOf(facts: BankFacts, before: Balance, turn: Turn, ended: Instant): readonly unknown[] {
  const { time, changes, stops } = facts;
  const changed = countLeading(changes, ({ at }) => at <= ended);
  const taken = grantsBy(facts, turn, ended);
  return [
    ...[time, before.left, before.taken, taken, changed, changes[changed - 1]],
    ...facts.grants.slice(before.taken, taken).flatMap(({ at, ms }) => [at, ms]),
    ...findTouchingSpans(stops, turn.begun, ended).flatMap(({ from, until }) => [from, Math.min(until, ended)]),
  ];
}

/** Without a time for all moves only the last two turns matter: what was granted between them. */
const turnsOf = (turns: readonly Turn[], player: number, isPerMove: boolean): readonly Turn[] => {
  const own = turns.filter(turn => turn.player === player);
  return isPerMove ? own.slice(-2) : own;
};

/** The clock that runs. null: none does, because no player is to act, or a robot is. */
export function clockOf(table: LoadedMatch, state: State, now: Instant): RunningClock | null {
  const turn = table.matchState.turns.at(-1);
  // Boards that were opened before there were clocks have none.
  if (table.match.time === undefined || table.match.state !== 'active' || turn?.ended !== null) return null;
  if (isRobot(state, playerName(table.match.players[turn.player]))) return null;
  return bankOf(table, turn.player, state, now).clock;
}

/** Milliseconds a player has left for all moves; null where there is no such limit, or they need none. */
export function bankLeft(table: LoadedMatch, player: number, state: State, now: Instant): number | null {
  if (timeOf(table.match).totaltime === null) return null;
  if (isRobot(state, playerName(table.match.players[player]))) return null;
  return bankOf(table, player, state, now).left;
}
