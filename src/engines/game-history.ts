// A game history as texts, for engines: a position and the moves since.
// Engines need the moves, since earlier moves may forbid one.
import type { AnyGame, Opaque } from '#games/game.ts';

/** A position, and the moves played from it. */
export interface GameHistory {
  /** The position before the moves, as the game's own text. */
  readonly position: string;
  /** The moves after it, as canonical texts. */
  readonly moves: readonly string[];
}

/** A game up to now. */
interface PlayedMoves {
  readonly start: Opaque;
  readonly moves: readonly string[];
  readonly position: Opaque;
  /** Whether a player has given up. The position shows that, the moves do not. */
  readonly hasRetired: boolean;
}

/** The history of a game, for an engine. */
export const historyOf = (game: AnyGame, { start, moves, position, hasRetired }: PlayedMoves): GameHistory =>
  hasRetired ? { position: game.encode(position), moves: [] } : { position: game.encode(start), moves };
