// What pages are made from: what is stored, the words of the visitor's language, and the time. Pages only look: nothing is decided here, nobody's secrets are read.
import type { Speaker } from '../messages/compose-context.ts';
import type { State } from '../state/state.ts';
import type { Instant } from '../time.ts';

export interface PageContext extends Speaker {
  readonly state: State;
  readonly now: Instant;
}

/** Paths of pages. */
export const boardPath = (game: string, number: number): string => `/${game}/${number}`;
export const gamePath = (game: string): string => `/games/${game}`;
export const playerPath = (userid: string): string => `/players/${userid}`;
