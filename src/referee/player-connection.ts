// The interfaces the referee needs: a connection to each player, and a clock.

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
