// What can happen when somebody is to be forgotten, and what it does to the documents; all else the batches do.
import type { Effects } from '../state/effects.ts';
import type { Forgetting } from './forgetting.ts';

/** `id`: the hash of the userid. */
export interface ForgettingEvent {
  readonly kind: 'forgetting-begun';
  readonly id: string;
  readonly forgetting: Forgetting;
}

export const forgettingEffects: Effects<ForgettingEvent> = {
  'forgetting-begun': (_, { id, forgetting }) => [[`forgetting/${id}`, forgetting]],
};
