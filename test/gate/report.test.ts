// The report of a run with a failed test: what it prints, and the exit status, with and without quarantine.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const FILE = 'test/gate/fixture/half.fixture.ts';
const TEST = "a half does not hold, it's said (on purpose)";

function report(since: string | null): { readonly status: number | null; readonly lines: readonly string[] } {
  const entry = { file: FILE, test: TEST, since, known: 'it fails on purpose' };
  const QUARANTINE = JSON.stringify(since === null ? [] : [entry]);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, stdout } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', join(import.meta.dirname, 'fixture', 'vitest.config.ts')],
    { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'], QUARANTINE, NO_COLOR: '1' } },
  );
  return { status, lines: stdout.trim().split('\n') };
}

it('names the failed test, what it said, the seed, and the command that repeats it', () => {
  const { status, lines } = report(null);
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
  const { status, lines } = report('2026-11-20');
  expect(status).toBe(0);
  expect(lines.slice(-3)).toEqual([
    'In quarantine: 1, of which 1 failed.',
    `  ${FILE} > ${TEST}, since 2026-11-20`,
    '1 passed, 0 failed, 1 skipped',
  ]);
});

it('excuses it no more after seven days', () => {
  const { status, lines } = report('2026-11-18');
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
});
