// A signal: one side waits until the other notifies it.

export interface Signal {
  readonly notify: () => void;
  /** Resolves at the next `notify`, or when the signal aborts. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
}

export function createSignal(): Signal {
  let resolveWait = (): void => undefined;
  return {
    notify: () => {
      resolveWait();
    },
    wait: async signal => {
      if (signal.aborted) return;
      await new Promise<void>(resolve => {
        resolveWait = resolve;
        signal.addEventListener('abort', resolveWait, { once: true });
      });
      signal.removeEventListener('abort', resolveWait);
    },
  };
}
