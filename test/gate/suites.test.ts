// What .ci/run counts: a check or a test run that ends without a result, or without a test, has failed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const suites = join(import.meta.dirname, '..', '..', '.ci', 'suites.sh');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'a b-'));
  mkdirSync(join(folder, 'project', '.ci'), { recursive: true });
  copyFileSync(suites, join(folder, 'project', '.ci', 'suites.sh'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs what stands here after `suites.sh` is read; `by` is how it is called, from `folder`. */
function run(script: string, environment: Readonly<Record<string, string>> = {}, ...by: readonly string[]) {
  const start = '#!/usr/bin/env bash\n. "$(dirname "$(readlink -f "$0")")/suites.sh"\n';
  writeFileSync(join(folder, 'project', '.ci', 'run'), `${start}${script}\n`, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync('bash', by.length === 0 ? ['project/.ci/run'] : by, {
    ...{ cwd: folder, encoding: 'utf8' as const, timeout: 60_000 },
    env: { PATH: process.env['PATH'], TMPDIR: folder, ...environment },
  });
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

const says = (text: string, status = 0): string => `sh -c 'printf "%b\\n" "${text}"; exit ${status}'`;

it.each([
  ['all passed', '3 passed, 0 failed, 1 skipped', 0, 'ok', '3 passed, 0 failed, 1 skipped'],
  ['some failed', '3 passed, 2 failed, 1 skipped', 1, 'FAIL', '3 passed, 2 failed, 1 skipped'],
  ['none failed but the run', '3 passed, 0 failed, 0 skipped', 1, 'FAIL', '3 passed, 1 failed, 0 skipped'],
  ['some failed, though the exit status is 0', '3 passed, 2 failed, 0 skipped', 0, 'FAIL', '3 passed, 2 failed, 0 skipped'],
  ['nothing passed', '0 passed, 0 failed, 9 skipped', 0, 'FAIL', '0 passed, 1 failed, 9 skipped'],
  ['no result, and exit status 0', 'killed', 0, 'FAIL', '0 passed, 1 failed, 0 skipped'],
])('counts a test run: %s', (_, said, exit, verdict, sum) => {
  const { status, lines } = run(`suite tests ${says(said, exit)}\nfinish`);
  expect(lines[0]).toMatch(new RegExp(`^${verdict.padEnd(4)}  tests: `));
  expect(lines.at(-1)).toBe(sum);
  expect(status).toBe(verdict === 'ok' ? 0 : 1);
  // What a failed run said is repeated at the end.
  expect(lines.includes(said) && lines.includes('=== tests')).toBe(verdict !== 'ok');
}); // prettier-ignore

it('tells the seed, the tests that were skipped and those that failed in quarantine, in a green run too', () => {
  const said = ['Seed 7', 'In quarantine, and failed: a', 'Skipped: b', 'c', '1 passed, 0 failed, 2 skipped'];
  expect(run(`suite tests ${says(said.join('\\n'))}\nfinish`).lines).toEqual([
    ...['      Seed 7', '      In quarantine, and failed: a', '      Skipped: b'],
    expect.stringMatching(/^ok {4}tests: /),
    expect.stringMatching(/^It took \d+:\d\d\.$/),
    '1 passed, 0 failed, 2 skipped',
  ]);
});

it('counts checks that run side by side, and one that died', () => {
  const script = 'act() { [ "$1" = good ] || exit; passed=$((passed + 1)); echo "ok    $1"; }';
  const { status, lines } = run(`${script}\nbeside good act good\nbeside bad act bad\ngather\nfinish`);
  expect(status).toBe(1);
  expect(lines).toContain('ok    good');
  expect(lines).toContain('FAIL  bad: it ended without a result');
  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
});

it('waits until no other run works on the machine', () => {
  const other = 'coproc { exec 9<&-; one_at_a_time lock; echo "the other"; }';
  const next = 'read -r line <&"${COPROC[0]}"; echo "$line"';
  const { lines } = run(`one_at_a_time lock\n${other}\n${next}\necho this\nexec 9<&-\n${next}`);
  expect(lines).toEqual([expect.stringMatching(/^Another run works/), 'this', 'the other']);
});

it('ends at once when it is ended while it waits for another run', () => {
  const caller = 'coproc bash project/.ci/run; read -r line <&"${COPROC[0]}"; echo "$line"; kill %1; wait %1; echo $?';
  const { lines } = run('exec 8>lock; flock 8; one_at_a_time lock', {}, '-c', caller);
  expect(lines).toEqual([expect.stringMatching(/^Another run works/), '130']);
});

it('gives its lock to nothing that a test run leaves behind', () => {
  const tests = `bash -c 'env -u NEXPOST_REAL_DIR head -n 1 fifo & echo 1 passed, 0 failed, 0 skipped'`;
  const caller =
    'mkfifo project/fifo; exec 7<>project/fifo; bash project/.ci/run; flock --nonblock project/lock echo free; echo >&7';
  expect(run(`one_at_a_time lock; suite tests ${tests}; finish`, {}, '-c', caller).lines.at(-1)).toBe('free');
});

it('ends what it has started when it is ended', () => {
  const sleeper = 'exec 8>held; flock 8; echo >ready; exec sleep 1000';
  const script = `beside sleep check sleep bash -c '${sleeper}'\nuntil [ -e ready ]; do :; done\nkill $$\ngather`;
  // The lock is free when the sleeper has gone.
  const { lines } = run(script, {}, '-c', 'bash project/.ci/run; echo $?; flock project/held echo gone');
  expect(lines).toEqual(['130', 'gone']);
});

it('says that there is no folder for temporary files', () => {
  const { status, lines, stderr } = run('suite tests true\nfinish', { TMPDIR: join(folder, 'none') });
  expect([status, lines]).toEqual([1, ['']]);
  expect(stderr.trim().split('\n').at(-1)).toBe(`No temporary folder can be made in ${join(folder, 'none')} (TMPDIR).`);
});

it('runs in its own project: whatever CDPATH says, and through a link', () => {
  mkdirSync(join(folder, 'project', 'project', '.ci'), { recursive: true });
  symlinkSync(join('project', '.ci', 'run'), join(folder, 'link'));
  const own = realpathSync(join(folder, 'project'));
  for (const by of ['project/.ci/run', 'link'])
    expect(run('pwd', { CDPATH: join(folder, 'project') }, by).lines).toEqual([own]);
});
