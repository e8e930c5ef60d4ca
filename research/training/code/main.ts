// Trains the network of a game: starts players and a learner, accepts networks by matches.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gameNamed } from '#games/index.ts';
import { assert, must } from '#games/kit/assert.ts';
import { mcts } from '#engines/mcts.ts';
import { networkEngine } from '#engines/network/engine.ts';
import { generationsIn, networkIn, openFolder, setupOf, toldIn, writeFile, writtenAt } from './folder.ts';
import { type MatchResult, playMatch } from './match.ts';

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

/** The last report of the learner; null: there is none yet. */
const progressIn = (): Progress | null =>
  writtenAt(join(dir, 'candidate.json')) === 0
    ? null
    : (JSON.parse(readFileSync(join(dir, 'candidate.json'), 'utf8')) as Progress);

/** On the largest board, of the network that is there now against another player. */
function matchAgainst(candidate: Parameters<typeof playMatch>[1][0], opponent: 'best' | 'today'): MatchResult {
  const best = networkIn(dir, 'best.net');
  const other = opponent === 'today' ? mcts : networkEngine(() => best);
  const rules = { game: must(game, 'a game'), openings: OPENINGS, plies: OPENING_PLIES, milliseconds: MATCH_MS, cpu };
  const setup = setupOf(rules.game, must(sizes.at(-1), 'at least one size'));
  return playMatch({ ...rules, setup, seed: generationsIn(dir) * 1_000 }, [candidate, other]);
}

function judge(shown: number): void {
  const file = readFileSync(join(dir, 'candidate.net'));
  writeFile(join(dir, 'tried.net'), file);
  const network = networkIn(dir, 'tried.net');
  const player = networkEngine(() => network);
  const result = matchAgainst(player, 'best');
  const share = result.score / result.games;
  console.log(JSON.stringify({ event: 'match', shown, against: 'best', share }));
  if (share < ACCEPTED) return;
  const today = matchAgainst(player, 'today');
  const card = { game: game?.name, shown, againstLast: share, againstToday: today.score / today.games, at: new Date() };
  const name = String(generationsIn(dir) + 1).padStart(3, '0');
  writeFile(join(dir, 'generations', `${name}.json`), `${JSON.stringify(card, null, 1)}\n`);
  writeFile(join(dir, 'generations', `${name}.net`), file);
  writeFile(join(dir, 'best.net'), file);
  console.log(JSON.stringify({ event: 'accepted', generation: name, ...card }));
}

yieldToOthers();
openFolder(dir, game, sizes, 1);
assert(toldIn(dir).game === game.name, `the folder is one of ${game.name}`);
const player = join(import.meta.dirname, 'player.js');
const learner = join(import.meta.dirname, '..', '..', '..', '..', 'research', 'training', 'code', 'learn.py');
const roles: readonly ChildProcess[] = [
  ...Array.from({ length: Number(values.players) }, (_, n) =>
    spawn(process.execPath, [player, dir, String(n)], { stdio: 'inherit' }),
  ),
  spawn(values.python, [learner, dir], { stdio: 'inherit' }),
];
const end = Date.now() + Number(values.hours) * 3_600_000;
let judged = 0;
while (Date.now() < end && roles.every(({ exitCode }) => exitCode === null)) {
  await sleep(LOOK_MS);
  const progress = progressIn();
  if (progress === null || progress.shown < judged + BETWEEN) continue;
  judged = progress.shown;
  judge(judged);
}
for (const role of roles) role.kill();
