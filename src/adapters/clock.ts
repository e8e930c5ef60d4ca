// The Clock port: the system clock, a monotonic clock for measuring, and a fast clock for trials.
// The fast clock shows within minutes what takes weeks.
import type { Instant } from '#core/kernel/time.ts';
import type { Clock } from '#service/ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not the sleep of node:timers/promises: it creates an error with a stack trace for each sleep that is cut short.
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

/** A monotonic clock, only for measuring durations. It cannot be set. */
export const steadyClock: Clock = { now: () => Math.floor(performance.now()), sleep: systemClock.sleep };

/** The fast clock never sleeps for less, which would keep the machine busy. Milliseconds of real time. */
const MIN_SLEEP_MS = 10;

/** `begun`: the instant of the clock `world` at which the fast clock began. null: the fast clock begins now. */
interface FastClockStart {
  readonly world: Pick<Clock, 'now'>;
  readonly begun: Instant | null;
}

/** Begins at an instant and runs `speed` times as fast as real time. */
export function createFastClock(
  start: Instant,
  speed: number,
  { world, begun }: FastClockStart = { world: steadyClock, begun: null },
): Clock {
  const startedAt = begun ?? world.now();
  return {
    now: () => Math.floor(start + (world.now() - startedAt) * speed),
    sleep: (ms, signal) => systemClock.sleep(Math.max(MIN_SLEEP_MS, ms / speed), signal),
    speed,
  };
}
