// Plays the game of a proof again: by the rules, the clocks and the ratings, as far as told.
import { isDeepStrictEqual } from 'node:util';
import { searchSessions } from '#adapters/workers/search-sessions.ts';
import { computeClock } from '#core/board/clocks/match-clock.ts';
import { type Match, matchSchema } from '#core/board/match-document.ts';
import { matchStateOf, openMatch, playerName, requireGame } from '#core/board/match.ts';
import { countInheritedMoves } from '#core/board/match-state.ts';
import { findFault } from '#core/board/summary.ts';
import { DEFINITIONS } from '#core/features.ts';
import { findRobotTurn } from '#core/features/boards/index.ts';
import { computeOutcomes, firstRating } from '#core/features/ratings/index.ts';
import { RATING } from '#core/features/ratings/rating.ts';
import type { LoadedData } from '#core/kernel/documents.ts';
import { isWithinLimits, timeOf } from '#core/kernel/time-control.ts';
import { createState } from '#core/kernel/state.ts';
import { robots } from '#core/players/robots.ts';
import { SWAP } from '#games/kit/swap.ts';
import { games } from '#games/registry/index.ts';
import { type Bundle, computeRobotSeed } from '#ledger/bundle.ts';
import { createRobotRequest } from '#service/robots.ts';

type Event = Bundle['events'][number];

/** What is wrong with the game of these events, from its opening to its end, in sentences. */
export function findGameFaults(events: readonly Event[]): readonly string[] {
  const match = readMatch(events);
  if (match === null) return ['its events are not those of a board'];
  const fault = findFault(games, match);
  if (fault !== null) return [fault];
  const times = match.record.map(({ at }) => at);
  if (times.some((at, i) => at < (times[i - 1] ?? 0)) || Number(events[0]?.['at']) > (times.at(-1) ?? 0))
    return ['its events are not in the order of time'];
  return [...findEarlyEnds(match), ...findWrongEnd(match, events.at(-1) ?? {})];
}

/** Moves that the robots of this version do not make, in sentences. A robot's move follows from its level, the seed and the moves before. */
export function findOtherRobotMoves(events: readonly Event[]): readonly string[] {
  const [{ salt, at: entered } = {}] = events;
  const match = readMatch(events);
  if (match === null || typeof salt !== 'string' || typeof entered !== 'number') return [];
  const search = searchSessions(() => 0);
  return match.record.flatMap((entry, i) => {
    // Moves before the board was entered had another seed, and dealt ones had none.
    if ((entry.kind !== 'move' && entry.kind !== 'swap') || entry.at < entered) return [];
    const turn = findRobotTurn({ games, robots }, { ...match, state: 'active', record: match.record.slice(0, i) });
    if (turn === null || turn.matchState.line.length < countInheritedMoves(match)) return [];
    const played = entry.kind === 'move' ? entry.text : SWAP;
    const { length: plies } = turn.matchState.plies;
    const { move } = search(createRobotRequest(turn, computeRobotSeed(salt, plies)));
    const what = `move ${plies + 1} of ${turn.robot.userid} is ${played}, and would be ${move}`;
    return move === played ? [] : [what];
  });
}

/** The board of the events. Its players have the names of the log. null: they are not those of a board. */
function readMatch([
  { kind: _, at: __, salt: ___, players, ...opening } = {},
  ...others
]: readonly Event[]): Match | null {
  const userids = Array.isArray(players) ? (players as readonly unknown[]) : [];
  const checked = matchSchema.safeParse({
    ...{ ...opening, challenger: '', comment: null, threads: userids.map(() => null), state: 'over' },
    ...{ players: userids.map(userid => ({ kind: 'account', userid })), record: others.slice(0, -1) },
  });
  if (!checked.success || !isWithinLimits(timeOf(checked.data))) return null;
  // A summary would be believed without the moves.
  const { summary: ____, ...match } = checked.data;
  return match;
}

/** No holiday and no pause of the service is known. Each of them moves a deadline later. */
const NOTHING_KNOWN = { get: () => null, has: () => true } as unknown as LoadedData;

/** Players who lost on time before it can have been over. */
function findEarlyEnds(match: Match): readonly string[] {
  const state = createState({ ...DEFINITIONS, games, robots }, NOTHING_KNOWN, () => undefined);
  return match.record.flatMap(({ at, ...entry }) => {
    if (entry.kind !== 'retire' || entry.why !== 'out-of-time') return [];
    // All seats of a player end together.
    const first = match.record.findIndex(each => each.kind === 'retire' && each.at === at);
    const loaded = openMatch(state, { ...match, state: 'active', record: match.record.slice(0, first) });
    const clock = computeClock(loaded, state, at);
    if (clock === null || loaded.matchState.holders[entry.seat] !== clock.player)
      return ['a player lost on time whose clock did not run'];
    const [ended, earliest] = [at, clock.deadline].map(instant => new Date(instant).toISOString());
    return at < clock.deadline ? [`a player lost on time at ${ended}, and had until ${earliest} at least`] : [];
  });
}

/** The result, and the new ratings. The ratings before are taken as they are told. */
function findWrongEnd(match: Match, { state, outcome, holders, rated, before }: Event): readonly string[] {
  const matchState = matchStateOf(requireGame({ games }, match), match);
  const { ranks, reason } = matchState.outcome ?? {};
  if (JSON.stringify([state, outcome, holders]) !== JSON.stringify(['over', { ranks, reason }, matchState.holders]))
    return ['its result does not follow from its moves'];
  const told = matchSchema.shape.rated.safeParse(rated).data;
  if ((told === undefined) !== (rated === undefined)) return ['its ratings cannot be read'];
  const known = Array.isArray(before) ? (before as readonly object[]) : [];
  const ratings = match.players.map(playerName).flatMap((name, i) => {
    const checked = RATING.schema.safeParse({ ...firstRating(match.game, name), ...known[i] });
    return checked.success ? [[name, checked.data] as const] : [];
  });
  const again = computeOutcomes(match, matchState, new Map(ratings), told?.at ?? 0)?.rated;
  return isDeepStrictEqual(again, told) ? [] : ['its new ratings do not follow from the old'];
}
