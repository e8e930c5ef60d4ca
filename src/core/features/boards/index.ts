// The feature `boards`: matches with their clocks, followers and numbers.
import { announceToAll } from '#core/board/acts/announce.ts';
import { playPrepared } from '#core/board/acts/play.ts';
import { noteRobotTurns } from '#core/board/acts/robot-turn.ts';
import { findNextTimedEvent } from '#core/board/acts/time-out.ts';
import { STOPS_DEFINITION } from '#core/board/clocks/stops.ts';
import { MATCH, SUBSCRIBERS } from '#core/board/match-definition.ts';
import type { Match } from '#core/board/match-document.ts';
import { COUNTER } from '#core/kernel/document-definition.ts';
import { type State, apply } from '#core/kernel/state.ts';
import type { Consequence } from '#core/players/message.ts';
import { type Decided, createActorContext } from '#core/players/decision.ts';
import type { Feature, RequestContext } from '#core/writing/feature.ts';

/** Handles the alarm of a board, and sets the next alarm of every changed board. */
const NOTHING: Decided = { events: [], notifications: [] };

/** Handles the alarm of a board. If no event is due yet, the alarm is only set anew. */
export function decideBoard(state: State, { game, number }: Match, { now, inboxEmptyAt }: RequestContext): Consequence {
  const context = createActorContext(state, now);
  const event = findNextTimedEvent(state, { game, number }, { now, inboxEmptyAt });
  const decision = event !== null && event.at <= now ? event.decide?.(context) : undefined;
  const { events, notifications } = playPrepared(context, decision?.ok === true ? decision.value : NOTHING);
  // Clears the alarm. A reaction sets the next one, if there is one.
  const asleep = { kind: 'match-woken', match: { game, number }, wake: null } as const;
  const after = [...events, asleep].reduce(apply, state);
  return { messages: announceToAll({ ...context, state: after }, notifications), state: after };
}

/** Sets the alarm of each changed board. */
export const scheduleChecks = (state: State, context: RequestContext): State =>
  state.changedOfKind('match').reduce((sofar, match) => {
    const event = findNextTimedEvent(sofar, match, context);
    const wake = event === null ? null : Math.max(event.at, context.now);
    if (wake === (match.wake ?? null)) return sofar;
    return apply(sofar, { kind: 'match-woken', match: { game: match.game, number: match.number }, wake });
  }, state);

/** The feature `boards`: matches with their clocks, followers and numbers. */
export const boards = {
  documents: { match: MATCH, subscribers: SUBSCRIBERS, stops: STOPS_DEFINITION, counter: COUNTER },
  alarms: { match: ({ state, document, context }) => decideBoard(state, document, context) },
  reaction: (_, after, context) => ({ messages: [], state: noteRobotTurns(scheduleChecks(after, context)) }),
} satisfies Feature;
