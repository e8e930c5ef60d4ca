// Tournaments: their document, their states, and how they are stored.
import { z } from 'zod';
import {
  type DocumentDefinition,
  type ErasedPlayer,
  type Fields,
  eraseUserid,
  instant,
  time,
  userid,
} from '#core/kernel/document-definition.ts';
import type { ListName } from '#core/kernel/documents.ts';
import type { Effects } from '#core/kernel/state.ts';
import type { TimeControl } from '#core/kernel/time-control.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Setup } from '#games/game.ts';

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

export const tournamentLimits = {
  /** Players of one tournament, and of one pool of a round robin. All boards of a pool are played at once. */
  tournamentEntrants: 128,
  tournamentPool: 10,
  /** Entrants that start a tournament without options. */
  tournamentUsualEntries: 8,
  tournamentRounds: 12,
  /** Finished games against people before a player may open a tournament, and how many games are replayed to check that. */
  tournamentGames: 10,
  tournamentGamesLookedAt: 60,
  /** The longest time for all moves of a tournament. Days. */
  tournamentTotalDays: 60,
  /** A tournament may begin this far ahead, and waits this long to be full. Days. */
  tournamentAheadDays: 365,
  tournamentWaitDays: 60,
  /** Boards that a tournament opens in one request, so that the mails of games do not wait long. */
  tournamentBoardsAtOnce: 8,
  tournamentEntriesPerDay: 20,
  /** Tournaments of each state in a list, and games in the table of a tournament. */
  tournamentsListed: 20,
  tournamentGamesShown: 40,
} as const;

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

/** The definitions of tournaments and of recurring ones, and their events. */
const terms = {
  game: z.string(),
  setup: z.record(z.string(), z.string()),
  kind: z.enum(TOURNAMENT_KINDS),
  time,
  isRated: z.boolean(),
  name: z.string().nullable(),
  poolSize: z.number().int().positive(),
  rounds: z.number().int().positive().nullable(),
  entries: z.number().int().positive().nullable(),
};

export const SERIES: DocumentDefinition<'series'> = {
  schema: z.object({
    id: z.string(),
    every: z.enum(['week', 'month']),
    terms: z.object(terms satisfies Fields<Series['terms']>),
    entrants: z.array(userid),
    last: z.number().int().positive().nullable(),
    wake: instant.nullable(),
  } satisfies Fields<Series>),
  folder: 'series',
  ifDamaged: 'It is made anew at the next start: whoever was entered every time must say so again',
  isRenewed: true,
  isListedWhole: true,
  alarm: ({ wake }) => wake,
  erase: (series, { userid: gone }) =>
    series.entrants.includes(gone) ? { ...series, entrants: series.entrants.filter(each => each !== gone) } : series,
};

export const TOURNAMENT: DocumentDefinition<'tournament'> = {
  playerLists: player => [`tournaments/player/${player}`, `tournaments/organiser/${player}`],
  isNumbered: true,
  schema: z.object({
    number: z.number().int().positive(),
    ...terms,
    starts: instant.nullable(),
    organiser: userid.nullable(),
    series: z.string().nullable(),
    state: z.enum(['open', 'running', 'over', 'cancelled']),
    opened: instant,
    entrants: z.array(
      z.object({ userid, rating: z.number(), pool: z.number().int().nonnegative(), hasLeft: z.boolean() }),
    ),
    pairings: z.array(
      z.object({
        round: z.number().int().positive(),
        place: z.number().int().nonnegative(),
        first: z.number().int().nonnegative(),
        second: z.number().int().nonnegative().nullable(),
        board: z.number().int().positive().nullable(),
        result: z.enum(['first', 'second', 'draw', 'nobody']).nullable(),
      }),
    ),
    hasNews: z.boolean(),
    hasDailyNews: z.boolean(),
    daily: instant,
    wake: instant.nullable(),
  } satisfies Fields<Tournament>),
  folder: 'tournaments',
  ifDamaged: 'Put a copy from a backup in its place; games that are played in it cannot end until then',
  alarm: ({ wake }) => wake,
  lists: tournamentLists,
  publicView: tournament => tournament,
  erase: withoutEntrant,
};

function tournamentLists({ state, entrants, organiser }: Tournament): readonly ListName[] {
  const own: ListName = `tournaments/state/${state}`;
  if (state !== 'open' && state !== 'running') return [own];
  const entered = entrants.filter(({ hasLeft }) => !hasLeft);
  return [
    own,
    ...entered.map(({ userid }): ListName => `tournaments/player/${userid}`),
    ...(state === 'open' && organiser !== null ? [`tournaments/organiser/${organiser}` as const] : []),
  ];
}

function withoutEntrant(tournament: Tournament, who: ErasedPlayer): Tournament {
  const { entrants, organiser } = tournament;
  if (organiser !== who.userid && !entrants.some(({ userid }) => userid === who.userid)) return tournament;
  return {
    ...tournament,
    organiser: organiser === null ? null : eraseUserid(organiser, who),
    entrants: entrants.map(each => ({ ...each, userid: eraseUserid(each.userid, who) })),
  };
}

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly tournament: Tournament;
    /** Recurring tournaments, by the id the operator gave them. */
    readonly series: Series;
  }
  interface ListsByKind {
    /** Tournaments that are open, played or over; those a player is entered in; the one a player has opened, until it begins. */
    readonly tournament: `tournaments/${'state' | 'player' | 'organiser'}/${string}`;
    readonly series: 'kind/series';
  }
  interface Events {
    /** A new one, by the next number. */
    readonly 'tournament-opened': { readonly tournament: Tournament };
    readonly 'tournament-changed': { readonly tournament: Tournament };
    readonly 'series-changed': { readonly series: Series };
  }
}

export const tournamentEffects = {
  'tournament-opened': (_, { tournament }) => [
    [`tournament/${tournament.number}`, tournament],
    [`counter/${TOURNAMENTS}`, { next: tournament.number + 1 }],
  ],
  'tournament-changed': (_, { tournament }) => [[`tournament/${tournament.number}`, tournament]],
  'series-changed': (_, { series }) => [[`series/${series.id}`, series]],
} satisfies Partial<Effects>;
