// Finds positions of two moves that are about even, for `-opening=fair`: games/kit/openings.json.
// Usage: npm run openings   It goes on with the boards that are missing in the file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '#adapters/package-root.ts';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import { networkEngine } from '#engines/network-engine.ts';
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { nameBoard } from '#games/kit/openings.ts';
import { createRandom } from '#games/kit/random.ts';
import { games } from '#games/registry/index.ts';

/** The sizes for which there are openings, mostly with the default size. */
const SIZES: Readonly<Record<string, readonly string[]>> = {
  hex: ['9', '11', '13'],
  nex: ['7', '9', '13'],
  y: ['9', '11', '15'],
  gomoku: ['13', '15'],
  gonnect: ['7', '9', '13'],
  hexafive: ['6'],
  neuy: ['7', '9'],
  neugomoku: ['9'],
  neugonnect: ['7', '9'],
};
/** The openings of a board. */
const WANTED = 24;
/** A short search passes over what is far from even, a long one decides. */
const SCREEN = { nodes: 30, margin: 0.12 };
const DECISION = { nodes: 400, margin: 0.05 };
const MOST_TRIES = 3000;
/** Second moves at random, of which the most even one is looked at. */
const SECONDS = 12;

const file = join(findPackageRoot(), 'games', 'kit', 'openings.json');
const known = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<
  string,
  Record<string, string[]>
>;

/** The score that the side to move expects. */
function judge(game: AnyGame, setup: Setup, position: Opaque, nodes: number): number {
  const engine = networkEngine.begin({ game, setup, position, seed: 1, network: readNetwork(game.name) });
  return engine.search({ nodes, spentShare: () => 0 }).value ?? 0.5;
}

function findOpenings(game: AnyGame, setup: Setup): string[] {
  const rng = createRandom(58);
  const found = new Set<string>();
  for (let tries = 0; tries < MOST_TRIES && found.size < WANTED; tries++) {
    const start = game.start(setup);
    const first = game.randomMove(start, rng);
    const then = game.play(start, first);
    const distanceOf = (move: Opaque, nodes: number): number =>
      Math.abs(judge(game, setup, game.play(then, move), nodes) - 0.5);
    const seconds = Array.from({ length: SECONDS }, () => game.randomMove(then, rng));
    const rated = seconds.map(move => ({ move, distance: distanceOf(move, 1) }));
    const second = rated.reduce((a, b) => (b.distance < a.distance ? b : a)).move;
    const isEven = ({ nodes, margin }: typeof SCREEN): boolean => distanceOf(second, nodes) <= margin;
    if (isEven(SCREEN) && isEven(DECISION)) found.add(`${game.format(start, first)} ${game.format(then, second)}`);
  }
  return [...found];
}

for (const [name, sizes] of Object.entries(SIZES)) {
  const game = must(games.find(each => each.name === name), 'a game of the shelf'); // prettier-ignore
  const option = game.options.find(({ name: each }) => each === 'size' || each === 'radius')?.name ?? 'size';
  for (const typed of sizes) {
    const setup = game.setup([[option, typed]]);
    assert(setup.ok, 'a size of the game');
    const size = nameBoard(setup.value);
    if (known[name]?.[size] !== undefined) continue;
    const begun = process.cpuUsage();
    const openings = findOpenings(game, setup.value);
    known[name] = { ...known[name], [size]: openings };
    writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
    console.log(`${name} ${size}: ${openings.length}, ${Math.round(process.cpuUsage(begun).user / 1e6)} s`);
  }
}
