// The event that begins the forgetting of a player. The batches do everything else.
import type { Effects } from '#core/kernel/state.ts';
import type { Forgetting } from './forgetting.ts';

declare module '#core/kernel/event.ts' {
  interface Events {
    /** `id`: the hash of the userid. */
    readonly 'forgetting-begun': { readonly id: string; readonly forgetting: Forgetting };
  }
}

export const forgettingEffects = {
  'forgetting-begun': (_, { id, forgetting }) => [[`forgetting/${id}`, forgetting]],
} satisfies Partial<Effects>;
