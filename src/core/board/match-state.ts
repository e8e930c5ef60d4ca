// The state of a match: position, seats, moves, take-backs, proposals and turns.
import type { Colour, Opaque, Outcome, Seat } from '#games/game.ts';
import type { Instant } from '../kernel/time.ts';
import type { LineEntry, ProposalKind } from './match-document.ts';

/** A move of the line, with its colour and player. */
export interface Ply {
  readonly text: string;
  readonly colour: Colour;
  /** The player who made it, as an index of match.players. */
  readonly player: number;
  readonly isPrepared: boolean;
}

/** Moves that were taken back by agreement. */
export interface TakeBack {
  /** The player who asked for it, as an index of match.players. */
  readonly by: number;
  /** The number of moves that stayed, and of entries of the line. */
  readonly after: number;
  readonly kept: number;
  readonly plies: readonly Ply[];
}

/** An open proposal. Players are indices of match.players, the first one of an account. */
export interface Proposal {
  readonly what: ProposalKind;
  readonly by: number;
  /** The players who want it, the proposer included. */
  readonly accepted: readonly number[];
}

/** A stretch of time in which one player had to act. */
export interface Turn {
  /** An index of match.players: clocks belong to players, whatever colour they have. */
  readonly player: number;
  readonly begun: Instant;
  /** null: it goes on. */
  readonly ended: Instant | null;
  /** Did the turn end by the player's own act, which was not taken back? */
  readonly isDone: boolean;
  /** Did the turn begin with a take-back? */
  readonly isRestored: boolean;
}

export interface MatchState {
  readonly position: Opaque;
  /** The moves in effect. */
  readonly plies: readonly Ply[];
  /** The player of each seat, as an index of match.players. A swap exchanges them. */
  readonly holders: readonly number[];
  /** The swap: the number of moves before it, and the swapping player as an index of match.players. */
  readonly swapped: { readonly after: number; readonly by: number } | null;
  /** The seats that were given up, in this order. */
  readonly retired: readonly Seat[];
  /** The entries of the record in effect. */
  readonly line: readonly LineEntry[];
  /** Oldest first. */
  readonly takeBacks: readonly TakeBack[];
  /** The open proposal. null: there is none. */
  readonly proposal: Proposal | null;
  /** The players who have proposed something since the board last changed. */
  readonly proposers: readonly number[];
  /** How the game ended; null while it goes on. */
  readonly outcome: Outcome | null;
  /** In order; the last one goes on as long as the game does. */
  readonly turns: readonly Turn[];
}
