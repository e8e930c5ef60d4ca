// A game history as texts, for engines: a position and the moves since.
// Engines need the moves, since earlier moves may forbid one.
import type { AnyGame, Opaque } from '#games/game.ts';

/** `moves` begin at `position`. */
export interface GameHistory {
  /** The position before the moves, as the game's own text. */
  readonly position: string;
  /** Canonical texts of the moves since. */
  readonly moves: readonly string[];
}

/** A game so far. */
interface Course {
  readonly start: Opaque;
  readonly moves: readonly string[];
  readonly position: Opaque;
  /** Has a player given up? The moves do not show that, but the position does. */
  readonly hasRetired: boolean;
}

/** The history of a game, for an engine. */
export const historyOf = (game: AnyGame, { start, moves, position, hasRetired }: Course): GameHistory =>
  hasRetired ? { position: game.encode(position), moves: [] } : { position: game.encode(start), moves };
