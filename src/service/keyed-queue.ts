// Queues and signals: work that shares a key runs in turn, and one side waits for another.

/** Resolves with the task's value, or with null if the task must wait. */
export type KeyedQueue = <Value>(keys: readonly string[], task: () => Promise<Value | null>) => Promise<Value | null>;

/** A task begins when every earlier task with the same key has ended. If one of them must wait, this one waits too, and is not begun. */
export function createKeyedQueue(): KeyedQueue {
  /** The result of the last task of each key. */
  const lastByKey = new Map<string, Promise<unknown>>();
  return (keys, task) => {
    const earlier = Promise.all(keys.flatMap(key => lastByKey.get(key) ?? []));
    const result = earlier.then(outcomes => (outcomes.includes(null) ? null : task()));
    for (const key of keys) lastByKey.set(key, result);
    return result;
  };
}

/** A semaphore: at most `limit` tasks run concurrently. The others wait for their turn. */
export function createSemaphore(limit: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let runningCount = 0;
  return async task => {
    if (runningCount < limit) runningCount += 1;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // Hand the slot to the next waiting task, or free it.
      const next = waiting.shift();
      if (next === undefined) runningCount -= 1;
      else next();
    }
  };
}

/** A signal: one side waits until the other notifies it. */
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
