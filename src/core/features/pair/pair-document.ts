// Stores a pair: two boards of one challenge, with seats exchanged, that are declined together.
import { z } from 'zod';
import type { DueAlarm } from '#core/contract/feature.ts';
import type { Consequence } from '#core/decision/consequence.ts';
import type { DocumentDefinition } from '#core/kernel/document-definition.ts';
import { type MatchRef, matchRefOf } from '#core/kernel/documents.ts';
import type { Event } from '#core/kernel/event.ts';
import { limits } from '#core/kernel/limits.ts';
import { boardNumber, type Fields, instant } from '#core/kernel/schema-parts.ts';
import type { State } from '#core/kernel/state.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { matchStateOf, requireGame } from '#core/board/match.ts';
import { countInheritedMoves } from '#core/board/line.ts';
import type { Match } from '#core/board/match-document.ts';

interface Pair {
  /** The number of the other board, of the same game. */
  readonly other: number;
  /** When both were opened. */
  readonly opened: Instant;
  /** When to check whether the pair is still needed. */
  readonly wake: Instant;
}

declare module '#core/kernel/documents.ts' {
  interface Documents {
    /** By game and number of a board: `pair/nex/101`. */
    readonly pair: Pair;
  }
}

const SPAN_MS = limits.invitationDays * DAY_MS;

/** The change that makes a pair of two boards of a game. */
export function pairBoards(game: string, [first, second]: readonly [number, number], opened: Instant): Event {
  const pair = { opened, wake: opened + SPAN_MS };
  return {
    kind: 'documents-changed',
    documents: [
      [`pair/${game}/${first}`, { ...pair, other: second }],
      [`pair/${game}/${second}`, { ...pair, other: first }],
    ],
  };
}

/** The board of a pair, if it can still be declined: no move was made on it. null: it cannot, or it is another board by now. */
export function findUnbegun(state: State, ref: MatchRef, { opened }: Pair): Match | null {
  const match = state.match(ref);
  if (match?.opened !== opened || (match.state !== 'invited' && match.state !== 'active')) return null;
  const { plies } = matchStateOf(requireGame(state, match), match);
  // A board that was opened from a position of another one inherits its moves.
  return plies.length > countInheritedMoves(match) ? null : match;
}

/** Drops a pair of which a board has begun or is gone. */
export function decidePair({ state, key, document, context }: DueAlarm<'pair'>): Consequence {
  const { game, number } = matchRefOf(key);
  const isNeeded = [number, document.other].every(
    each => findUnbegun(state, { game, number: each }, document) !== null,
  );
  const next = isNeeded ? { ...document, wake: context.now + SPAN_MS } : null;
  return { messages: [], state: state.with(new Map([[key, next]])) };
}

export const PAIR: DocumentDefinition<'pair'> = {
  schema: z.object({
    other: boardNumber,
    opened: instant,
    wake: instant,
  } satisfies Fields<Pair>),
  folder: 'pairs',
  ifDamaged: 'It is dropped: the boards of this pair are declined one by one',
  // The alarm may store the pair again with a later check.
  isRenewed: true,
  alarm: ({ wake }) => wake,
};
