// The trainer's command: trains a game, or the one that needs it most, keeps what was accepted, writes docs/training.md.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gameNamed } from '#games/index.ts';
import { must } from '#games/kit/assert.ts';
import { openFolder, stateIn } from './folder.ts';
import { needsMost } from './next.ts';
import { PLANS } from './plans.ts';
import { keepGenerations, writeReport } from './report.ts';
import { train } from './train.ts';

const USAGE = `npm run train -- GAME --dir DIR [--hours H] [--sizes 5,6,7] [--players N] [--python PATH] [--save SECONDS]
npm run train -- --next --dir DIR [--hours H] …
npm run train -- --report [--dir DIR]
Games: ${Object.keys(PLANS).join(', ')}`;

/** How long --next stays with a game before it looks again. */
const TURN_MS = 3_600_000;

/** Linux divides its time among sessions first, and only then by the priorities within each. */
const SESSION = '/proc/self/autogroup';
const LOWEST_PRIORITY = 19;

function yieldToOthers(): void {
  setPriority(LOWEST_PRIORITY);
  if (existsSync(SESSION)) writeFileSync(SESSION, String(LOWEST_PRIORITY));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: 'string' },
    hours: { type: 'string', default: 'Infinity' },
    sizes: { type: 'string' },
    players: { type: 'string', default: '1' },
    python: { type: 'string', default: '/usr/bin/python3' },
    save: { type: 'string', default: '40' },
    next: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const [name] = positionals;
const { dir, next: isNext } = values;
const isTraining = dir !== undefined && (isNext || PLANS[name ?? ''] !== undefined);
if (values.report) {
  if (dir !== undefined) keepGenerations(dir);
  writeReport();
} else if (isTraining) {
  yieldToOthers();
  const end = Date.now() + Number(values.hours) * 3_600_000;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();
  const roles = { players: Number(values.players), python: values.python, saveSeconds: Number(values.save) };
  let isWell = true;
  while (isWell && Date.now() < end) {
    const chosen = isNext ? needsMost(game => stateIn(join(dir, game))) : (name ?? '');
    const game = must(gameNamed(chosen), chosen);
    const plan = must(PLANS[chosen], chosen);
    const folder = join(dir, chosen);
    openFolder(folder, game, { sizes: values.sizes?.split(',') ?? plan.sizes, seed: 1 });
    console.log(`${game.title}: training in ${folder}`);
    const until = isNext ? Math.min(end, Date.now() + TURN_MS) : end;
    isWell = await train({ dir: folder, game, commit, now: () => new Date() }, roles, until);
  }
  if (!isWell) {
    console.error('A player or the learner has ended. The same command goes on from where it was.');
    process.exitCode = 1;
  }
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
