// A signal: one side waits until the other notifies it.

export interface Signal {
  readonly ring: () => void;
  /** Resolves at the next ring, or when the signal aborts. */
  readonly rung: (signal: AbortSignal) => Promise<void>;
}

export function createSignal(): Signal {
  let ring = (): void => undefined;
  return {
    ring: () => {
      ring();
    },
    rung: async signal => {
      if (signal.aborted) return;
      await new Promise<void>(resolve => {
        ring = resolve;
        signal.addEventListener('abort', ring, { once: true });
      });
      signal.removeEventListener('abort', ring);
    },
  };
}
