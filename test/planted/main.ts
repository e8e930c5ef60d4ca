// `npm run test:planted -- [number…]`: plants faults in a copy of the code, and tells which tests find them.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { faults, type Fault } from './faults.ts';

const root = process.cwd();
const work = mkdtempSync(join(tmpdir(), 'nexpost-planted-'));
const copy = join(work, 'nexpost');
const reportFile = join(work, 'report.json');
/** Of all long runs, so that a test that failed is tried again with the seed it failed by. */
const longSeed = process.env['SEED'] ?? String(randomInt(1_000_000));

/** Of all faults so many may be left to the long tier. */
const MOST_LEFT_BY_GATE = 2;
/** It compares the code with the faults, and would find each of them. */
const LEFT_OUT = 'test/planted/faults.test.ts';
const LONGEST_RUN_MS = 45 * 60_000;

type Tier = 'gate' | 'long';
const MODES: Readonly<Record<Tier, string>> = { gate: 'test', long: 'long' };

interface FailedTest {
  readonly file: string;
  readonly test: string;
}

type Run =
  | { readonly kind: 'passed'; readonly tests: number }
  | { readonly kind: 'failed'; readonly by: FailedTest }
  /** It has come to no verdict: what is planted cannot be built or loaded, or vitest itself fell. */
  | { readonly kind: 'broken'; readonly why: string };

/** `by` null: nothing has found it. */
type Verdict = { readonly tier: Tier | null; readonly by: FailedTest | null } | { readonly error: string };

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function execute(command: string, args: readonly string[]): string {
  // Without the settings of the user: they may ask for signatures, or have hooks.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The tracked files as they are, in a repository of their own: tests ask git for the files, and for the seed. */
function makeCopy(): void {
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  if (listed.status !== 0) throw new Error(listed.stderr);
  const keep = { recursive: true, preserveTimestamps: true } as const;
  for (const file of listed.stdout.split('\0'))
    if (file !== '' && file !== LEFT_OUT && existsSync(join(root, file)))
      cpSync(join(root, file), join(copy, file), keep);
  cpSync(join(root, 'dist'), join(copy, 'dist'), keep);
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  execute('git', ['init', '--quiet']);
  execute('git', ['add', '--all']);
  const author = ['-c', 'user.name=planted', '-c', 'user.email=planted@example.test'];
  execute('git', [...author, 'commit', '--quiet', '--message', 'Copy of the code']);
}

/** The tests of a tier whose paths begin so; without any path all of them. */
function runTests(tier: Tier, paths: readonly string[]): Run {
  rmSync(reportFile, { force: true });
  const options = ['--bail', '1', '--passWithNoTests', '--reporter', 'json', '--outputFile', reportFile];
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--mode', MODES[tier], ...options, ...paths];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    ...{
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, ...(tier === 'long' ? { SEED: longSeed } : {}), NO_COLOR: '1' },
    },
    ...{ timeout: LONGEST_RUN_MS, killSignal: 'SIGKILL', maxBuffer: 2 ** 28 },
  });
  // The compiler tells its errors on the one, vitest on the other.
  const said = `${stdout.trim().slice(-1_000)}\n${stderr.trim().slice(0, 500)}`.trim();
  if (!existsSync(reportFile)) return { kind: 'broken', why: said };
  return judge(JSON.parse(readFileSync(reportFile, 'utf8')) as JsonReport, status, said);
}

function judge({ testResults }: JsonReport, status: number | null, said: string): Run {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(result => ({ file: relative(copy, name), test: result.fullName, status: result.status })),
  );
  const failed = tests.find(test => test.status === 'failed');
  if (failed !== undefined) return { kind: 'failed', by: failed };
  const unloaded = testResults.find(file => file.status === 'failed');
  if (unloaded !== undefined) return { kind: 'broken', why: `${relative(copy, unloaded.name)}: ${unloaded.message}` };
  if (status !== 0) return { kind: 'broken', why: said };
  return { kind: 'passed', tests: tests.length };
}

