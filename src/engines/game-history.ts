// A game history: how a position came about, as texts: what an engine is told, since what went before may forbid a move.
import type { AnyGame, Opaque } from '#games/game.ts';

/** `moves` begin at `position`. */
export interface GameHistory {
  /** Where the moves begin, as the game's own text. */
  readonly position: string;
  /** Canonical texts of the moves since. */
  readonly moves: readonly string[];
}

/** A game as far as it has come. */
interface Course {
  readonly start: Opaque;
  readonly moves: readonly string[];
  readonly position: Opaque;
  /** Has anybody given up? No list of moves tells that, but the position does. */
  readonly hasRetired: boolean;
}

/** What an engine is told of a game. */
export const historyOf = (game: AnyGame, { start, moves, position, hasRetired }: Course): GameHistory =>
  hasRetired ? { position: game.encode(position), moves: [] } : { position: game.encode(start), moves };
