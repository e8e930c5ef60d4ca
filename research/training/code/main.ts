// Trains the network of a game: starts players and a learner, accepts networks by matches.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gameNamed } from '#games/index.ts';
import { assert, must } from '#games/kit/assert.ts';
import type { Engine } from '#engines/engine.ts';
import { mcts } from '#engines/mcts.ts';
import { networkEngine } from '#engines/network/engine.ts';
import { openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';
import {
  generationFile,
  generationsIn,
  networkIn,
  openFolder,
  setupOf,
  toldIn,
  writeFile,
  writtenAt,
} from './folder.ts';
import { playMatch } from './match.ts';

/** A candidate is accepted with so much of a match of so many games against the last one that was. */
const ACCEPTED = 0.52;
const OPENINGS = 100;
const OPENING_PLIES = 2;
const MATCH_MS = 15;
/** Positions that the learner is shown between two matches. */
const BETWEEN = 100_000;
const LOOK_MS = 10_000;

/** Linux divides its time among sessions first, and only then by the priorities within each. */
const SESSION = '/proc/self/autogroup';
const LOWEST_PRIORITY = 19;

function yieldToOthers(): void {
  setPriority(LOWEST_PRIORITY);
  if (existsSync(SESSION)) writeFileSync(SESSION, String(LOWEST_PRIORITY));
}

const USAGE = 'npm run train -- GAME --dir DIR [--hours H] [--sizes 5,6,7] [--players N] [--python PATH]';

interface Progress {
  readonly shown: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: 'string' },
    hours: { type: 'string', default: '1' },
    sizes: { type: 'string', default: '5,6,7' },
    players: { type: 'string', default: '1' },
    python: { type: 'string', default: '/usr/bin/python3' },
  },
});
const game = gameNamed(positionals[0] ?? '');
if (game === null || values.dir === undefined) {
  console.error(USAGE);
  process.exit(2);
}
const { dir } = values;
const sizes = values.sizes.split(',');

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** How often the learner has been shown a position; 0: it has not begun. */
const shownIn = (file: string): number =>
  writtenAt(join(dir, file)) === 0 ? 0 : (JSON.parse(readFileSync(join(dir, file), 'utf8')) as Progress).shown;

/** A match on the largest board against another player; the share of the points. */
function shareAgainst(candidate: Engine, opponent: Engine): number {
  const about = must(game, 'a game');
  const largest = must(Object.keys(toldIn(dir).boards).at(-1), 'at least one size');
  const rules = { game: about, setup: setupOf(about, largest), openings: OPENINGS, plies: OPENING_PLIES, seed: 1 };
  const { score, games } = playMatch({ ...rules, milliseconds: MATCH_MS, cpu }, [candidate, opponent]);
  return score / games;
}

/** Accepts the network of the learner as the next generation, or not. */
function judge(shown: number): void {
  const file = readFileSync(join(dir, 'candidate.net'));
  const [network, last] = [openNetwork(decodeWeights(file)), networkIn(dir, generationFile(generationsIn(dir)))];
  const candidate = networkEngine(() => network);
  const share = shareAgainst(
    candidate,
    networkEngine(() => last),
  );
  console.log(JSON.stringify({ event: 'match', shown, share }));
  if (share < ACCEPTED) return;
  const generation = generationsIn(dir) + 1;
  const card = {
    game: game?.name,
    generation,
    shown,
    last: share,
    today: shareAgainst(candidate, mcts),
    at: new Date(),
  };
  writeFile(join(dir, generationFile(generation).replace('.net', '.json')), `${JSON.stringify(card, null, 1)}\n`);
  writeFile(join(dir, generationFile(generation)), file);
  console.log(JSON.stringify({ event: 'accepted', ...card }));
}

yieldToOthers();
openFolder(dir, game, sizes, 1);
assert(toldIn(dir).game === game.name, `the folder is one of ${game.name}`);
const player = join(import.meta.dirname, 'player.js');
const learner = join(import.meta.dirname, '..', '..', '..', '..', 'research', 'training', 'code', 'learn.py');
const roles: readonly ChildProcess[] = [
  ...Array.from({ length: Number(values.players) }, (_, n) =>
    spawn(process.execPath, [player, dir, String(n), String(process.pid)], { stdio: 'inherit' }),
  ),
  spawn(values.python, [learner, dir, String(process.pid)], { stdio: 'inherit' }),
];
const end = Date.now() + Number(values.hours) * 3_600_000;
const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;
while (Date.now() < end && roles.every(isRunning)) {
  await sleep(LOOK_MS);
  const shown = shownIn('candidate.json');
  if (shown < shownIn('judged.json') + BETWEEN) continue;
  judge(shown);
  writeFile(join(dir, 'judged.json'), JSON.stringify({ shown }));
}
if (!roles.every(isRunning)) {
  console.error('A player or the learner has ended. The same command goes on from where it was.');
  process.exitCode = 1;
}
for (const role of roles) role.kill();
