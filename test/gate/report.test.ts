// The report of a run with a failed test: what it prints, and the exit status, with and without quarantine.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const FILE = 'test/gate/fixture/half.fixture.ts';
const TEST = "a half does not hold, it's said (on purpose)";

const entryFor = (since: string, test = TEST, file = FILE) => ({ file, test, since, known: 'it fails on purpose' });

function report(
  entries: readonly ReturnType<typeof entryFor>[] = [],
  { fixture = 'half', words = [] as readonly string[] } = {},
): { readonly status: number | null; readonly lines: readonly string[] } {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(import.meta.dirname, 'fixture', 'vitest.config.ts');
  const variables = { FIXTURE: `${fixture}.fixture.ts`, QUARANTINE: JSON.stringify(entries), NO_COLOR: '1' };
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--config', config, ...words], {
    ...{ cwd: root, encoding: 'utf8' },
    env: { PATH: process.env['PATH'], ...variables },
  });
  return { status, lines: stdout.trim().split('\n') };
}

it('names the failed test, what it said, the seed, and the command that repeats it', () => {
  const { status, lines } = report();
  expect(status).toBe(1);
  expect(lines[0]).toBe('Seed 7 (fixture). SEED=7 repeats this run.');
  const from = lines.indexOf('What failed:');
  expect(lines.slice(from)).toEqual([
    'What failed:',
    '',
    `* ${FILE} > ${TEST}`,
    expect.stringContaining("expected 'what is' to be 'what should be'"),
    ...lines.slice(from + 4, -5),
    `  Repeat it: SEED=7 npx vitest run --mode unit ${FILE} -t 'a half does not hold, it.s said \\(on purpose\\)'`,
    '',
    'The seed was 7.',
    '',
    '1 passed, 1 failed, 0 skipped',
  ]);
});

it('excuses a test in quarantine, on a line of its own', () => {
  const { status, lines } = report([entryFor('2026-11-20')]);
  expect(status).toBe(0);
  expect(lines.slice(-3)).toEqual([
    'In quarantine: 1, of which 1 failed.',
    `In quarantine since 2026-11-20, and failed: ${FILE} > ${TEST}`,
    '1 passed, 0 failed, 1 skipped',
  ]);
});

it('excuses it no more after seven days', () => {
  const { status, lines } = report([entryFor('2026-11-18')]);
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
});

it('excuses no suite that cannot be set up, and names what names no test', () => {
  const file = FILE.replace('half', 'broken');
  const { status, lines } = report([entryFor('2026-11-20', 'a suite', file)], { fixture: 'broken' });
  expect(status).toBe(1);
  expect(lines.filter(line => line.startsWith('* '))).toEqual([
    `* ${file} > a suite`,
    '* outside of all tests',
    `* test/quarantine.json lists what is no test: ${file} > a suite`,
  ]);
  // What failed outside of all tests is repeated by the whole run.
  expect(lines.filter(line => line.startsWith('  Repeat it'))).toEqual([
    `  Repeat it: SEED=7 npx vitest run --mode unit ${file} -t 'a suite'`,
    '  Repeat it: SEED=7 npx vitest run --mode unit',
  ]);
  expect(lines.slice(-3)).toEqual([
    'In quarantine: 1, of which 0 failed.',
    `Skipped: ${file} > a suite never runs`,
    '1 passed, 3 failed, 1 skipped',
  ]);
});

it('says nothing of tests that were not asked for', () => {
  const { status, lines } = report([entryFor('2026-11-20', 'is not here')], { words: ['-t', 'a half holds'] });
  expect(status).toBe(0);
  expect(lines.slice(-2)).toEqual(['In quarantine: 1, of which 0 failed.', '1 passed, 0 failed, 1 skipped']);
});
