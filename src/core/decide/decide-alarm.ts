// Decides an alarm of a document, by the handler of its kind.
import type { DueAlarm, AlarmRequest, RequestContext } from '../contract/feature.ts';
import type { Consequence } from '../decision/consequence.ts';
import { findAlarm } from '../kernel/document-definition.ts';
import { kindOf } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';

/** null: the document has changed since, and has set another alarm, or none. A document without a handler is dropped: its time is over. */
export function decideAlarm(state: State, request: AlarmRequest, context: RequestContext): Consequence | null {
  const { key, at } = request;
  const document = state.get(key);
  if (document === null || findAlarm(state.documents, key, document) !== at) return null;
  const handler = context.alarms[kindOf(key)] as ((alarm: DueAlarm) => Consequence | null) | undefined;
  if (handler === undefined) return { messages: [], state: state.with(new Map([[key, null]])) };
  return handler({ state, key, document, request, context });
}