/** Plants a fault; answers with what takes it away again. */
function plant({ name, file, text, becomes }: Fault): () => void {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  const times = whole.split(text).length - 1;
  if (times !== 1) throw new Error(`'${name}' cannot be planted: its text occurs ${times} times in ${file}`);
  writeFileSync(
    path,
    whole.replace(text, () => becomes),
  );
  return () => writeFileSync(path, whole);
}

/** The tests that are likely to find it first, then all of the tier. */
function searchIn(tier: Tier, { hints }: Fault): Run {
  const first = runTests(tier, hints);
  return first.kind === 'passed' ? runTests(tier, []) : first;
}

function searchFor(fault: Fault): Verdict {
  for (const tier of ['gate', 'long'] as const) {
    const remove = plant(fault);
    const run = searchIn(tier, fault);
    // The hinted tests of the gate are known to pass without it. Others may fail now and then.
    const isKnown = run.kind === 'failed' && tier === 'gate' && fault.hints.some(hint => run.by.file.startsWith(hint));
    const withIt = run.kind === 'failed' && !isKnown ? runTests(tier, [run.by.file]) : run;
    remove();
    if (run.kind === 'broken') return { error: run.why };
    if (run.kind === 'passed') continue;
    const isCause = isKnown || (withIt.kind === 'failed' && runTests(tier, [run.by.file]).kind === 'passed');
    if (isCause) return { tier, by: run.by };
    return { error: `this fails for another reason: ${run.by.file} > ${run.by.test}` };
  }
  return { tier: null, by: null };
}

interface Row {
  readonly number: number;
  readonly name: string;
  readonly verdict: Verdict;
  readonly seconds: number;
}

function tellRow({ number, name, verdict, seconds }: Row): string {
  const start = `${String(number).padStart(2)}  ${name}  (${seconds} s)`;
  if ('error' in verdict) return `${start}\n    ERROR: ${verdict.error.replaceAll('\n', '\n    ')}`;
  const { tier, by } = verdict;
  return by === null ? `${start}\n    NOT FOUND` : `${start}\n    found by ${tier}: ${by.file} > ${by.test}`;
}

/** Every fault can be planted, and the hinted tests pass without any. */
function checkBeforehand(chosen: readonly Fault[]): void {
  for (const fault of chosen) plant(fault)();
  const hints = [...new Set(chosen.flatMap(fault => fault.hints))];
  const missing = hints.filter(hint => !existsSync(join(copy, hint)));
  if (missing.length > 0) throw new Error(`hints name what is not there: ${missing.join(', ')}`);
  const run = runTests('gate', hints);
  if (run.kind === 'broken') throw new Error(`without a fault the tests do not run: ${run.why}`);
  if (run.kind === 'failed') throw new Error(`without a fault this fails: ${run.by.file} > ${run.by.test}`);
  if (run.tests === 0) throw new Error('the hints name no tests');
}

function searchForAll(numbers: readonly number[]): readonly Row[] {
  const chosen = faults.filter((_, index) => numbers.length === 0 || numbers.includes(index + 1));
  makeCopy();
  checkBeforehand(chosen);
  return chosen.map((fault): Row => {
    const since = Date.now();
    const verdict = searchFor(fault);
    const row = { number: faults.indexOf(fault) + 1, name: fault.name, verdict };
    const told = { ...row, seconds: Math.round((Date.now() - since) / 1_000) };
    console.log(tellRow(told));
    return told;
  });
}

try {
  const since = Date.now();
  console.log(`The seed of the long runs is ${longSeed}; SEED sets it.`);
  const rows = searchForAll(process.argv.slice(2).map(Number));
  const tierOf = ({ verdict }: Row): Tier | null => ('error' in verdict ? null : verdict.tier);
  const byGate = rows.filter(row => tierOf(row) === 'gate').length;
  const found = rows.filter(row => tierOf(row) !== null).length;
  console.log(`\nplanted faults\n${rows.map(tellRow).join('\n')}`);
  const seconds = Math.round((Date.now() - since) / 1_000);
  console.log(`${rows.length} planted, ${found} found, ${byGate} of them by the gate (${seconds} s)`);
  if (found < rows.length || byGate < rows.length - MOST_LEFT_BY_GATE) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
