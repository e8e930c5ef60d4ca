// The feature `boards`: matches with their clocks, followers, numbers, and the turns of robots.
import { wakeBoard } from '#core/board/acts/events.ts';
import { findRobot } from '#core/players/robots.ts';
import { type LoadedMatch, isCounted, matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import { findFault } from '#core/board/summary.ts';
import { applyDecision, followEvents } from '#core/board/acts/announce.ts';
import { playMove, playPrepared } from '#core/board/acts/play.ts';
import { loadMatch } from '#core/board/acts/require-match.ts';
import { findNextTimedEvent, noteAcceptedReminder } from '#core/board/acts/time-out.ts';
import {
  STOPS,
  STOPS_DEFINITION,
  type Stops,
  noteMailboxRead,
  pauseClocks,
  resumeClocks,
} from '#core/board/clocks/stops.ts';
import { MATCH, SUBSCRIBERS } from '#core/board/match-definition.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { type Robot, COUNTER } from '#core/kernel/document-definition.ts';
import { type Changes, matchKey, type MatchRef } from '#core/kernel/documents.ts';
import { type Catalogue, type State, apply } from '#core/kernel/state.ts';
import type { Consequence } from '#core/players/message.ts';
import { makeBoardContext } from '#core/mail/mail-sender.ts';
import type { Receipt } from '#core/writing/mail-plan.ts';
import { type ActorContext, type Notification, createActorContext, tellBoard } from '#core/players/decision.ts';
import type { Feature, RequestContext } from '#core/writing/feature.ts';

/** A robot to move, and everything its move depends on. */
export interface RobotTurn extends LoadedMatch {
  readonly robot: Robot;
}

/** null: no robot is to move. */
export function findRobotTurn(
  { games, robots }: Pick<Catalogue, 'games' | 'robots'>,
  match: Match | null,
): RobotTurn | null {
  const game = games.find(each => each.name === match?.game);
  if (match?.state !== 'active' || game === undefined) return null;
  // A board that fails validation cannot go on, so no robot is to move there.
  if (findFault(games, match) !== null) return null;
  const matchState = matchStateOf(game, match);
  const turn = turnOf(game, match, matchState);
  const robot = turn === null ? null : findRobot(robots, playerName(match.players[turn.player]));
  if (robot === null) return null;
  return { robot, game, match, matchState };
}

/** Stores on each changed board whether a robot is to move. */
export function noteRobotTurns(state: State): State {
  const changes: Changes = new Map(
    state.changedOfKind('match').flatMap(changed => {
      const { isRobotsTurn = false, ...match } = changed;
      const isNow = findRobotTurn(state, changed) !== null;
      if (isNow === isRobotsTurn) return [];
      return [[matchKey(match), isNow ? { ...match, isRobotsTurn: true } : match] as const];
    }),
  );
  return changes.size === 0 ? state : state.with(changes);
}

/** Handles the alarm of a board. If no event is due yet, the alarm is only set anew. */
export function decideBoard(state: State, { game, number }: Match, { now, inboxEmptyAt }: RequestContext): Consequence {
  const context = createActorContext(state, now);
  const event = findNextTimedEvent(state, { game, number }, { now, inboxEmptyAt });
  const decision = event !== null && event.at <= now ? event.decide?.(context) : undefined;
  const decided = decision?.ok === true ? decision.value : { events: [], notifications: [] };
  const { events, notifications } = playPrepared(context, decided);
  // Clears the alarm. A reaction sets the next one, if there is one.
  return applyDecision(context, { events: [...events, wakeBoard({ game, number }, null)], notifications });
}

/** Sets the alarm of each changed board. */
export const scheduleChecks = (state: State, context: RequestContext): State =>
  state.changedOfKind('match').reduce((sofar, match) => {
    const event = findNextTimedEvent(sofar, match, context);
    const wake = event === null ? null : Math.max(event.at, context.now);
    if (wake === (match.wake ?? null)) return sofar;
    return apply(sofar, wakeBoard(match, wake));
  }, state);

/** A robot's move. */
export interface RobotMove {
  readonly kind: 'robot-move';
  readonly robot: Robot;
  readonly match: MatchRef;
  /** The move's number in the game, from 1. At any other number the move is not played. */
  readonly number: number;
  /** The number of take-backs when the robot began to think. After a take-back the same move number exists again. */
  readonly takeBacks: number;
  /** In the game's notation, or `swap`. */
  readonly move: string;
  /** The robot's score after it, 0 … 1, if both sides play best. null: nothing is proved, the game has no solver, or it is a swap. */
  readonly proved: number | null;
}

/** What a robot that asks the solver has proved, for each player who lets robots talk. Its own loss stays for the player to find. */
function tellProved({ state }: ActorContext, request: RobotMove): readonly Notification[] {
  const { robot, match: ref, number, proved } = request;
  const loaded = loadMatch(state, ref);
  if (!loaded.ok || proved === null || proved < 0.5 || robot.engine !== 'solver') return [];
  const { game, match, matchState } = loaded.value;
  const isSwapAhead = match.swap && matchState.swapped === null && number <= (game.swapAfter ?? 0);
  if (isSwapAhead || isCounted(match) || match.isTutorial === true) return [];
  const news = { code: proved === 1 ? 'robot-proved-win' : 'robot-proved-draw', parts: { player: robot.userid } };
  const listeners = userids(match).filter(userid => state.account(userid)?.settings.robots === 'talk');
  return listeners.map(only => tellBoard(ref, news, { movedBy: robot.userid, only }));
}

/** Plays a robot's move. null: the board has changed meanwhile. */
function decideRobotMove(state: State, request: RobotMove, { now }: RequestContext): Consequence | null {
  const { robot, match, move, number, takeBacks } = request;
  const board = makeBoardContext(match, { ply: number - 1, takeBacks });
  const context: ActorContext = { ...createActorContext(state, now, robot.userid), board };
  const decision = playMove(context, { match, text: move, number: null });
  if (!decision.ok) return null;
  const { events, notifications } = playPrepared(context, decision.value);
  // After a prepared answer it is another position.
  const isLast = events.length === decision.value.events.length && !events.some(each => 'over' in each && each.over);
  const told = isLast ? tellProved(context, request) : [];
  return applyDecision(context, { events, notifications: [...notifications, ...told] });
}

/** The SMTP server accepted a mail with a receipt. */
export interface MailAccepted {
  readonly kind: 'mail-accepted';
  readonly receipt: Receipt;
}

/** The mailbox could be read. */
export interface MailboxRead {
  readonly kind: 'mailbox-read';
  /** Is a long time since the last reading an outage? It is not on a clock that runs faster than real time. */
  readonly outagesCount: boolean;
}

/** The operator stops all clocks, or lets them run again. */
export interface ClocksSwitch {
  readonly kind: 'clocks-switch';
  readonly paused: boolean;
}

const changeStops = (state: State, change: (stops: Stops | null) => Stops): Consequence | null =>
  followEvents(state, [{ kind: 'stops-changed', stops: change(state.get(`stops/${STOPS}`)) }]);

/** The feature `boards`: matches with their clocks, followers and numbers. */
export const boards = {
  documents: { match: MATCH, subscribers: SUBSCRIBERS, stops: STOPS_DEFINITION, counter: COUNTER },
  alarms: { match: ({ state, document, context }) => decideBoard(state, document, context) },
  requests: {
    'robot-move': decideRobotMove,
    'mail-accepted': (state, { receipt }: MailAccepted, { now }) =>
      followEvents(state, noteAcceptedReminder(state, receipt.match, receipt.sent, now)),
    'mailbox-read': (state, { outagesCount }: MailboxRead, { now }) =>
      changeStops(state, stops => noteMailboxRead(stops, now, outagesCount)),
    'clocks-switch': (state, { paused: isPaused }: ClocksSwitch, { now }) =>
      changeStops(state, stops => (isPaused ? pauseClocks : resumeClocks)(stops, now)),
  },
  reaction: (_, after, context) => ({ messages: [], state: noteRobotTurns(scheduleChecks(after, context)) }),
} satisfies Feature;
