// The consequence of a request or a change: messages and the new state.
import type { Message } from './message.ts';
import type { State } from '../kernel/state.ts';

export interface Consequence {
  readonly messages: readonly Message[];
  readonly state: State;
}
