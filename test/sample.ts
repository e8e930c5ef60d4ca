// How much of a suite runs whose file ends with `.sampled.test.ts`: some of it in `npm test`, all in `npm run test:long`.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly isLong: boolean;
  }
}

/** Whether this is the long run. What must occur by chance is asked there alone, of many runs together. */
export const isLong = inject('isLong');

/** How many times something is tried. */
export const times = (short: number, long: number): number => (isLong ? long : short);

/** Every so many-th, the last one among them; all in the long run. */
export const sample = <Item>(all: readonly Item[], every: number): readonly Item[] =>
  isLong ? all : all.filter((_, i) => (all.length - 1 - i) % every === 0);
