// The seeds that tests take: one for the whole run, and those that once made a test fail (seeds.json).
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inject } from 'vitest';
import { z } from 'zod';

declare module 'vitest' {
  interface ProvidedContext {
    readonly seed: number;
  }
}

/** Seeds that failed in the long run, kept so that the gate runs them from then on. */
const seedsSchema = z.array(
  z.strictObject({
    /** The test file, from the root of the project; one that the gate runs. */
    test: z.string().regex(/^test\/.*(?<!\.long)\.test\.ts$/, 'is no test file that the gate runs'),
    seed: z.int().nonnegative().max(999_999_999),
    /** When it was found, as 2026-11-25. */
    date: z.iso.date(),
    /** What was wrong. */
    finding: z.string().min(10),
  }),
);

type FailedSeed = z.infer<typeof seedsSchema>[number];

export const parseSeeds = (text: string): readonly FailedSeed[] => seedsSchema.parse(JSON.parse(text));

const root = join(import.meta.dirname, '..');

export const failedSeeds = parseSeeds(readFileSync(join(import.meta.dirname, 'seeds.json'), 'utf8'));

/** The seed of this run. It is printed at the start, and the variable SEED sets it. */
export const SEED = inject('seed');

/** The seeds a test file runs with: `count` from the seed of this run on, after those that once failed in it. */
export function seedsFor(filename: string, count = 1): readonly number[] {
  const file = relative(root, filename);
  const failed = failedSeeds.filter(({ test }) => test === file).map(({ seed }) => seed);
  return [...new Set([...failed, ...Array.from({ length: count }, (_, n) => SEED + n)])];
}
