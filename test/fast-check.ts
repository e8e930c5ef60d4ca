// fast-check, with the seeds of this project: properties hold for the seed of the run and for those that once failed.
import fastCheck from 'fast-check';
import { expect } from 'vitest';
import { seedsFor } from './seeds.ts';

type Assert = typeof fastCheck.assert;

/** As `fc.assert` does, once for each seed of the test file. */
const assert = ((property, parameters) => {
  const file = expect.getState().testPath ?? '';
  const checks = seedsFor(file).map(seed => () => fastCheck.assert(property, { ...parameters, seed }));
  return checks.reduce<unknown>(
    (before, check) => (before instanceof Promise ? before.then(check) : check()),
    undefined,
  );
}) as Assert;

export default { ...fastCheck, assert };
