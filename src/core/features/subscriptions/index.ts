// The feature `subscriptions`: following boards and players.
import type { Feature } from '#core/contract/feature.ts';
import { stop } from './stop-command.ts';
import { notify, subscribeAll, subscribeBoards, unsubscribeAll, unsubscribeBoards } from './subscribe-command.ts';
import { refusals } from './refusals.ts';

export const subscriptions = {
  refusals,
  commands: [subscribeBoards, subscribeAll, unsubscribeBoards, unsubscribeAll, notify, stop],
} satisfies Feature;
