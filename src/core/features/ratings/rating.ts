// The stored form of a player's rating in a game.
import * as z from 'zod';
import { type DocumentDefinition, type Stored, count, instant, userid } from '#core/kernel/document-definition.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly rating: PlayerRating;
  }
  interface ListsByKind {
    /** The ratings in a game, or of a player. */
    readonly rating: `rated/${'player' | 'game'}/${string}`;
  }
}

const playerRatingSchema = z.object({
  game: z.string(),
  userid,
  value: z.number(),
  deviation: z.number().positive(),
  volatility: z.number().positive(),
  ...{ won: count, lost: count, drawn: count, late: count, absent: count },
  /** When the last game was rated. 0: none was. */
  at: instant,
  /** Games against each robot in the month (`2026-12`) of the last of them. */
  robots: z.object({ month: z.string(), games: z.record(userid, count) }),
});

/** A player's rating in a game. It is derived from the boards, and stored so that a result does not replay all of them. */
export type PlayerRating = Stored<typeof playerRatingSchema>;

export const RATING: DocumentDefinition<'rating'> = {
  schema: playerRatingSchema,
  folder: 'ratings',
  ifDamaged: 'It is made anew: `nexpost ratings rebuild` gives it back from the boards',
  isRenewed: true,
  lists: ({ game, userid: of }) => [`rated/game/${game}`, `rated/player/${of}`],
  publicView: rating => rating,
};
