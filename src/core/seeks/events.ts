// The events of seeks, and how each changes the documents.
import { lookUp } from '#games/kit/look-up.ts';
import { must } from '#games/kit/assert.ts';
import { type Seek, SEEKS } from './seek.ts';
import type { Effects } from '../state/effects.ts';

export type SeekEvent =
  /** A new one, by the next number. */
  | { readonly kind: 'seek-opened'; readonly seek: Seek }
  | { readonly kind: 'seek-changed'; readonly seek: Seek }
  | { readonly kind: 'seek-ended'; readonly number: number }
  /** The player who moves first at a board from seeks. */
  | { readonly kind: 'first-move-drawn'; readonly userid: string; readonly game: string };

export const seekEffects: Effects<SeekEvent> = {
  'seek-opened': (_, { seek }) => [
    [`seek/${seek.number}`, seek],
    [`counter/${SEEKS}`, { next: seek.number + 1 }],
  ],
  'seek-changed': (_, { seek }) => [[`seek/${seek.number}`, seek]],
  'seek-ended': (_, { number }) => [[`seek/${number}`, null]],
  'first-move-drawn': (state, { userid, game }) => {
    const account = must(state.account(userid), `account ${userid} exists`);
    const { begun = {} } = account;
    return [[`account/${userid}`, { ...account, begun: { ...begun, [game]: (lookUp(begun, game) ?? 0) + 1 } }]];
  },
};
