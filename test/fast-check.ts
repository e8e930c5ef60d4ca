// fast-check, with the seeds of this project: properties hold for the seed of the run and for those that once failed.
import fastCheck from 'fast-check';
import { expect } from 'vitest';
import { isLongFor } from './sample.ts';
import { seedsFor } from './seeds.ts';

/** As fast-check has them, and how many runs there are in the long run (test/sample.ts). */
type Parameters<Values> = fastCheck.Parameters<Values> & { readonly longRuns?: number };

interface Assert {
  <Values>(property: fastCheck.IAsyncProperty<Values>, parameters?: Parameters<Values>): Promise<void>;
  <Values>(property: fastCheck.IProperty<Values>, parameters?: Parameters<Values>): void;
}

const runOne = fastCheck.assert as (property: unknown, parameters: unknown) => unknown;

/** As `fc.assert` does, once for each seed of the test file. */
const assert = (<Values>(
  property: fastCheck.IRawProperty<Values>,
  { longRuns, ...parameters }: Parameters<Values> = {},
): unknown => {
  const file = expect.getState().testPath ?? '';
  const checks = seedsFor(file).map(seed => () => {
    const runs = longRuns !== undefined && isLongFor(seed) ? { numRuns: longRuns } : {};
    return runOne(property, { ...parameters, ...runs, seed });
  });
  return checks.reduce<unknown>(
    (before, check) => (before instanceof Promise ? before.then(check) : check()),
    undefined,
  );
}) as Assert;

export default { ...fastCheck, assert };
