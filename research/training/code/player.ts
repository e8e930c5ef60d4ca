// A process that plays games with the newest network, until its parent is gone.
import { join } from 'node:path';
import { findGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import { lastNetwork, lineOf, networkIn, nextGames, setupOf, toldIn, writeFile, writtenAt } from './folder.ts';
import { playGame } from './self-play.ts';

const [dir = '', player = '0', saveSeconds = '', parent = ''] = process.argv.slice(2);
const { game: name, sizes, seed } = toldIn(dir);
const game = must(findGame(name), name);
const candidate = join(dir, 'candidate.net');

let newest = writtenAt(candidate);
let network = newest === 0 ? lastNetwork(dir) : networkIn(dir, 'candidate.net');
// The same seed would play the same games after each start.
const rng = createRandom(seed + Number(player) + Math.floor(Date.now() / 1_000));
let played: string[] = [];
let since = Date.now();
let used = process.cpuUsage();

while (process.ppid === Number(parent)) {
  const size = must(sizes[rng.below(sizes.length)], 'at least one size');
  const examples = playGame(game, setupOf(game, size), network, rng);
  const { user, system } = process.cpuUsage(used);
  used = process.cpuUsage();
  played.push(lineOf(size, (user + system) / 1e6, examples));
  if (Date.now() - since < Number(saveSeconds) * 1_000) continue;
  writeFile(nextGames(dir, Number(player)), `${played.join('\n')}\n`);
  [played, since] = [[], Date.now()];
  if (writtenAt(candidate) === newest) continue;
  newest = writtenAt(candidate);
  network = networkIn(dir, 'candidate.net');
}
