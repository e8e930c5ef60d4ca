// The trainer's command: trains a game, or the one that needs it most, keeps what was accepted, writes docs/training.md.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import { lockFolder } from '#adapters/store/json/folder.ts';
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
  try {
    if (existsSync(SESSION)) writeFileSync(SESSION, String(LOWEST_PRIORITY));
  } catch {
    // Without the right to it the trainer only yields within its session.
  }
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
    help: { type: 'boolean', default: false },
  },
});
const [name] = positionals;
const { dir, next: isNext } = values;
const hours = Number(values.hours);
const players = Number(values.players);
const saveSeconds = Number(values.save);
const isNumeric = hours > 0 && saveSeconds > 0 && Number.isInteger(players) && players > 0;
/** One game by its name, or the one that needs it most. */
const isChosen = isNext ? name === undefined : PLANS[name ?? ''] !== undefined;

/** Trains one game until a time; false: a player or the learner ended before. */
async function trainGame(chosen: string, folder: string, until: number): Promise<boolean> {
  const game = must(findGame(chosen), chosen);
  const sizes = values.sizes?.split(',') ?? must(PLANS[chosen], chosen).sizes;
  mkdirSync(folder, { recursive: true });
  const lock = await lockFolder(folder);
  openFolder(folder, game, { sizes, seed: 1 });
  const git = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], git).trim();
  console.log(`${game.title}: training in ${folder}. To stop it, end process ${process.pid}.`);
  const roles = { players, python: values.python, saveSeconds };
  const isWell = await train({ dir: folder, game, commit, now: () => new Date() }, roles, until);
  await lock.release();
  return isWell;
}

if (values.report) {
  if (dir !== undefined) keepGenerations(dir);
  writeReport();
} else if (dir !== undefined && isChosen && isNumeric) {
  yieldToOthers();
  const end = Date.now() + hours * 3_600_000;
  let isWell = true;
  while (isWell && Date.now() < end) {
    const chosen = isNext ? needsMost(game => stateIn(join(dir, game))) : (name ?? '');
    isWell = await trainGame(chosen, join(dir, chosen), isNext ? Math.min(end, Date.now() + TURN_MS) : end);
  }
  if (!isWell) {
    console.error('A player or the learner has ended: see above. Does Python have torch (apt install python3-torch)?');
    process.exitCode = 1;
  }
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
