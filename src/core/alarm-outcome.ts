// The outcome of an alarm: messages and the new state.
import type { Message } from './messages/kinds/index.ts';
import type { State } from './state/state.ts';

export interface AlarmOutcome {
  readonly messages: readonly Message[];
  readonly state: State;
}
