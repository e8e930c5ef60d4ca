// Offers a robot if no player takes a seek within a day. It plays only if the seeker agrees.
import { type CommandContext, allow, type Decision, deny } from '#core/decision/decision.ts';
import type { Robot } from '#core/kernel/robot.ts';
import { tooManyRobots } from '#core/matches/allowance.ts';
import { requireGame } from '#core/board/match.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type Instant, DAY_MS } from '#core/kernel/time.ts';
import { type Seek, wantedOf } from './seek.ts';
import type { State } from '#core/kernel/state.ts';
import { admits, mergeTerms } from './agreement.ts';
import { boardOf } from './matching.ts';
import { boardBetween, hasRoomAt, isPresent, ratingOf } from './seekers.ts';

/** The robot nearest in rating that the seek would take; null: there is none, or a robot is no company for it. */
function nearestRobot(state: State, seek: Seek): Robot | null {
  if (seek.code !== null || mergeTerms(requireGame(state, seek), [seek])?.seats !== 2) return null;
  const own = ratingOf(state, seek.userid, seek.game);
  const [nearest] = state.robots
    .filter(({ rating }) => admits(seek.rating, rating))
    .toSorted((a, b) => Math.abs(a.rating - own) - Math.abs(b.rating - own));
  return nearest ?? null;
}

/** The robot to offer now. null: none. */
export function chooseRobotToOffer(state: State, seek: Seek, now: Instant): Robot | null {
  const isDue = !seek.isRobotOffered && now >= seek.since + DAY_MS && wantedOf(seek) > 0;
  return isDue && isPresent(state, seek.userid, now) ? nearestRobot(state, seek) : null;
}

/** The seeker has said yes. */
export function playRobot(at: CommandContext, number: number): Decision {
  const { state } = at;
  const seek = state.get(`seek/${number}`);
  const robot = seek === null ? null : nearestRobot(state, seek);
  const what = seek === null ? null : mergeTerms(requireGame(state, seek), [seek]);
  if (seek === null || robot === null || what === null || wantedOf(seek) <= 0)
    return deny(refused('seek-over', { number }));
  const game = requireGame(state, seek);
  const board = boardBetween(state, game.name, seek.userid, robot.userid);
  if (board !== null) return deny(refused('take-pair', { owner: robot.userid, game: game.title, board }));
  if (!hasRoomAt(state, seek.userid, game)) return deny(refused('take-limit', { game: game.title, name: game.name }));
  const why = tooManyRobots(state, [{ kind: 'account', userid: robot.userid }], seek.userid);
  if (why !== null) return deny(why);
  const news = { code: 'seek-robot', parts: { robot: robot.userid, number, owner: seek.userid } };
  // As in a challenge: against a robot nothing is at stake unless somebody says so.
  const terms = { ...what, isRated: seek.isRated ?? false };
  const { events, notifications } = boardOf(at, { game, what: terms, seeks: [seek], takers: [robot.userid], news });
  return allow(events, notifications);
}
