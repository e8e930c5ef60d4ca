// The feature `boards`: matches with their clocks, followers and numbers.
import { STOPS_DEFINITION } from '#core/board/clocks/stops.ts';
import { MATCH, SUBSCRIBERS } from '#core/board/match-definition.ts';
import type { Feature } from '#core/writing/feature.ts';
import { COUNTER } from '#core/kernel/document-definition.ts';
import { noteRobotTurns } from '#core/board/acts/robot-turn.ts';
import { decideBoard, scheduleChecks } from './board-alarm.ts';

export const boards = {
  documents: { match: MATCH, subscribers: SUBSCRIBERS, stops: STOPS_DEFINITION, counter: COUNTER },
  alarms: { match: ({ state, document, context }) => decideBoard(state, document, context) },
  reaction: (_, after, context) => ({ messages: [], state: noteRobotTurns(scheduleChecks(after, context)) }),
} satisfies Feature;
