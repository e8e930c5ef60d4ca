// The port Clock: the machine's own, and one for measuring.
import type { Clock } from '#service/ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise(resolve => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
    }),
};

/** For measuring alone: counts from some moment on, and nobody can set it. */
export const steadyClock: Clock = { now: () => Math.floor(performance.now()), sleep: systemClock.sleep };
