// What an alarm brings about, and the alarms boards set: a document is looked at again, and something has become of it with time.
import { boardMessagesOf } from './decide-mail/messages.ts';
import type { ActorContext, Notification } from './decision.ts';
import { lapseWake, ring, scheduleAt } from './matches/time-out.ts';
import type { Message } from './messages/kinds/index.ts';
import type { AlarmRequest, RequestContext } from './request.ts';
import { alarmOf } from './state/alarms.ts';
import type { DocumentKind, Match } from './state/documents.ts';
import { apply } from './state/events.ts';
import type { State } from './state/state.ts';

export interface AlarmOutcome {
  readonly messages: readonly Message[];
  readonly state: State;
}

/** null: the document has changed since, and has set another alarm, or none. */
export function decideAlarm(state: State, { key, at }: AlarmRequest, context: RequestContext): AlarmOutcome | null {
  const slash = key.indexOf('/');
  const document = state.document(key.slice(0, slash) as DocumentKind, key.slice(slash + 1));
  if (document === null || alarmOf(key, document) !== at) return null;
  if (key.startsWith('match/')) return atBoard(state, document as Match, context);
  // All others say that a document has served its time.
  return { messages: [], state: state.with(new Map([[key, null]])) };
}

/** It may have rung too early: then it is only set anew. */
function atBoard(state: State, { game, number }: Match, { now, inboxEmptyAt }: RequestContext): AlarmOutcome {
  const at: ActorContext = { now, state, actor: null, comment: '', board: null, proposedAt: [] };
  const decision = ring(at, { game, number }, inboxEmptyAt);
  const { events, notifications } = decision?.ok === true ? decision.value : { events: [], notifications: [] };
  // The alarm has rung: without another one this board sleeps.
  const asleep = { kind: 'match-woken', match: { game, number }, wake: null } as const;
  const after = [...events, asleep].reduce(apply, state);
  return { messages: told({ ...at, state: after }, notifications), state: after };
}

/** Boards to their players, and other mails as they are. */
const told = (at: ActorContext, notifications: readonly Notification[]): readonly Message[] => [
  ...boardMessagesOf(at, notifications),
  ...notifications.flatMap(each => (each.kind === 'message' ? [each.message] : [])),
];

/** Every board that was changed says when to look at it again; at once, where something is due. */
export const withWakes = (state: State, { now, inboxEmptyAt }: RequestContext): State =>
  [...state.changes].reduce((sofar, [key, document]) => {
    if (document === null || !key.startsWith('match/')) return sofar;
    const { game, number, wake = null } = document as Match;
    const schedule = scheduleAt(sofar, { game, number }, now, inboxEmptyAt)?.schedule ?? null;
    const lapses = lapseWake(sofar.match({ game, number }), now, inboxEmptyAt);
    const next = (schedule?.due ?? null) === null ? (schedule?.wake ?? lapses) : now;
    return next === wake ? sofar : apply(sofar, { kind: 'match-woken', match: { game, number }, wake: next });
  }, state);
