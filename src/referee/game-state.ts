// A refereed game as values: what is agreed, what happens, what is to be done, where it stands, how it ends.
import type { AnyGame, Opaque, Seat, Setup } from '#games/game.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import type { RefereeMessage, Unread } from './protocol.ts';

/** `unknown`: has not spoken yet. `old`: answers nothing but `?`. `later`: says `ok` to the board and to every move. */
export type Dialect = 'unknown' | 'old' | 'later';

/** What is agreed before a game begins. The game has two seats. */
export interface Agreement {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly board: { readonly rows: number; readonly columns: number };
  /** Milliseconds for a move, and for all moves of a player together; null: as many moves, so much time. */
  readonly moveMs: number;
  readonly gameMs: number | null;
  /** By seat: what is known of the players from earlier games. */
  readonly dialects: readonly Dialect[];
}

/** What a player did that loses a game. */
export type PlayerFault =
  | { readonly kind: 'illegal'; readonly text: string; readonly refusal: Refusal }
  /** No move in time, or no `ok`. */
  | { readonly kind: 'timeout'; readonly due: 'move' | 'ok'; readonly ms: number }
  /** Gone, or deaf: how, in words. */
  | { readonly kind: 'crash'; readonly how: string }
  | { readonly kind: 'protocol'; readonly breach: 'out-of-turn' | 'ok-not-due' | 'ok-missing'; readonly text: string }
  | { readonly kind: 'protocol'; readonly breach: 'flood' };

/** How a game ended. */
export interface GameResult {
  /** null: a draw, or both at fault at once. */
  readonly winner: Seat | null;
  /** The game's own, or what the loser did: 'illegal', 'timeout', 'crash', 'protocol'. */
  readonly reason: string;
  /** Canonical texts. */
  readonly moves: readonly string[];
  /** Thinking time by seat, milliseconds. */
  readonly ms: readonly number[];
  readonly faults: readonly { readonly seat: Seat; readonly fault: PlayerFault }[];
  /** As they turned out. */
  readonly dialects: readonly Dialect[];
  /** By seat: has the player said anything in this game? */
  readonly spoken: readonly boolean[];
}

/** What happens in a game. */
export type ArbiterEvent =
  /** Characters are bytes, in pieces of any size. */
  | { readonly kind: 'said'; readonly seat: Seat; readonly text: string }
  /** Exited, hung up, closed its output or its input. */
  | { readonly kind: 'left'; readonly seat: Seat; readonly how: string }
  /** It is as late as `now` says. */
  | { readonly kind: 'time' };

/** What is to be done about it. */
export type RefereeEffect =
  | { readonly kind: 'tell'; readonly seat: Seat; readonly message: RefereeMessage }
  | { readonly kind: 'finish'; readonly result: GameResult };

/** A player as the arbiter knows it. */
export interface PlayerState {
  readonly dialect: Dialect;
  /** Messages told that an `ok` would answer. */
  readonly owed: number;
  /** Started for this game without waiting for a word of its own: its first move is given the time a program needs to start. */
  readonly isStarting: boolean;
  readonly unread: Unread;
  readonly hasSpoken: boolean;
  readonly heardAt: number;
  readonly ms: number;
}

/** A refereed game as it stands. */
export interface GameState {
  readonly agreement: Agreement;
  readonly position: Opaque;
  readonly moves: readonly string[];
  readonly players: readonly PlayerState[];
  /** `waiting`: for `ok`s, before the next `?`; `closing`: for the last ones. */
  readonly phase: 'greeting' | 'waiting' | 'asked' | 'closing' | 'over';
  /** When the phase began. */
  readonly since: number;
}

/** Where things stand after an event, and what is to be done, in this order. */
export interface Transition {
  readonly state: GameState;
  readonly effects: readonly RefereeEffect[];
}
