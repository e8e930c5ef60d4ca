// The interface of an engine (a player program): it follows a game and finds moves within a limit.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';

/** The limit of a search, by time and by nodes: whichever comes first. */
export interface SearchLimit {
  /** The share of the time that is spent, from 0. Polled during the search. At 1 the engine must choose. */
  readonly spent: () => number;
  /** Nodes at most. What counts as a node depends on the engine. The same number, seed and game give the same choice. */
  readonly nodes: number;
}

export interface EngineChoice {
  readonly move: Opaque;
  /** Nodes searched. */
  readonly nodes: number;
  /** The expected score of the mover, 0 lost … 1 won. null: no opinion. */
  readonly value: number | null;
  /** Is the value certain? */
  readonly isProven: boolean;
}

/** An engine at one board. It keeps its search results from move to move. */
export interface EngineSession {
  /** Reports a move that was played, by any player. It must be legal. */
  readonly played: (move: Opaque) => void;
  /** Finds a legal move in the current position. The game must not be over. */
  readonly search: (limit: SearchLimit) => EngineChoice;
}

/** The game for an engine. */
export interface EngineOptions {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly position: Opaque;
  /** The seed of all its random numbers. */
  readonly seed: number;
}

/** An engine by name. */
export interface Engine {
  readonly name: string;
  /** One sentence for help texts and tables. */
  readonly summary: string;
  readonly begin: (options: EngineOptions) => EngineSession;
}
