// The events of seeks, and how each changes the documents.
import type { Effects } from '#core/kernel/state.ts';
import { type Seek, SEEKS } from './seek.ts';

declare module '#core/kernel/event.ts' {
  interface Events {
    /** A new one, by the next number. */
    readonly 'seek-opened': { readonly seek: Seek };
    readonly 'seek-changed': { readonly seek: Seek };
    readonly 'seek-ended': { readonly number: number };
  }
}

export const seekEffects = {
  'seek-opened': (_, { seek }) => [
    [`seek/${seek.number}`, seek],
    [`counter/${SEEKS}`, { next: seek.number + 1 }],
  ],
  'seek-changed': (_, { seek }) => [[`seek/${seek.number}`, seek]],
  'seek-ended': (_, { number }) => [[`seek/${number}`, null]],
} satisfies Partial<Effects>;
