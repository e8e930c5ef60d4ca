// How much of a suite runs whose file ends with `.sampled.test.ts`: some of it in `npm test`, all in `npm run test:long`.
import { inject } from 'vitest';
import { failedSeeds } from './seeds.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly isLong: boolean;
  }
}

/** Whether this is the long run. What must occur by chance is asked there alone, of many runs together. */
export const isLong = inject('isLong');

/** Whether a seed is tried at the size of the long run: also in the gate, if it failed there once (seeds.json). */
export const isLongFor = (seed: number | undefined): boolean =>
  isLong || failedSeeds.some(failed => failed.seed === seed);

/** How many times something is tried; `seed`, if it is tried with one. */
export const times = (short: number, long: number, seed?: number): number => (isLongFor(seed) ? long : short);

/** Every so many-th, the last one among them; all in the long run. */
export const sample = <Item>(all: readonly Item[], every: number, seed?: number): readonly Item[] =>
  isLongFor(seed) ? all : all.filter((_, i) => (all.length - 1 - i) % every === 0);
