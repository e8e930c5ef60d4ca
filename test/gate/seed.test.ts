// The seed of a run: of the tree in the gate, fresh in the long run, the one that is given in any.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failedSeeds, SEED, seedsFor } from '#test/seeds.ts';
import { chooseSeed, seedOfTree } from './seed.ts';

const root = join(import.meta.dirname, '..', '..');
/** A folder of no git checkout. */
const NOWHERE = '/';

describe('the seed', () => {
  it('changes with the tree', () => {
    expect(seedOfTree('0000002affffffffffffffffffffffffffffffff')).toBe(42);
    expect(seedOfTree('81feca0affffffffffffffffffffffffffffffff')).not.toBe(
      seedOfTree('81feca0bffffffffffffffffffffffffffffffff'),
    );
  });

  it('is always the same where there is no checkout', () => {
    const choice = { given: undefined, isFresh: false };
    expect(chooseSeed(NOWHERE, choice)).toEqual(chooseSeed(NOWHERE, choice));
  });

  it('is the one that is given, and nothing but a number', () => {
    expect(chooseSeed(NOWHERE, { given: '7', isFresh: true }).value).toBe(7);
    expect(() => chooseSeed(NOWHERE, { given: '7; rm', isFresh: true })).toThrow('is not a number');
  });
});

describe('the seeds that failed once', () => {
  it.each(failedSeeds)('$test $seed is of a test that takes its seeds from here', ({ test, date, finding }) => {
    expect(existsSync(join(root, test))).toBe(true);
    expect(readFileSync(join(root, test), 'utf8')).toMatch(/seedsFor|fast-check/);
    expect(Number.isNaN(Date.parse(date))).toBe(false);
    expect(finding.length).toBeGreaterThan(10);
  });

  it('run before those of this run', () => {
    expect(seedsFor(join(root, 'test/none.test.ts'), 3)).toEqual([SEED, SEED + 1, SEED + 2]);
    for (const { test, seed } of failedSeeds) expect(seedsFor(join(root, test))).toContain(seed);
  });
});
