// Tournaments: their document, their states, and how they are stored.
import * as z from 'zod';
import {
  type DocumentDefinition,
  type ErasedPlayer,
  type Stored,
  count,
  eraseUserid,
  instant,
  time,
  userid,
} from '#core/kernel/document-definition.ts';
import type { ListName } from '#core/kernel/documents.ts';
import type { Effects, State } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import { isMember } from '../clubs/club.ts';

/**
 * `round-robin`: everybody meets everybody of their pool once; `double`: twice, with the first move exchanged; `league`: once, in divisions
 * by strength; `team`: the best of one club meets the best of another, and so on.
 */
export const TOURNAMENT_KINDS = ['round-robin', 'double', 'league', 'team', 'swiss', 'knock-out'] as const;
export type TournamentKind = (typeof TOURNAMENT_KINDS)[number];

/** Are all games paired when it begins, pool by pool? */
export const hasPools = (kind: TournamentKind): boolean => kind !== 'swiss' && kind !== 'knock-out';

const positive = z.number().int().positive();

const termsSchema = z.object({
  game: z.string(),
  setup: z.record(z.string(), z.string()),
  kind: z.enum(TOURNAMENT_KINDS),
  time,
  isRated: z.boolean(),
  /** A word of its organiser's; null: none. */
  name: z.string().nullable(),
  /** Players a pool has at most. */
  poolSize: positive,
  /** The club whose members alone can enter, and its opponent in a match of teams. */
  club: z.string().nullable().default(null),
  against: z.string().nullable().default(null),
  /** Games that an entrant plays at the same time, at most. null: all that are paired. */
  atOnce: positive.nullable().default(null),
  /** Days in which a round is to be played. null: it takes as long as its games. */
  roundDays: positive.nullable().default(null),
  /** The rounds of a Swiss tournament. null: as many as halve the field down to one. */
  rounds: positive.nullable(),
  /** It begins when this number of players have entered. null: on its day. */
  entries: positive.nullable(),
  /** It begins then, with all who have entered; null: when it is full. */
  starts: instant.nullable(),
});

/** What is played, how, and when it begins. */
export type TournamentTerms = Stored<typeof termsSchema>;

const entrantSchema = z.object({
  userid,
  /** When the tournament began; before that 0. */
  rating: z.number(),
  /** The pool in round robins, from 0. */
  pool: count,
  /** The entrant is not paired any more. */
  hasLeft: z.boolean(),
});

export type Entrant = Stored<typeof entrantSchema>;

const pairingSchema = z.object({
  /** From 1. */
  round: positive,
  /** In a knock-out: the place of the next round that is played for, from 0. Otherwise: the pool. */
  place: count,
  /** The entrant who moves first. */
  first: count,
  /** null: a bye. */
  second: count.nullable(),
  /** null: not opened yet; a bye never is. */
  board: positive.nullable(),
  /** A point for the player who moved first, a point for the other, a half for both, or no points. null: it is played. */
  result: z.enum(['first', 'second', 'draw', 'nobody']).nullable(),
});

/** Two who meet. Players are indices of the entrants. */
export type Pairing = Stored<typeof pairingSchema>;
export type PairingResult = NonNullable<Pairing['result']>;

const tournamentSchema = termsSchema.extend({
  /** Counted over all games of the server. */
  number: positive,
  /** null: the operator's. */
  organiser: userid.nullable(),
  /** The recurring tournament this is one of; null: there is but this one. */
  series: z.string().nullable(),
  state: z.enum(['open', 'running', 'over', 'cancelled']),
  opened: instant,
  /** In the order of entering; once it runs, by rating, the highest first. */
  entrants: z.array(entrantSchema),
  pairings: z.array(pairingSchema),
  /** When the last round is to end. null: it has no end, or its arbiters were told that it is over. */
  roundEnds: instant.nullable().default(null),
  /** Results have come that those who want every table have not seen. */
  hasNews: z.boolean(),
  /** The same for those who want one a day, and when the next of those goes out. */
  hasDailyNews: z.boolean(),
  daily: instant,
  /** When it is checked again. null: when something happens. */
  wake: instant.nullable(),
});

export type Tournament = Stored<typeof tournamentSchema>;

