// The stored form of a player's rating in a game.
import { z } from 'zod';
import { type DocumentDefinition, type Fields, count, instant, userid } from '#core/kernel/document-definition.ts';
import type { Instant } from '#core/kernel/time.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly rating: PlayerRating;
  }
  interface ListsByKind {
    /** The ratings in a game, or of a player. */
    readonly rating: `rated/${'player' | 'game'}/${string}`;
  }
}

/** A player's rating in a game. It is derived from the boards, and stored so that a result does not replay all of them. */
export interface PlayerRating {
  readonly game: string;
  readonly userid: string;
  readonly value: number;
  readonly deviation: number;
  readonly volatility: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  /** Games lost on time or by absence. */
  readonly late: number;
  /** Boards that became void since no mail reached this player. */
  readonly absent: number;
  /** When the last game was rated. 0: none was. */
  readonly at: Instant;
  /** Games against each robot in the month (`2026-12`) of the last of them. */
  readonly robots: { readonly month: string; readonly games: Readonly<Record<string, number>> };
}

export const RATING: DocumentDefinition<'rating'> = {
  schema: z.object({
    game: z.string(),
    userid,
    value: z.number(),
    deviation: z.number().positive(),
    volatility: z.number().positive(),
    ...{ won: count, lost: count, drawn: count, late: count, absent: count },
    at: instant,
    robots: z.object({ month: z.string(), games: z.record(userid, count) }),
  } satisfies Fields<PlayerRating>),
  folder: 'ratings',
  ifDamaged: 'It is made anew: `nexpost ratings rebuild` gives it back from the boards',
  isRenewed: true,
  lists: ({ game, userid: of }) => [`rated/game/${game}`, `rated/player/${of}`],
  publicView: rating => rating,
};
