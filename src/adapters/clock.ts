// The port Clock: the machine's own, and one for measuring.
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#service/ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};

/** For measuring alone: counts from some moment on, and nobody can set it. */
export const steadyClock: Clock = { now: () => Math.floor(performance.now()), sleep: systemClock.sleep };
