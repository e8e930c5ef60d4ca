// Who waits for whom: what shares a key is done in the order it came, the rest side by side, up to a number.

/** null: the task could not be done and must wait. */
export type Lanes = <Value>(keys: readonly string[], task: () => Promise<Value | null>) => Promise<Value | null>;

/** A task begins when every earlier one it shares a key with has ended; where one of them must wait, so must this one, unbegun. */
export function lanes(): Lanes {
  /** By key: what becomes of the last task that came with it. */
  const last = new Map<string, Promise<unknown>>();
  return (keys, task) => {
    const before = Promise.all(keys.flatMap(key => last.get(key) ?? []));
    const done = before.then(outcomes => (outcomes.includes(null) ? null : task()));
    for (const key of keys) last.set(key, done);
    return done;
  };
}

/** Runs at most so many tasks side by side; the others wait for their turn. */
export function places(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async task => {
    if (taken < most) taken += 1;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // Whoever waits takes the place over.
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    }
  };
}
