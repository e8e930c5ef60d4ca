// What the referee needs of the world: a connection to each player, and a clock.

/** Milliseconds that only go forward, and a way to wait. */
export interface RefereeClock {
  readonly now: () => number;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What a player of a refereed game does. Characters are bytes, in pieces of any size. */
export interface PlayerListener {
  readonly said: (text: string) => void;
  /** It will say nothing more, or hears nothing more: how that came, as in 'it exited with status 3'. Told once. */
  readonly left: (how: string) => void;
}

/** A player of a refereed game, at the other end of a pipe, a connection or a function. */
export interface PlayerConnection {
  /** Goes nowhere once the player has left. Never throws. */
  readonly tell: (text: string) => void;
  /** From now on this listener alone hears what happens, null: nobody does. One that comes when the player has left is told so at once. */
  readonly listen: (listener: PlayerListener | null) => void;
  readonly hasLeft: () => boolean;
  /** The end of what it wrote for people, '' where it wrote nothing. */
  readonly lastWords: () => string;
  /** Tells it that nothing more will come, waits so many milliseconds, then makes it leave. Resolves when nothing of it is left. Never rejects. */
  readonly leave: (patienceMs: number) => Promise<void>;
}

/** The events of one player for one listener at a time; that it has left is told once, and to latecomers too. */
export function lineEvents(): PlayerListener & Pick<PlayerConnection, 'listen' | 'hasLeft'> {
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
