// The interface of an engine (a player program), its history of a game, and a random one.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { createRandom as createRng } from '#games/kit/random.ts';
import type { Network } from './network/network.ts';

/** The limits of a search, by time and by nodes. The search ends at the first of them. */
export interface SearchLimit {
  /** The share of the allowed time that has passed, from 0. The search polls it. At 1 the engine must choose. */
  readonly spentShare: () => number;
  /** The maximal number of nodes. Each engine defines a node. The same number, seed and game give the same choice. */
  readonly nodes: number;
}

/** A move that a search has tried. */
export interface Candidate {
  readonly move: Opaque;
  /** How much the search prefers this move, 0 … 1. The shares of all candidates sum to 1. */
  readonly share: number;
  /** The expected score of the player who makes the move, 0 … 1. */
  readonly value: number;
  /** Whether the value is certain. */
  readonly isProven: boolean;
}

export interface EngineChoice {
  readonly move: Opaque;
  /** The number of nodes that were searched. */
  readonly nodes: number;
  /** The expected score of the player to move, from 0 (lost) to 1 (won). null: the engine has no estimate. */
  readonly value: number | null;
  /** Whether the value is certain. */
  readonly isProven: boolean;
  /** The moves that the search has tried, `move` among them. Empty: the engine compares no moves. */
  readonly candidates: readonly Candidate[];
}

/** An engine at one board. It keeps its search results from move to move. */
export interface EngineSession {
  /** Takes over a legal move that any player has played. */
  readonly advance: (move: Opaque) => void;
  /**
   * Finds a legal move in the current position. The game must not be over. At a temperature above 0 (the default) the search
   * spreads over more moves of the position, to compare them.
   */
  readonly search: (limit: SearchLimit, temperature?: number) => EngineChoice;
}

/** The board that an engine plays at. */
export interface EngineOptions {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly position: Opaque;
  /** The seed of the engine's random numbers. */
  readonly seed: number;
  /** The network of the game. null: it has none, or the engine uses none. */
  readonly network: Network | null;
}

/** An engine that players choose by its name. */
export interface Engine {
  readonly name: string;
  /** One sentence for help texts and tables. */
  readonly summary: string;
  /** Whether it asks for the network of a game. Others play on where that file is damaged. */
  readonly usesNetwork: boolean;
  readonly begin: (options: EngineOptions) => EngineSession;
}

// A history of the game, as texts. Engines need the moves, since earlier moves may forbid one.

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

/** An engine that plays any legal move with equal probability. */
export const randomEngine: Engine = {
  name: 'random',
  summary: 'any legal move, each as likely as the other',
  usesNetwork: false,
  begin: ({ game, position: start, seed }) => {
    const rng = createRng(seed);
    let position = start;
    return {
      advance: move => {
        position = game.play(position, move);
      },
      search: () => ({ move: game.randomMove(position, rng), nodes: 1, value: null, isProven: false, candidates: [] }),
    };
  },
};
