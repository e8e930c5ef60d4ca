// Decides an alarm of a document, by the handler of its kind.
import type { DueAlarm, AlarmRequest, RequestContext } from '../contract/feature.ts';
import type { Consequence } from '../decision/consequence.ts';
import { findAlarm } from '../kernel/document-definition.ts';
import { kindOf } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';

/** Decides an alarm. A document without a handler has expired and is deleted. null: the document's alarm has changed meanwhile. */
export function decideAlarm(state: State, request: AlarmRequest, context: RequestContext): Consequence | null {
  const { key, at: alarmAt } = request;
  const document = state.get(key);
  if (document === null || findAlarm(state.documents, key, document) !== alarmAt) return null;
  const handler = context.alarms[kindOf(key)] as ((alarm: DueAlarm) => Consequence | null) | undefined;
  if (handler === undefined) return { messages: [], state: state.with(new Map([[key, null]])) };
  return handler({ state, key, document, request, context });
}
