// The stored form of a tournament: its entrants, pairings and results.
import type { Setup } from '#games/game.ts';
import type { TimeControl } from '#core/kernel/time-control.ts';
import type { Instant } from '#core/kernel/time.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly tournament: Tournament;
    /** Recurring tournaments, by the id the operator gave them. */
    readonly series: Series;
  }
}

declare module '#core/kernel/lists.ts' {
  interface ListsByKind {
    /** Tournaments that are open, played or over; those a player is entered in; the one a player has opened, until it begins. */
    readonly tournament: `tournaments/${'state' | 'player' | 'organiser'}/${string}`;
    readonly series: 'kind/series';
  }
}

/** `round-robin`: everybody meets everybody of their pool once; `double`: twice, with the first move exchanged. */
export const TOURNAMENT_KINDS = ['round-robin', 'double', 'swiss', 'knock-out'] as const;
export type TournamentKind = (typeof TOURNAMENT_KINDS)[number];

/** What is played, how, and when it begins. */
export interface TournamentTerms {
  readonly game: string;
  readonly setup: Setup;
  readonly kind: TournamentKind;
  readonly time: TimeControl;
  readonly isRated: boolean;
  /** A word of its organiser's; null: none. */
  readonly name: string | null;
  /** Players a pool has at most. */
  readonly poolSize: number;
  /** The rounds of a Swiss tournament. null: as many as halve the field down to one. */
  readonly rounds: number | null;
  /** It begins when this number of players have entered. null: on its day. */
  readonly entries: number | null;
  /** It begins then, with all who have entered; null: when it is full. */
  readonly starts: Instant | null;
}

export interface Entrant {
  readonly userid: string;
  /** When the tournament began; before that 0. */
  readonly rating: number;
  /** The pool in round robins, from 0. */
  readonly pool: number;
  /** The entrant is not paired any more. */
  readonly hasLeft: boolean;
}

/** How a game counts: a point for the player who moved first, a point for the other, a half for both, or no points. */
export type PairingResult = 'first' | 'second' | 'draw' | 'nobody';

/** Two who meet. Players are indices of the entrants. */
export interface Pairing {
  /** From 1. */
  readonly round: number;
  /** In a knock-out: the place of the next round that is played for, from 0. Otherwise: the pool. */
  readonly place: number;
  /** The entrant who moves first. */
  readonly first: number;
  /** null: a bye. */
  readonly second: number | null;
  /** null: not opened yet; a bye never is. */
  readonly board: number | null;
  /** null: it is played. */
  readonly result: PairingResult | null;
}

export interface Tournament extends TournamentTerms {
  /** Counted over all games of the server. */
  readonly number: number;
  /** null: the operator's. */
  readonly organiser: string | null;
  /** The recurring tournament this is one of; null: there is but this one. */
  readonly series: string | null;
  readonly state: 'open' | 'running' | 'over' | 'cancelled';
  readonly opened: Instant;
  /** In the order of entering; once it runs, by rating, the highest first. */
  readonly entrants: readonly Entrant[];
  readonly pairings: readonly Pairing[];
  /** Results have come that those who want every table have not seen. */
  readonly hasNews: boolean;
  /** The same for those who want one a day, and when the next of those goes out. */
  readonly hasDailyNews: boolean;
  readonly daily: Instant;
  /** When it is checked again. null: when something happens. */
  readonly wake: Instant | null;
}

/** A recurring tournament, as the operator has configured it. */
export interface RecurringTerms {
  /** The operator's name for it. */
  readonly id: string;
  readonly every: 'week' | 'month';
  readonly terms: Omit<TournamentTerms, 'starts'>;
}

/** The stored form of a recurring tournament, with the players to enter every time. */
export interface Series extends RecurringTerms {
  readonly entrants: readonly string[];
  /** The last one that was opened; null: none was. */
  readonly last: number | null;
  /** When the next is opened. null: there is no next one. */
  readonly wake: Instant | null;
}

/** The id of the counter of tournaments: no game is called so. */
export const TOURNAMENTS = 'tournament';

/** An alarm runs only once per instant, so an immediate check is set for the next instant. */
export const soonAfter = (now: Instant): Instant => now + 1;

export const isDecided = ({ result, second }: Pairing): boolean => result !== null || second === null;

/** The last round that was paired; 0: none was. */
export const lastRound = ({ pairings }: Pick<Tournament, 'pairings'>): number =>
  Math.max(0, ...pairings.map(({ round }) => round));

/** How many points an entrant has of a pairing: 1, a half or 0; null: not their game, or still played. */
export function pointsOf(pairing: Pairing, entrant: number): number | null {
  const { first, second, result } = pairing;
  if (first !== entrant && second !== entrant) return null;
  if (second === null) return 1;
  if (result === null) return null;
  if (result === 'draw') return 0.5;
  return result === (first === entrant ? 'first' : 'second') ? 1 : 0;
}

/** The opponent of an entrant in this pairing. null: there is none, or it is not their game. */
export const opponentIn = ({ first, second }: Pairing, entrant: number): number | null =>
  first === entrant ? second : second === entrant ? first : null;
