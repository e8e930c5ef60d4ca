// SIGINT, SIGTERM and SIGHUP as an AbortSignal: the first asks to stop in good order, a second one does not wait.

export interface StopSignal {
  readonly signal: AbortSignal;
  /** From now on these signals mean again what they always mean. */
  readonly release: () => void;
}

const NAMES = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function stopSignal(): StopSignal {
  const stop = new AbortController();
  const onSignal = (): void => {
    // What runs on exit still runs.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  };
  for (const name of NAMES) process.on(name, onSignal);
  return {
    signal: stop.signal,
    release: () => {
      for (const name of NAMES) process.off(name, onSignal);
    },
  };
}
