// The folder of a training. Each file is written by a rename, so that a kill leaves none in half.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyGame, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { cellMapOf, symmetriesOf } from '#games/kit/cell-view.ts';
import { random } from '#games/kit/random.ts';
import { decodeWeights, type NetworkShape, randomWeights } from '#engines/network/weights.ts';
import { type Network, openNetwork } from '#engines/network/network.ts';

/** The facts that the learner reads before it begins (learn.py). */
interface Told extends NetworkShape {
  readonly game: string;
  readonly seed: number;
  readonly boards: Readonly<Record<string, unknown>>;
}

const CHANNELS = 32;
const BLOCKS = 4;
const POOLED = [1, 3];

export function writeFile(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** The board of a game of this size; throws where there is none. */
export function setupOf(game: AnyGame, size: string): Setup {
  const option = must(
    game.options.find(({ name }) => name === 'size' || name === 'radius'),
    'a game with boards of several sizes',
  );
  const setup = game.setup([[option.name, size]]);
  if (!setup.ok) throw new Error(`There is no ${game.title} board of size ${size}.`);
  return setup.value;
}

/** Makes the folder, or goes on with it as it is. */
export function openFolder(dir: string, game: AnyGame, sizes: readonly string[], seed: number): void {
  mkdirSync(join(dir, 'games'), { recursive: true });
  mkdirSync(join(dir, 'generations'), { recursive: true });
  const boards = sizes.map(size => {
    const map = cellMapOf(game.picture(game.start(setupOf(game, size)), { seat: null }));
    return [size, { ...map, around: [...map.around], symmetries: symmetriesOf(map).map(each => [...each]) }] as const;
  });
  const directions = must(boards[0], 'at least one size')[1].directions;
  const told: Told = {
    ...{ game: game.name, seed, directions, channels: CHANNELS, blocks: BLOCKS, pooled: POOLED },
    boards: Object.fromEntries(boards),
  };
  if (!existsSync(join(dir, 'boards.json'))) writeFile(join(dir, 'boards.json'), JSON.stringify(told));
}

export const toldIn = (dir: string): Told => JSON.parse(readFileSync(join(dir, 'boards.json'), 'utf8')) as Told;

/** When a file was written; 0: there is none. */
export const writtenAt = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** The network in this file of the folder; where there is none, an untrained one. */
export function networkIn(dir: string, name: string): Network {
  const path = join(dir, name);
  const file = existsSync(path) ? readFileSync(path) : randomWeights(toldIn(dir), random(1));
  return openNetwork(decodeWeights(file));
}

/** Generations that were accepted. */
export const generationsIn = (dir: string): number =>
  readdirSync(join(dir, 'generations')).filter(name => name.endsWith('.net')).length;

/** The file of a generation; of generation 0 there is none. */
export const generationFile = (generation: number): string =>
  join('generations', `${String(generation).padStart(3, '0')}.net`);

/** A name for the next games of a player. */
export function nextGames(dir: string, player: number): string {
  const mine = readdirSync(join(dir, 'games')).filter(name => name.endsWith(`-${player}.jsonl`));
  const last = Math.max(0, ...mine.map(name => Number.parseInt(name, 10)));
  return join(dir, 'games', `${String(last + 1).padStart(6, '0')}-${player}.jsonl`);
}
