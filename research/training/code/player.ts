// A process that plays games with the newest network, until its parent is gone.
import { join } from 'node:path';
import { gameNamed } from '#games/index.ts';
import { must } from '#games/kit/assert.ts';
import { random } from '#games/kit/random.ts';
import { networkIn, nextGames, setupOf, toldIn, writeFile, writtenAt } from './folder.ts';
import { playGame } from './self-play.ts';

/** So often what was played is written: a kill loses no more. */
const WRITE_MS = 20_000;

const [dir = '', player = '0', parent = ''] = process.argv.slice(2);
const { game: name, boards, seed } = toldIn(dir);
const game = must(gameNamed(name), name);
const sizes = Object.keys(boards);
const candidate = join(dir, 'candidate.net');

let network = networkIn(dir, 'candidate.net');
let newest = writtenAt(candidate);
// The same seed would play the same games after each start.
const rng = random(seed + Number(player) + Math.floor(Date.now() / 1_000));
let played: string[] = [];
let since = Date.now();

while (process.ppid === Number(parent)) {
  const size = must(sizes[rng.below(sizes.length)], 'at least one size');
  const examples = playGame(game, setupOf(game, size), network, rng);
  if (examples.length > 0) played.push(JSON.stringify({ board: size, examples }));
  if (Date.now() - since < WRITE_MS || played.length === 0) continue;
  writeFile(nextGames(dir, Number(player)), `${played.join('\n')}\n`);
  [played, since] = [[], Date.now()];
  if (writtenAt(candidate) === newest) continue;
  newest = writtenAt(candidate);
  network = networkIn(dir, 'candidate.net');
}
