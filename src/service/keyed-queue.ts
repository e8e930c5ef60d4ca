// Runs tasks that share a key in order of arrival, and others concurrently, up to a limit.

/** Resolves with the task's value, or with null if the task has to wait. */
export type KeyedQueue = <Value>(keys: readonly string[], task: () => Promise<Value | null>) => Promise<Value | null>;

/** A task begins when every earlier task with the same key has ended. If one of them must wait, this one waits too, and is not begun. */
export function createKeyedQueue(): KeyedQueue {
  /** By key: the outcome of the last task with it. */
  const last = new Map<string, Promise<unknown>>();
  return (keys, task) => {
    const before = Promise.all(keys.flatMap(key => last.get(key) ?? []));
    const done = before.then(outcomes => (outcomes.includes(null) ? null : task()));
    for (const key of keys) last.set(key, done);
    return done;
  };
}

/** A semaphore: at most `most` tasks run concurrently. The others wait for their turn. */
export function places(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async task => {
    if (taken < most) taken += 1;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // Hand the slot to the next waiting task, or free it.
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    }
  };
}
