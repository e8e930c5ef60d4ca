// Handles signals: the first asks a verb to stop in good order, a later one stops it at once.

export interface StopSignal {
  readonly signal: AbortSignal;
  /** From now on these signals mean again what they always mean. */
  readonly release: () => void;
}

interface StopOptions {
  readonly signals: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  readonly exit: (code: number) => void;
  /** Milliseconds. */
  readonly now: () => number;
  /** Signals within this many milliseconds are one: npm and systemd both pass on what the other one sends. */
  readonly togetherMs: number;
  /** Does SIGHUP stop it? It says that the terminal is gone; a service without one goes on. */
  readonly stopsAtHangup: boolean;
}

const USUAL: StopOptions = {
  signals: process,
  // What runs on exit still runs.
  exit: code => process.exit(code),
  now: () => performance.now(),
  togetherMs: 0,
  stopsAtHangup: true,
};

export function stopSignal(options: Partial<StopOptions> = {}): StopSignal {
  const { signals, exit, now, togetherMs, stopsAtHangup } = { ...USUAL, ...options };
  const stop = new AbortController();
  let first = 0;
  const ask = (): void => {
    if (!stop.signal.aborted) {
      first = now();
      stop.abort();
    } else if (now() - first >= togetherMs) exit(1);
  };
  const hangUp = (): void => {
    if (stopsAtHangup) ask();
  };
  const handlers = [
    ['SIGINT', ask],
    ['SIGTERM', ask],
    ['SIGHUP', hangUp],
  ] as const;
  for (const [name, handler] of handlers) signals.on(name, handler);
  return {
    signal: stop.signal,
    release: () => {
      for (const [name, handler] of handlers) signals.off(name, handler);
    },
  };
}
