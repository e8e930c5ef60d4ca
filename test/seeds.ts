// The seeds that tests take: one for the whole run, and those that once made a test fail (seeds.json).
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly seed: number;
  }
}

/** A seed that failed in the long run, kept so that the gate runs it from then on. */
export interface FailedSeed {
  /** The test file, from the root of the project. */
  readonly test: string;
  readonly seed: number;
  /** When it was found, as 2026-11-25. */
  readonly date: string;
  /** What was wrong. */
  readonly finding: string;
}

const root = join(import.meta.dirname, '..');

export const failedSeeds = JSON.parse(
  readFileSync(join(import.meta.dirname, 'seeds.json'), 'utf8'),
) as readonly FailedSeed[];

/** The seed of this run. It is printed at the start, and the variable SEED sets it. */
export const SEED = inject('seed');

/** The seeds a test file runs with: `count` from the seed of this run on, after those that once failed in it. */
export function seedsFor(filename: string, count = 1): readonly number[] {
  const file = relative(root, filename);
  const failed = failedSeeds.filter(({ test }) => test === file).map(({ seed }) => seed);
  return [...new Set([...failed, ...Array.from({ length: count }, (_, n) => SEED + n)])];
}
