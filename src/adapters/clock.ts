// The port Clock: the machine's own, one for measuring, and one that runs faster, for trying out what takes weeks.
import type { Instant } from '#core/time.ts';
import type { Clock } from '#service/ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  // That of node:timers/promises makes an error with its stack for each sleep that is cut short.
  sleep: (ms, signal) =>
    new Promise(resolve => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
    }),
};

/** For measuring alone: counts from some moment on, and nobody can set it. */
export const steadyClock: Clock = { now: () => Math.floor(performance.now()), sleep: systemClock.sleep };

/** A sleep shorter than this would only keep the machine busy. Milliseconds of the world. */
const LEAST_SLEEP_MS = 10;

/** As it was when it began, by the clock of the world beside it; null: it begins now. */
interface Beginning {
  readonly world: Pick<Clock, 'now'>;
  readonly begun: Instant | null;
}

/** Begins at an instant and runs so many times as fast as the world. */
export function fastClock(
  start: Instant,
  speed: number,
  { world, begun }: Beginning = { world: steadyClock, begun: null },
): Clock {
  const from = begun ?? world.now();
  return {
    now: () => Math.floor(start + (world.now() - from) * speed),
    sleep: (ms, signal) => systemClock.sleep(Math.max(LEAST_SLEEP_MS, ms / speed), signal),
    speed,
  };
}
