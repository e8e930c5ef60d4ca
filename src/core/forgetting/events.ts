// The event that begins the forgetting of a player. The batches do everything else.
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
