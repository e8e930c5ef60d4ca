// What follows from something that happened: messages and the new state.
import type { Message } from './messages/message.ts';
import type { State } from './state/state.ts';

export interface Consequence {
  readonly messages: readonly Message[];
  readonly state: State;
}
