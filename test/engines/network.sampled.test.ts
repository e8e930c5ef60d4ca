// Networks: the kernel and its twin agree to the last bit, and only sound files are read.
import { describe, expect, it } from 'vitest';
import { openNetwork } from '#engines/network/network.ts';
import { decodeWeights, randomWeights } from '#engines/network/weights.ts';
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { games } from '#games/index.ts';
import { cellMapOf } from '#games/kit/cell-view.ts';
import { random } from '#games/kit/random.ts';
import { setupOf } from '../conformance/game.ts';
import { sample, times } from '../sample.ts';
import { seedsFor } from '../seeds.ts';

const [SEED = 0] = seedsFor(import.meta.filename, 1);
const SHAPES = [
  { channels: 8, blocks: 1, pooled: [0] },
  { channels: 16, blocks: 2, pooled: [] },
  { channels: 32, blocks: 4, pooled: [1, 3] },
] as const;

/** Every size of a game, as options. */
const sizesOf = ({ options }: AnyGame): readonly GivenOptions[] =>
  options.flatMap((option): readonly GivenOptions[] => {
    const { name } = option;
    if ((name !== 'size' && name !== 'radius') || option.kind === 'choice') return [];
    return Array.from({ length: option.most - option.least + 1 }, (_, i) => [[name, String(option.least + i)]]);
  });

const BOARDS = games
  .filter(({ cellView }) => cellView !== null)
  .flatMap(game => sizesOf(game).map(given => [game.name, given, game] as const));

it.each(sample(BOARDS, 12))('the kernel agrees with its twin: %s %j', (_, given, game) => {
  const rng = random(SEED);
  const setup = setupOf(game, given);
  const map = cellMapOf(game.picture(game.start(setup), { seat: null }));
  const shape = SHAPES[rng.below(SHAPES.length)] ?? SHAPES[0];
  const weights = decodeWeights(randomWeights({ ...shape, directions: map.directions }, rng));
  const [fast, slow] = [openNetwork(weights), openNetwork(weights, { isPlain: true })];
  let position = game.start(setup);
  for (let count = 0; count < times(1, 70);) {
    for (let ply = rng.below(8); ply >= 0 && game.toMove(position) !== null; ply--)
      position = game.play(position, game.randomMove(position, rng));
    if (game.toMove(position) === null) {
      position = game.start(setup);
      continue;
    }
    const seen = game.cellView!.look(position);
    expect(fast.judge(map, seen)).toEqual(slow.judge(map, seen));
    count += 1;
  }
});

describe('a network', () => {
  const shape = { directions: 6, channels: 16, blocks: 2, pooled: [1] };
  const file = randomWeights(shape, random(1));

  it('is read as it was written', () => {
    const { shape: read, blocks } = decodeWeights(file);
    expect(read).toEqual(shape);
    expect(blocks.map(({ pool }) => pool?.inputs ?? null)).toEqual([null, 32]);
  });

  it('says the same of a board after it was asked about another one', () => {
    const network = openNetwork(decodeWeights(file));
    const [small, large] = ['4', '9'].map(size => {
      const game = games.find(({ name }) => name === 'hex')!;
      const start = game.start(setupOf(game, [['size', size]]));
      return { map: cellMapOf(game.picture(start, { seat: null })), seen: game.cellView!.look(start) };
    });
    const said = (board: typeof small) => {
      const { value, cells } = network.judge(board!.map, board!.seen);
      return [value, ...cells];
    };
    const before = said(small);
    said(large);
    expect(said(small)).toEqual(before);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['of another kind', bytes => Uint8Array.from(bytes, (byte, at) => (at === 0 ? 0 : byte))],
    ['with five directions', bytes => Uint8Array.from(bytes, (byte, at) => (at === 4 ? 5 : byte))],
    ['with too many channels', bytes => Uint8Array.from(bytes, (byte, at) => (at === 5 ? 72 : byte))],
    ['that ends too early', bytes => bytes.subarray(0, bytes.length - 1)],
    ['that is too long', bytes => Uint8Array.from([...bytes, 0])],
    ['that is empty', () => new Uint8Array()],
  ])('%s is refused', (_, changed) => {
    expect(() => decodeWeights(changed(file))).toThrow();
  });
});
