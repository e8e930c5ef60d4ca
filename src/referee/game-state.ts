// The types of a refereed game: agreement, events, effects, state and result.
import type { AnyGame, Opaque, Seat, Setup } from '#games/game.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import type { RefereeMessage, Unread } from './protocol.ts';

/** `unknown`: has not spoken yet. `old`: answers only `?`. `later`: says `ok` to the board and to every move. */
export type Dialect = 'unknown' | 'old' | 'later';

/** The terms of a game, agreed before it begins. The game has two seats. */
export interface Agreement {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly board: { readonly rows: number; readonly columns: number };
  /** Milliseconds for a move, and for all moves of a player together. null: no limit for all moves. */
  readonly moveMs: number;
  readonly gameMs: number | null;
  /** The number of moves after which the next player may swap. null: no player may. */
  readonly swapAfter: number | null;
  /** By seat: the dialects known from earlier games. */
  readonly dialects: readonly Dialect[];
}

/** A fault by which a player loses the game. */
export type PlayerFault =
  | { readonly kind: 'illegal'; readonly text: string; readonly refusal: Refusal }
  /** No move in time, or no `ok`. */
  | { readonly kind: 'timeout'; readonly due: 'move' | 'ok'; readonly ms: number }
  /** The player has left or no longer listens. `how`: in words. */
  | { readonly kind: 'crash'; readonly how: string }
  | {
      readonly kind: 'protocol';
      readonly breach: 'out-of-turn' | 'ok-not-due' | 'ok-missing' | 'refused';
      readonly text: string;
    }
  | { readonly kind: 'protocol'; readonly breach: 'flood' };

/** How a game ended. Seats are those at the start of the game: a swap does not change them here. */
export interface GameResult {
  /** null: a draw, or both at fault at once. */
  readonly winner: Seat | null;
  /** The game's own reason, or the loser's fault: 'illegal', 'timeout', 'crash', 'protocol'. */
  readonly reason: string;
  /** Canonical texts. */
  readonly moves: readonly string[];
  /** The number of moves before the swap. null: the players have not swapped. */
  readonly swappedAfter: number | null;
  /** Thinking time by seat, milliseconds. */
  readonly ms: readonly number[];
  readonly faults: readonly { readonly seat: Seat; readonly fault: PlayerFault }[];
  /** The dialects as found in this game. */
  readonly dialects: readonly Dialect[];
  /** By seat: has the player said anything in this game? */
  readonly spoken: readonly boolean[];
}

/** An event of a game. */
export type ArbiterEvent =
  /** Characters are bytes, in pieces of any size. */
  | { readonly kind: 'said'; readonly seat: Seat; readonly text: string }
  /** The player has exited, hung up, or closed its output or its input. */
  | { readonly kind: 'left'; readonly seat: Seat; readonly how: string }
  /** Only time has passed, up to `now`. */
  | { readonly kind: 'time' };

/** An effect to carry out. */
export type RefereeEffect =
  | { readonly kind: 'tell'; readonly seat: Seat; readonly message: RefereeMessage }
  | { readonly kind: 'finish'; readonly result: GameResult };

/** The arbiter's state of a player. */
export interface PlayerState {
  readonly dialect: Dialect;
  /** Messages sent that still need an `ok`. */
  readonly owed: number;
  /** Started for this game without a greeting: its first move gets extra time for the start of a program. */
  readonly isStarting: boolean;
  readonly unread: Unread;
  readonly hasSpoken: boolean;
  readonly heardAt: number;
  readonly ms: number;
}

/** The state of a refereed game. A seat of the players is the one at the start of the game. */
export interface GameState {
  readonly agreement: Agreement;
  readonly position: Opaque;
  readonly moves: readonly string[];
  /** The number of moves before the swap. null: the players have not swapped. */
  readonly swappedAfter: number | null;
  readonly players: readonly PlayerState[];
  /** `waiting`: for `ok`s, before the next `?`. `closing`: for the last ones. */
  readonly phase: 'greeting' | 'waiting' | 'asked' | 'closing' | 'over';
  /** When the phase began. */
  readonly since: number;
}

/** The state after an event, and the effects in order. */
export interface Transition {
  readonly state: GameState;
  readonly effects: readonly RefereeEffect[];
}
