// All engines, by name, and how a service asks them.
import type { Setup } from '#games/game.ts';
import { type Candidate, type Engine, type EngineChoice, type GameHistory, randomEngine } from './engine.ts';
import { mctsEngine, plainEngine } from './mcts.ts';
import { networkEngine } from './network-engine.ts';
import { solverEngine } from './solver.ts';
import type { Weakness } from './weaken.ts';

export const engines: readonly Engine[] = [randomEngine, plainEngine, mctsEngine, networkEngine, solverEngine];

export const findEngine = (name: string): Engine | null => engines.find(engine => engine.name === name) ?? null;

/** A position, as the moves that led to it, and the limits of the search. */
export interface SearchRequest extends GameHistory {
  /** The name of an engine. */
  readonly engine: string;
  /** The name of a game, and its complete setup. */
  readonly game: string;
  readonly setup: Setup;
  readonly seed: number;
  /**
   * The engine keeps its search tree for the next request with the same key, if that continues its moves. Chosen by the caller. null: the
   * result depends on no other request.
   */
  readonly sessionKey: string | null;
  /** Limits of time and of searched nodes. null: no such limit. At least one of the two must be set. */
  readonly milliseconds: number | null;
  readonly nodes: number | null;
  /** How the engine is weakened. null: it is not. */
  readonly weakness: Weakness | null;
  /** The number of moves after which the next player may swap. null: no player may, or one has swapped. */
  readonly swapAfter: number | null;
}

export interface SearchResult extends Omit<EngineChoice, 'move' | 'candidates'> {
  /** Canonical text of a legal move, or `swap`. */
  readonly move: string;
  /** The moves that were compared, the preferred first, as canonical texts. */
  readonly candidates: readonly (Omit<Candidate, 'move'> & { readonly move: string })[];
}

/** The engines of the robots. They search in their own threads, so that the event loop is not blocked. */
export interface Engines {
  /** Rejects if the search fails, or takes much longer than allowed. Time in the queue does not count. */
  readonly search: (request: SearchRequest) => Promise<SearchResult>;
  /** Ends every thread. Running searches are rejected. */
  readonly close: () => Promise<void>;
}
