// The seed of a run: of the tree in the gate, fresh in the long run, the one that is given in any.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failedSeeds, parseSeeds, SEED, seedsFor } from '#test/seeds.ts';
import { listFiles } from './checkout.ts';
import { chooseSeed, seedOfTree } from './seed.ts';

const root = join(import.meta.dirname, '..', '..');
/** A folder of no git checkout. */
const NOWHERE = '/';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nexpost-seed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
    expect(chooseSeed(NOWHERE, choice).source).toMatch(/^always the same here: fatal: not a git repository/);
  });

  it('is not that of another checkout in which the project lies', () => {
    const inner = join(folder, 'nexpost');
    mkdirSync(inner);
    const git = ['-c', 'user.name=x', '-c', 'user.email=x@example.test', '-c', 'commit.gpgsign=false'];
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    execFileSync('git', [...git, 'commit', '--quiet', '--allow-empty', '-m', 'x'], { cwd: folder });
    const choice = { given: undefined, isFresh: false };
    expect(chooseSeed(folder, choice).source).toMatch(/^tree /);
    expect(chooseSeed(inner, choice).source).toContain('the folder lies in the checkout');
  });

  it('is the one that is given, and nothing but a number', () => {
    expect(chooseSeed(NOWHERE, { given: '7', isFresh: true }).value).toBe(7);
    expect(() => chooseSeed(NOWHERE, { given: '7; rm', isFresh: true })).toThrow('is not a number');
  });
});

describe('the files of the project', () => {
  it('are found without git, but for what is made', () => {
    for (const made of ['node_modules', 'dist', 'src']) mkdirSync(join(folder, made));
    for (const file of ['node_modules/a.ts', 'dist/a.js', 'src/a.ts', 'b.json']) writeFileSync(join(folder, file), '');
    expect(listFiles(folder).toSorted()).toEqual(['b.json', 'src/a.ts']);
  });
});

describe('the seeds that failed once', () => {
  it.each(failedSeeds)('$test $seed is of a test that takes its seeds from here', ({ test }) => {
    expect(existsSync(join(root, test))).toBe(true);
    expect(readFileSync(join(root, test), 'utf8')).toMatch(/seedsFor|fast-check/);
  });

  it('run before those of this run', () => {
    expect(seedsFor(join(root, 'test/none.test.ts'), 3)).toEqual([SEED, SEED + 1, SEED + 2]);
    for (const { test, seed } of failedSeeds) expect(seedsFor(join(root, test))).toContain(seed);
  });

  const GOOD = { test: 'test/a.sampled.test.ts', seed: 12, date: '2026-11-25', finding: 'a clock stood still' };
  it.each([
    ['a seed that is no number', { seed: '12x' }],
    ['a seed that SEED could not set', { seed: 1_000_000_000 }],
    ['no day', { date: 'yesterday' }],
    ['nothing found', { finding: '' }],
    ['a test that the gate does not run', { test: 'test/a.long.test.ts' }],
    ['what has no place there', { why: 'a clock stood still' }],
  ])('are refused with %s', (_, fault) => {
    expect(parseSeeds(JSON.stringify([GOOD]))).toEqual([GOOD]);
    expect(() => parseSeeds(JSON.stringify([{ ...GOOD, ...fault }]))).toThrow();
  });

  it('can be of every sampled test: none takes the seed of the run alone', () => {
    const sampled = listFiles(root).filter(file => file.startsWith('test/') && file.endsWith('.sampled.test.ts'));
    expect(sampled.length).toBeGreaterThan(20);
    expect(
      sampled.filter(file => /\bSEED\b.*from '#test\/seeds\.ts'/.test(readFileSync(join(root, file), 'utf8'))),
    ).toEqual([]);
  });
});
