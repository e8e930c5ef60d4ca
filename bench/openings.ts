// Finds positions of two moves that are about even, for `-opening=fair`: games/kit/openings.json.
// Usage: npm run openings   It goes on with the boards that are missing in the file.
// `-- --drop nex` drops the openings of a game whose games are uneven: on its first board. With `--games 200 --margin 0.07` it asks
// more, and with `--seed 59` it looks for more of them before.
// `-- --first` compares first moves instead, for games without a swap: games/kit/first-moves.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '#adapters/package-root.ts';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import { parseArgs } from 'node:util';
import { networkEngine } from '#engines/network-engine.ts';
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { nameBoard } from '#games/kit/openings.ts';
import { setUpRow } from './strength/rows.ts';
import { playVaried } from './strength/truth.ts';
import { createRandom } from '#games/kit/random.ts';

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

/** First moves that are compared: what the network would play, and cells nearer to the centre. */
const FIRST_MOVES: readonly (readonly [game: string, size: string, moves: readonly string[]])[] = [
  ['gonnect', '7', ['a6', 'b3', 'b4', 'c3', 'c4', 'd4']],
  ['gonnect', '9', ['a8', 'c3', 'd4', 'e5']],
  ['hexafive', '6', ['D4', 'F6', 'F7']],
];
/** Games from each first move. Fewer nodes judge the centre wrongly. */
const FIRST_GAMES = { games: 40, nodes: 100 };

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

function findOpenings(game: AnyGame, setup: Setup, seed = 58): string[] {
  const rng = createRandom(seed);
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

const openBoard = (game: string, size: string): { readonly game: AnyGame; readonly setup: Setup } =>
  setUpRow({ game, options: [[game === 'hexafive' ? 'radius' : 'size', size]] });

function compareFirstMoves(): void {
  const best: Record<string, Record<string, string>> = {};
  for (const [name, size, moves] of FIRST_MOVES) {
    const board = openBoard(name, size);
    const shares = moves.map(
      move => playVaried(board, { ...FIRST_GAMES, openings: [move] }).points / FIRST_GAMES.games,
    );
    const first = must(moves[shares.indexOf(Math.max(...shares))], 'one of the moves');
    best[name] = { ...best[name], [nameBoard(board.setup)]: first };
    console.log(name, size, moves.map((move, at) => `${move} ${Math.round(100 * (shares[at] ?? 0))} %`).join(', '));
  }
  writeFileSync(join(findPackageRoot(), 'games', 'kit', 'first-moves.json'), `${JSON.stringify(best, null, 2)}\n`);
}

/** The seeds are not those of `npm run docs:truth`. */
const PLAYED = { nodes: 12, seed: 100_001 };

/** The most even ones stay, so that games differ. */
const LEAST_LEFT = 6;

/** `seed`: adds openings that are found with it. `games`: from each opening. `margin`: how far its share may be from a half. */
function dropUneven(name: string, seed: number | null, games: number, margin: number): void {
  const { game, setup } = openBoard(name, must(SIZES[name]?.[0], 'a game with openings'));
  const size = nameBoard(setup);
  const added = seed === null ? [] : findOpenings(game, setup, seed);
  const judged = [...new Set([...(known[name]?.[size] ?? []), ...added])].map(opening => {
    const share = playVaried({ game, setup }, { ...PLAYED, games, openings: [opening] }).points / games;
    console.log(name, size, opening, share.toFixed(2));
    return { opening, distance: Math.abs(share - 0.5) };
  });
  const sorted = judged.toSorted((a, b) => a.distance - b.distance);
  const even = sorted.filter(({ distance }, i) => i < LEAST_LEFT || distance <= margin).map(({ opening }) => opening);
  known[name] = { ...known[name], [size]: even };
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
}

const { values } = parseArgs({
  options: {
    first: { type: 'boolean', default: false },
    drop: { type: 'string' },
    seed: { type: 'string' },
    games: { type: 'string', default: '60' },
    margin: { type: 'string', default: '0.1' },
  },
});
if (values.first) compareFirstMoves();
if (values.drop !== undefined) dropUneven(values.drop, values.seed === undefined ? null : Number(values.seed), Number(values.games), Number(values.margin)); // prettier-ignore
for (const [name, sizes] of values.first || values.drop !== undefined ? [] : Object.entries(SIZES)) {
  for (const typed of sizes) {
    const { game, setup } = openBoard(name, typed);
    const size = nameBoard(setup);
    if (known[name]?.[size] !== undefined) continue;
    const begun = process.cpuUsage();
    const openings = findOpenings(game, setup);
    known[name] = { ...known[name], [size]: openings };
    writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
    console.log(`${name} ${size}: ${openings.length}, ${Math.round(process.cpuUsage(begun).user / 1e6)} s`);
  }
}
