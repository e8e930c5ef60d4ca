// A training that is killed again and again goes on from where it was.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { decodeWeights } from '#engines/network/weights.ts';
import { createRandom } from '#games/kit/random.ts';
import { type Progress, readJson } from '#research/training/code/folder.ts';
import { seedsFor } from '#test/seeds.ts';

const [SEED = 0] = seedsFor(import.meta.filename, 1);
const root = join(import.meta.dirname, '..', '..');
const KILLS = 20;
const NOTHING: Progress = { shown: 0, games: 0, positions: 0, cpu: 0 };
const SAVE_SECONDS = 2;
/** A kill comes at most this long after the first games of a run are written. */
const LATEST_MS = 8_000;

beforeAll(() => {
  const compile = ['node_modules/typescript-7/bin/tsc', '-p', 'config/tools/tsconfig.bench.json'];
  execFileSync(process.execPath, compile, { cwd: root, stdio: 'inherit' });
});

/** Begins a training of Y on small boards, whose games are short. */
const begin = (dir: string): ChildProcess =>
  spawn(
    process.execPath,
    ['dist/research/training/code/main.js', 'y', '--dir', dir, '--sizes', '3,4', '--save', String(SAVE_SECONDS)],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );

/** All games in the folder, line by line; each file must be whole. */
const linesIn = (folder: string): readonly unknown[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .flatMap(name => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map(line => JSON.parse(line) as unknown);

/** How many games there are, and how far the learner has come. */
function stateIn(folder: string): Readonly<Record<string, number>> {
  const { shown, games, positions, cpu } = (readJson(folder, 'candidate.json') ?? NOTHING) as Progress;
  return { shown, games, positions, cpu, lines: existsSync(folder) ? linesIn(join(folder, 'games')).length : 0 };
}

it(`survives ${KILLS} kills at any moment`, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'nexpost-training-'));
  const [folder, rng] = [join(dir, 'y'), createRandom(SEED)];
  for (let kill = 1; kill <= KILLS; kill++) {
    const before = stateIn(folder);
    const training = begin(dir);
    // At the lowest priority it may take long to begin.
    while (training.exitCode === null && stateIn(folder)['lines'] === before['lines']) await sleep(100);
    await sleep(rng.below(LATEST_MS));
    expect(training.exitCode, `it ended by itself before kill ${kill}, seed ${SEED}`).toBeNull();
    training.kill('SIGKILL');
    await once(training, 'exit');
    const after = stateIn(folder);
    for (const [what, count] of Object.entries(before))
      expect(after[what], `${what} after kill ${kill}, seed ${SEED}`).toBeGreaterThanOrEqual(count);
  }
  const { shown = 0, games = 0, lines = 0 } = stateIn(folder);
  expect(shown).toBeGreaterThan(0);
  expect(games).toBeGreaterThan(lines / 2);
  expect(() => decodeWeights(readFileSync(join(folder, 'candidate.net')))).not.toThrow();
});
