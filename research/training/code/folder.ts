// The folder of a training. Each file is written by a rename, so that a kill leaves none in half.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyGame, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type CellMap, cellMapOf, symmetriesOf } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
import { randomWeights } from '#bench/network-kit.ts';
import { decodeWeights, type NetworkShape } from '#engines/network/weights.ts';
import { type Network, openNetwork } from '#engines/network/network.ts';
import { type Card, cardsOf, GAMES, networkFileOf } from './cards.ts';
import type { TrainingState } from './next.ts';
import type { Example } from './self-play.ts';

/** A board as the learner needs it. */
interface Board {
  readonly cells: number;
  readonly around: readonly number[];
  readonly symmetries: readonly (readonly number[])[];
}

/** The facts that players and learner read before they begin (learn.py). */
interface Told extends NetworkShape {
  readonly game: string;
  readonly seed: number;
  /** The boards that are played on. Matches are on the last one. */
  readonly sizes: readonly string[];
  /** What the training had cost before this folder began. */
  readonly began: Pick<Card, 'games' | 'positions' | 'hours' | 'gpuHours'>;
  /** By size; the games of earlier runs may be on other boards. */
  readonly boards: Readonly<Record<string, Board>>;
}

/** What the learner says of candidate.net. Counts and CPU seconds are of this folder alone. */
export interface Progress {
  /** How often a position has been shown. */
  readonly shown: number;
  readonly games: number;
  readonly positions: number;
  readonly cpu: number;
  /** Seconds of a GPU; absent: none was used. */
  readonly gpu?: number;
}

/** The shape of the first network of a game, without its directions. Later ones have that of the one before. */
const FIRST_SHAPE = { channels: 32, blocks: 4, pooled: [1, 3] } as const;

export function writeFile(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** The content of a JSON file of the folder, which this program wrote; null: there is none. */
export const readJson = (dir: string, name: string): unknown =>
  existsSync(join(dir, name)) ? JSON.parse(readFileSync(join(dir, name), 'utf8')) : null;

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

const mapOf = (game: AnyGame, size: string): CellMap =>
  cellMapOf(game.picture(game.start(setupOf(game, size)), { seat: null }));

function boardOf(map: CellMap): Board {
  const symmetries = symmetriesOf(map).map(each => [...each]);
  return { cells: map.cells, around: [...map.around], symmetries };
}

interface FolderOptions {
  readonly sizes: readonly string[];
  readonly seed: number;
  /** The folder of the games, with the newest networks, from which a new folder begins. */
  readonly games?: string;
}

/** What a training has cost before its folder began. */
const costsOf = ({ games, positions, hours, gpuHours }: Told['began']): Told['began'] => ({
  ...{ games, positions, hours },
  ...(gpuHours === undefined ? {} : { gpuHours }),
});

/** Begins a folder with the newest network of the repository, if there is one. */
function beginFolder(dir: string, game: AnyGame, size: string, games: string): NetworkShape & Pick<Told, 'began'> {
  const newest = cardsOf(game.name, games).at(-1);
  if (newest === undefined) {
    return { ...FIRST_SHAPE, directions: mapOf(game, size).directions, began: { games: 0, positions: 0, hours: 0 } };
  }
  const network = readFileSync(networkFileOf(game.name, games));
  writeFile(join(dir, cardOf(newest.generation)), JSON.stringify(newest));
  writeFile(join(dir, fileOf(newest.generation)), network);
  return { ...decodeWeights(network).shape, began: costsOf(newest) };
}

/** Makes the folder, or goes on with it. */
export function openFolder(dir: string, game: AnyGame, { sizes, seed, games = GAMES }: FolderOptions): void {
  mkdirSync(join(dir, 'games'), { recursive: true });
  mkdirSync(join(dir, 'generations'), { recursive: true });
  const before = readJson(dir, 'boards.json') as Told | null;
  const boards = Object.fromEntries(sizes.map(size => [size, boardOf(mapOf(game, size))]));
  const { directions, channels, blocks, pooled, began } =
    before ?? beginFolder(dir, game, must(sizes[0], 'at least one size'), games);
  const told: Told = {
    ...{ game: game.name, seed: before?.seed ?? seed, sizes, boards: { ...before?.boards, ...boards }, began },
    ...{ directions, channels, blocks, pooled },
  };
  writeFile(join(dir, 'boards.json'), JSON.stringify(told));
}

export const toldIn = (dir: string): Told =>
  must(readJson(dir, 'boards.json') as Told | null, 'the folder of a training');

/** When a file was written; 0: there is none. */
export const writtenAt = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** A generation that was accepted. Its card is written first, so that there is one to every network. */
export const fileOf = (generation: number): string => join('generations', `${String(generation).padStart(3, '0')}.net`);
export const cardOf = (generation: number): string => fileOf(generation).replace('.net', '.json');

/** The number of the newest generation; 0: there is none. */
export const newestIn = (dir: string): number =>
  Math.max(
    0,
    ...readdirSync(join(dir, 'generations'))
      .filter(name => name.endsWith('.net'))
      .map(name => Number.parseInt(name, 10)),
  );

/** The cards of all generations in the folder, the oldest first. */
export const cardsIn = (dir: string): readonly Card[] =>
  existsSync(join(dir, 'generations'))
    ? readdirSync(join(dir, 'generations'))
        .filter(name => name.endsWith('.net'))
        .sort()
        .map(name => must(readJson(dir, join('generations', name.replace('.net', '.json'))) as Card | null, name))
    : [];

/** What is known of a training; nothing where it has not begun. */
export function stateIn(dir: string): TrainingState {
  const told = readJson(dir, 'boards.json') as Told | null;
  const progress = readJson(dir, 'candidate.json') as Progress | null;
  const cards = cardsIn(dir);
  return { cards, hours: (told?.began.hours ?? 0) + (progress?.cpu ?? 0) / 3_600 };
}

/** The network in this file of the folder. */
export const networkIn = (dir: string, name: string): Network =>
  openNetwork(decodeWeights(readFileSync(join(dir, name))));

/** The newest generation; an untrained network where there is none. */
export function lastNetwork(dir: string): Network {
  const newest = newestIn(dir);
  return newest > 0
    ? networkIn(dir, fileOf(newest))
    : openNetwork(decodeWeights(randomWeights(toldIn(dir), createRandom(1))));
}

/** A name for the next games of a player: numbers go on over all players, and the newest games are the last by name. */
export function nextGames(dir: string, player: number): string {
  const last = Math.max(0, ...readdirSync(join(dir, 'games')).map(name => Number.parseInt(name, 10)));
  return join(dir, 'games', `${String(last + 1).padStart(6, '0')}-${player}.jsonl`);
}

const base64 = (bytes: Uint8Array | Int8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');

/** A game as the line that the learner reads; `cpu`: the seconds it took. */
export const lineOf = (board: string, cpu: number, examples: readonly Example[]): string =>
  JSON.stringify({
    ...{ board, cpu },
    examples: examples.map(({ seen, owners, ...rest }) => ({ ...rest, seen: base64(seen), owners: base64(owners) })),
  });
