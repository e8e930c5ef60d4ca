// The stored form of a pair of boards, under the number of each of them.
import { z } from 'zod';
import type { DocumentDefinition } from '#core/kernel/document-definition.ts';
import { boardNumber, type Fields, instant } from '#core/kernel/schema-parts.ts';
import type { Event } from '#core/kernel/event.ts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';

interface Pair {
  /** The number of the other board, of the same game. */
  readonly other: number;
  readonly opened: Instant;
}

declare module '#core/kernel/documents.ts' {
  interface Documents {
    /** By game and number of a board: `pair/nex/101`. */
    readonly pair: Pair;
  }
}

/** The change that makes a pair of two boards of a game. */
export const pairBoards = (game: string, [first, second]: readonly [number, number], opened: Instant): Event => ({
  kind: 'documents-changed',
  documents: [
    [`pair/${game}/${first}`, { other: second, opened }],
    [`pair/${game}/${second}`, { other: first, opened }],
  ],
});

export const PAIR: DocumentDefinition<'pair'> = {
  schema: z.object({ other: boardNumber, opened: instant } satisfies Fields<Pair>),
  folder: 'pairs',
  ifDamaged:
    'Put a copy from a backup in its place, or move the file away: the boards of this pair are then declined one by one',
  // It has no handler: the pair is dropped when its boards have been answered or have lapsed.
  alarm: ({ opened }) => opened + (limits.invitationDays + 1) * DAY_MS,
};