const recurringSchema = z.object({
  /** The operator's name for it. */
  id: z.string(),
  every: z.enum(['week', 'month']),
  terms: termsSchema.omit({ starts: true }),
});

/** A recurring tournament, as the operator has configured it. */
export type RecurringTerms = Stored<typeof recurringSchema>;

const seriesSchema = recurringSchema.extend({
  entrants: z.array(userid),
  /** The last one that was opened; null: none was. */
  last: positive.nullable(),
  /** When the next is opened. null: there is no next one. */
  wake: instant.nullable(),
});

/** The stored form of a recurring tournament, with the players to enter every time. */
export type Series = Stored<typeof seriesSchema>;

export const tournamentLimits = {
  /** Players of one tournament, and of one pool of a round robin. All boards of a pool are played at once. */
  tournamentEntrants: 128,
  tournamentPool: 10,
  /** Players that a league needs, has at most, and has in a division; games of each at the same time. */
  leagueLeast: 5,
  leagueMembers: 256,
  leagueDivision: 9,
  leagueGamesAtOnce: 4,
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
  /** Days that an organiser gives to a game by one line. */
  tournamentExtensionDays: 14,
  /** Tournaments of each state in a list, and games in the table of a tournament. */
  tournamentsListed: 20,
  tournamentGamesShown: 40,
} as const;

/** The id of the counter of tournaments: no game is called so. */
export const TOURNAMENTS = 'tournament';

/** An alarm runs only once per instant, so an immediate check is set for the next instant. */
export const soonAfter = (now: Instant): Instant => now + 1;

export const isDecided = ({ result, second }: Pairing): boolean => result !== null || second === null;

/** The clubs whose members can enter. None: everybody can. */
export const listClubs = ({ club, against }: Pick<Tournament, 'club' | 'against'>): readonly string[] =>
  [club, against].flatMap(name => name ?? []);

/** Is the tournament for everybody, or is the player in one of its clubs? */
export function mayEnter(state: State, tournament: Tournament, userid: string | null): boolean {
  const clubs = listClubs(tournament);
  return clubs.length === 0 || clubs.some(club => isMember(state, club, userid));
}

/** The players that can correct it: its organiser, or those of its clubs, as long as they organise them. */
export function listArbiters(state: State, tournament: Tournament): readonly string[] {
  const clubs = listClubs(tournament);
  if (clubs.length === 0) return tournament.organiser === null ? [] : [tournament.organiser];
  return [...new Set(clubs.flatMap(club => state.get(`club/${club}`)?.organisers ?? []))];
}

/** Does the player play this game, or, in a match of teams, any? Such a player never corrects it. */
export function isConcerned({ kind, entrants }: Tournament, { first, second }: Pairing, player: string): boolean {
  const index = entrants.findIndex(({ userid: of }) => of === player);
  return kind === 'team' ? index !== -1 : index === first || index === second;
}

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

/** The seasons of leagues that a player plays now. */
export const listSeasons = (state: State, userid: string): readonly Tournament[] =>
  state
    .listDocuments(`tournaments/player/${userid}`)
    .filter(({ kind, state: stage }) => kind === 'league' && stage === 'running');

// The definitions of tournaments and of recurring ones, and their events.

export const SERIES: DocumentDefinition<'series'> = {
  schema: seriesSchema,
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
  schema: tournamentSchema,
  folder: 'tournaments',
  ifDamaged: 'Put a copy from a backup in its place; games that are played in it cannot end until then',
  alarm: ({ wake }) => wake,
  lists: tournamentLists,
  publicView: tournament => tournament,
  erase: withoutEntrant,
};

function tournamentLists(tournament: Tournament): readonly ListName[] {
  const { state, entrants, organiser } = tournament;
  const own: readonly ListName[] = [
    `tournaments/state/${state}`,
    ...listClubs(tournament).map((name): ListName => `tournaments/club/${name}`),
  ];
  if (state !== 'open' && state !== 'running') return own;
  const entered = entrants.filter(({ hasLeft }) => !hasLeft);
  return [
    ...own,
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
    readonly tournament: `tournaments/${'state' | 'player' | 'organiser' | 'club'}/${string}`;
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
