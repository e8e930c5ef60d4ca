// The types of a refereed game: agreement, events, effects, state, result, connections.
import type { AnyGame, Opaque, Seat, Setup } from '#games/game.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import type { AnnouncedBoard, RefereeMessage, Unread } from './protocol.ts';

/** A monotonic clock in milliseconds, and a way to wait. */
export interface RefereeClock {
  readonly now: () => number;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The events of a player. Characters are bytes, in pieces of any size. */
export interface PlayerListener {
  readonly said: (text: string) => void;
  /** The player will say nothing more, or no longer listens. `how`: the reason, as in 'it exited with status 3'. Called once. */
  readonly left: (how: string) => void;
}

/** A player of a refereed game, at the other end of a pipe, a connection or a function. */
export interface PlayerConnection {
  /** Does nothing once the player has left. Never throws. */
  readonly tell: (text: string) => void;
  /** Replaces the listener. null: removes it. If the player has left, the new listener is told so at once. */
  readonly listen: (listener: PlayerListener | null) => void;
  readonly hasLeft: () => boolean;
  /** The end of its stderr, or ''. */
  readonly lastWords: () => string;
  /**
   * Tells the player that nothing more will come, waits `patienceMs`, then forces it to leave. Resolves when nothing of it is left.
   * Never rejects.
   */
  readonly leave: (patienceMs: number) => Promise<void>;
}

/** Passes the events of a player to one listener at a time. `left` is reported once, and also to a listener added later. */
export function createPlayerListener(): PlayerListener & Pick<PlayerConnection, 'listen' | 'hasLeft'> {
  let listener: PlayerListener | null = null;
  let gone: string | null = null;
  return {
    said: text => listener?.said(text),
    left: how => {
      if (gone !== null) return;
      gone = how;
      listener?.left(how);
    },
    listen: next => {
      listener = next;
      if (gone !== null) listener?.left(gone);
    },
    hasLeft: () => gone !== null,
  };
}

/** `unknown`: has not spoken yet. `old`: answers only `?`. `later`: says `ok` to the board and to every move. */
export type Dialect = 'unknown' | 'old' | 'later';

/** The terms of a game, agreed before it begins. The game has two seats. */
export interface Agreement {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly board: AnnouncedBoard;
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

export type ArbiterEvent =
  /** Characters are bytes, in pieces of any size. */
  | { readonly kind: 'said'; readonly seat: Seat; readonly text: string }
  /** The player has exited, hung up, or closed its output or its input. */
  | { readonly kind: 'left'; readonly seat: Seat; readonly how: string }
  /** Only time has passed, up to `now`. */
  | { readonly kind: 'time' };

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
