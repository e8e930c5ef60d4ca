// The input of all pages: the stored documents, the visitor's language, and the time.
// Pages only read: they decide nothing, and read no secrets.
import type { SpeakContext } from './compose-context.ts';
import type { State } from '../kernel/state.ts';
import type { Instant } from '../kernel/time.ts';

export interface PageContext extends SpeakContext {
  readonly state: State;
  readonly now: Instant;
}

/** Paths of pages. */
export const boardPath = (game: string, number: number): string => `/${game}/${number}`;
export const gamePath = (game: string): string => `/games/${game}`;
export const standingsPath = (game: string): string => `/standings/${game}`;
export const tournamentPath = (number: number): string => `/tournaments/${number}`;
export const playerPath = (userid: string): string => `/players/${userid}`;
export const calendarPath = (token: string): string => `/calendar/${token}.ics`;
