// The state of a match: position, seats, moves, take-backs, proposals and turns.
import type { Colour, Opaque, Outcome, Seat } from '#games/game.ts';
import type { Instant } from '../kernel/time.ts';
import type { LineEntry, ProposalKind } from './match-document.ts';

/** A move of the record as it is shown. */
export interface Ply {
  readonly text: string;
  readonly colour: Colour;
  /** The player who made it, as an index of match.players. */
  readonly player: number;
  readonly isPrepared: boolean;
}

/** Moves that were taken back, all players having agreed. */
export interface TakeBack {
  /** The player who asked for it, as an index of match.players. */
  readonly by: number;
  /** How many moves stayed, and how many entries of the line. */
  readonly after: number;
  readonly kept: number;
  readonly plies: readonly Ply[];
}

/** What waits for the others' answers. Players are indices of match.players, the first of an account's. */
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
  /** Did it end by an act of the player's own, which stands? */
  readonly isDone: boolean;
  /** Did it begin when moves were taken back? */
  readonly isRestored: boolean;
}

export interface MatchState {
  readonly position: Opaque;
  /** The moves that stand. */
  readonly plies: readonly Ply[];
  /** By seat: who holds it, as an index of match.players. A swap exchanges these. */
  readonly holders: readonly number[];
  /** After how many moves sides were taken, and by whom (an index of match.players). */
  readonly swapped: { readonly after: number; readonly by: number } | null;
  /** The seats that were given up, in this order. */
  readonly retired: readonly Seat[];
  /** The entries of the record that stand. */
  readonly line: readonly LineEntry[];
  /** Oldest first. */
  readonly takeBacks: readonly TakeBack[];
  /** The one that is open; null: there is none. */
  readonly proposal: Proposal | null;
  /** The players who have proposed something since the board last changed. */
  readonly proposers: readonly number[];
  /** How the game ended; null while it goes on. */
  readonly outcome: Outcome | null;
  /** In order; the last one goes on as long as the game does. */
  readonly turns: readonly Turn[];
}
