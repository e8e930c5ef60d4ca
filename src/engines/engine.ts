// The contract of an engine, a player that is a program: follow a game, and choose a move within a limit.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';

/** How long a program may think: whichever comes first. */
export interface SearchLimit {
  /** The share of its time that is over, from 0; asked again and again. At 1 it must choose. */
  readonly spent: () => number;
  /** Nodes at most: how much that is depends on the engine; the same number, seed and game give the same choice. */
  readonly nodes: number;
}

export interface EngineChoice {
  readonly move: Opaque;
  /** What was looked at to choose it. */
  readonly nodes: number;
  /** The score the mover expects, 0 lost … 1 won; null: no opinion. */
  readonly value: number | null;
  /** Is the value certain? */
  readonly isProven: boolean;
}

/** A program at one board. It keeps what it thought from move to move. */
export interface EngineSession {
  /** Tells it a move that was played, by whomever; must be legal. */
  readonly played: (move: Opaque) => void;
  /** A legal move in the position reached, which must not be over. */
  readonly search: (limit: SearchLimit) => EngineChoice;
}

/** The game an engine is to play. */
export interface EngineOptions {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly position: Opaque;
  /** Of all its random numbers. */
  readonly seed: number;
}

/** A kind of player. */
export interface Engine {
  readonly name: string;
  /** One sentence for help texts and tables. */
  readonly summary: string;
  readonly begin: (options: EngineOptions) => EngineSession;
}
