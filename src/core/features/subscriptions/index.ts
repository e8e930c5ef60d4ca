// The feature `subscriptions`: following boards and players.
import type { Feature } from '#core/contract/feature.ts';
import { stop, notify, subscribeAll, subscribeBoards, unsubscribeAll, unsubscribeBoards } from './commands.ts';
import { refusals } from './refusals.ts';

export const subscriptions = {
  refusals,
  commands: [subscribeBoards, subscribeAll, unsubscribeBoards, unsubscribeAll, notify, stop],
} satisfies Feature;
