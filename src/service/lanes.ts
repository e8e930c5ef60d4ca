// Tasks that share a key run one after the other, in the order they came; others side by side, up to a number.

export interface Lanes {
  /** Resolves or rejects as the task does. A task waits for every earlier one it shares a key with, whatever becomes of it. */
  readonly run: <Value>(keys: readonly string[], task: () => Promise<Value>) => Promise<Value>;
}

export function lanes(most: number): Lanes {
  /** By key: when the last task that came with it has ended. */
  const ends = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
    else running += 1;
  };
  /** Whoever waits takes the place over. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run: async (keys, task) => {
      const before = keys.flatMap(key => ends.get(key) ?? []);
      let end = (): void => undefined;
      const ended = new Promise<void>(resolve => {
        end = resolve;
      });
      for (const key of keys) ends.set(key, ended);
      await Promise.all(before);
      await enter();
      try {
        return await task();
      } finally {
        leave();
        for (const key of keys) if (ends.get(key) === ended) ends.delete(key);
        end();
      }
    },
  };
}
