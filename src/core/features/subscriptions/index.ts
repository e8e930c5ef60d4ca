// The feature `subscriptions`: following boards and players.
import type { Feature } from '#core/writing/feature.ts';
import { stop, notify, subscribeAll, subscribeBoards, unsubscribeAll, unsubscribeBoards } from './commands.ts';

/** By code, the parts that the sentences of its refusals may use. */
const refusals = {
  'stop-which': ['board', 'userid', 'days'],
  'subscribe-own': ['game', 'number'],
  'subscribe-none': [],
  'subscribers-full': ['most'],
  'subscriptions-full': ['most'],
} as const;

export const subscriptions = {
  refusals,
  commands: [subscribeBoards, subscribeAll, unsubscribeBoards, unsubscribeAll, notify, stop],
} satisfies Feature;
