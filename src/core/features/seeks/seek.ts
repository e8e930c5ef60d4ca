// The stored form of a seek, and its events.
import * as z from 'zod';
import { type DocumentDefinition, type Stored, instant, namedTime, userid } from '#core/kernel/document-definition.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import type { Effects, State } from '#core/kernel/state.ts';
import { isMember } from '../clubs/club.ts';

const termsSchema = z.object({
  game: z.string(),
  /** The options of the game that are named, with their values as a whole setup has them. */
  setup: z.record(z.string(), z.string()),
  /** What is named of it; null: any. */
  time: namedTime.nullable(),
  /** null: either. */
  isRated: z.boolean().nullable(),
  /** The ratings of the others, both ends included. null: any. */
  rating: z.object({ least: z.number(), most: z.number() }).nullable(),
  /** A word that the others must name as well, or a club whose members alone take it (`@reef`); null: there is none. */
  code: z.string().nullable(),
});

const seekSchema = termsSchema.extend({
  /** Counted over all games of the server. */
  number: z.number().int().positive(),
  userid,
  /** The number of games that are still wanted. For a standing offer: the number of games at a time. */
  games: z.number().int().positive(),
  /** The numbers of the running boards of a standing offer; null: it is none, and ends with its last game. */
  boards: z.array(z.number().int().positive()).nullable(),
  /** Was a robot offered in the place of a player? */
  isRobotOffered: z.boolean(),
  opened: instant,
  /** Since when the next wanted game has waited for an opponent. */
  since: instant,
  /** When it is checked again. */
  wake: instant,
});

/** What is to be played, and with whom: what is not named may be anything. */
export type SeekTerms = Stored<typeof termsSchema>;

export type Seek = Stored<typeof seekSchema>;

/** May this player read a seek with this code, without naming it? */
export const isShownTo = (state: State, code: string | null, player: string): boolean =>
  code === null || (code.startsWith('@') && isMember(state, code.slice(1), player));

/** Ratings, both ends included. */
export type RatingRange = NonNullable<Seek['rating']>;

/** A seek as mails show it. */
export interface SeekRow {
  readonly seek: Seek;
  /** The rating of the seeking player. null: none is known. */
  readonly rating: number | null;
}

/** The highest rating that a seek can name. */
export const MAX_RATING = 9_999;

/** The number of games that are wanted now: the wanted games without the running ones of a standing offer. */
export const gamesWantedOf = ({ games, boards }: Seek): number => Math.max(0, games - (boards?.length ?? 0));

/** When it expires. null: a standing offer does not. */
export const endOf = ({ boards, opened }: Pick<Seek, 'boards' | 'opened'>): Instant | null =>
  boards === null ? opened + seekLimits.seekDays * DAY_MS : null;

/** A seek is checked once a day, since holidays end, boards end and ratings change. */
export const computeCheckTime = (seek: Pick<Seek, 'boards' | 'opened'>, now: Instant): Instant =>
  Math.min(now + DAY_MS, endOf(seek) ?? Infinity);

/** The seek once a board was opened from it; null: that was its last game. */
export function withBoard(seek: Seek, board: number, since: Instant): Seek | null {
  if (seek.boards !== null) return { ...seek, boards: [...seek.boards, board], since };
  return seek.games > 1 ? { ...seek, games: seek.games - 1, since } : null;
}

export const seekLimits = {
  /** Open seeks of one player, and games that one of them asks for. */
  seeksPerPlayer: 10,
  gamesPerSeek: 10,
  /**
   * Open seeks for one game, and as many with a code, because a new seek is compared with all of them. When they are full, the oldest
   * seek of the player with most seeks, in the mail domain with most, ends.
   */
  seeksPerGame: 200,
  /** Open seeks for one game of players without a finished rated game, so that many new accounts do not block others. */
  seeksOfNewcomers: 100,
  /** Seeks opened and taken a day by one player. */
  seeksPerDay: 30,
  /** A seek that no player takes ends after this. Days. */
  seekDays: 30,
  /** Pairs of seeks that are compared to find a group for one seek. Games for four have thousands of groups. */
  pairsCompared: 2_000,
  /** Players whose boards are loaded together when opponents for a seek are searched. */
  seekersTried: 10,
  /** Seeks that a list, and that a digest, shows. */
  seeksListed: 50,
  seeksInDigest: 5,
  /** Seeks of each game that the page of seeks looks at, the newest. */
  seeksLookedAt: 20,
} as const;

/** The id of the counter of seeks: no game is called so. */
export const SEEKS = 'seek';

export const SEEK: DocumentDefinition<'seek'> = {
  schema: seekSchema,
  folder: 'seeks',
  ifDamaged: 'Put a copy from a backup in its place, or move the file away: the seek is gone then',
  alarm: ({ wake }) => wake,
  alarmsInTurn: true,
  isNumbered: true,
  lists: ({ game, userid: by }) => [`seeks/game/${game}`, `seeks/player/${by}`],
  listsReadWhole: ['seeks/game/', 'seeks/player/'],
  playerLists: player => [`seeks/player/${player}`],
  prefetch: ({ game, userid: by }) => [`account/${by}`, `rating/${game}/${by}`],
  // What is between friends stands on no page.
  publicView: seek => (seek.code === null ? seek : null),
  erase: (seek, { userid: gone }) => (seek.userid === gone ? null : seek),
};

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly seek: Seek;
  }
  interface ListsByKind {
    /** The seeks of a player, or for a game. */
    readonly seek: `seeks/${'player' | 'game'}/${string}`;
  }
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
