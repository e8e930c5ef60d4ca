// Networks: the kernel and its twin agree to the last bit, and only sound files are read.
import { describe, expect, it } from 'vitest';
import { type Convolution, LOWEST, createKernel } from '#engines/network/kernel.ts';
import { openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';
import { createReference, randomWeights } from '#bench/network-kit.ts';
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import { cellMapOf } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
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
  const rng = createRandom(SEED);
  const setup = setupOf(game, given);
  const map = cellMapOf(game.picture(game.start(setup), { seat: null }));
  const shape = SHAPES[rng.below(SHAPES.length)] ?? SHAPES[0];
  const weights = decodeWeights(randomWeights({ ...shape, directions: map.directions }, rng));
  const [fast, slow] = [openNetwork(weights), openNetwork(weights, createReference)];
  let position = game.start(setup);
  for (let count = 0; count < times(1, 70);) {
    for (let ply = rng.below(8); ply >= 0 && game.toMove(position) !== null; ply--)
      position = game.play(position, game.randomMove(position, rng));
    if (game.toMove(position) === null) {
      position = game.start(setup);
      continue;
    }
    const seen = game.cellView!.featurePlanes(position);
    expect(fast.evaluate(map, seen)).toEqual(slow.evaluate(map, seen));
    count += 1;
  }
});

describe('the kernel agrees with its twin at the ends of what numbers hold', () => {
  /** One layer whose weights, inputs and added rows are as extreme as this says. */
  it.each([
    ['sums near 2^31', 127, 0x7fff, 2 ** 19, 0],
    ['sums near -2^31', -127, 0x7fff, 2 ** 19, 0],
    ['negative factors', 127, 0x7fff, -(2 ** 19), 5],
    ['a large bias', 1, 1, 1, 2 ** 29],
    ['a large negative bias', 1, 1, 1, -(2 ** 29)],
    ['halves', 1, 1, 2 ** 19, -1],
  ])('%s', (_, weight, input, factor, bias) => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const [short, long] = [new Int16Array(memory.buffer), new Int32Array(memory.buffer)];
    const layer = { cells: 5, taps: 9, inputs: 32, outputs: 8, source: 0, table: 4_096, weights: 8_192 };
    const ends = { factors: 16_384, biases: 16_448, residual: 16_512, residualStep: 16, target: 20_480, min: LOWEST };
    short.fill(input, 0, 1_024);
    long.fill(1, 4_096 / 4, 4_096 / 4 + 8 * 9);
    short.fill(weight, 8_192 / 2, 8_192 / 2 + 9 * 32 * 8);
    long.fill(factor, 16_384 / 4, 16_384 / 4 + 8).fill(bias, 16_448 / 4, 16_448 / 4 + 8);
    short.set([0, 1, -1, 0x7fff, -0x8000, 300, -300, 7], 16_512 / 2);
    short.fill(0x7fff, 16_528 / 2, 16_528 / 2 + 32);
    const said = (compute: (layer: Convolution) => void): readonly number[] => {
      compute({ ...layer, ...ends });
      return [...short.subarray(20_480 / 2, 20_480 / 2 + 5 * 8)];
    };
    expect(said(createKernel(memory))).toEqual(said(createReference(memory)));
  });
});

describe('a network', () => {
  const shape = { directions: 6, channels: 16, blocks: 2, pooled: [1] };
  const file = randomWeights(shape, createRandom(1));

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
      return { map: cellMapOf(game.picture(start, { seat: null })), seen: game.cellView!.featurePlanes(start) };
    });
    const said = (board: typeof small) => {
      const { value, cells } = network.evaluate(board!.map, board!.seen);
      return [value, ...cells];
    };
    const before = said(small);
    said(large);
    expect(said(small)).toEqual(before);
  });

  /** A network whose second layer has 576 weights of 127 an output. */
  function largestSums(): Uint8Array {
    const bytes = randomWeights({ directions: 8, channels: 64, blocks: 1, pooled: [] }, createRandom(1));
    const stem = 9 * 8 * 64 + 8 * 64;
    return bytes.fill(127, 8 + stem, 8 + stem + 9 * 64 * 64);
  }

  it('may have 64 channels on squares', () => {
    const file = randomWeights({ directions: 8, channels: 64, blocks: 1, pooled: [] }, createRandom(1));
    expect(decodeWeights(file).shape.channels).toBe(64);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['of another kind', bytes => Uint8Array.from(bytes, (byte, at) => (at === 0 ? 0 : byte))],
    ['with five directions', () => randomWeights({ ...shape, directions: 5 }, createRandom(1))],
    ['with too many channels', () => randomWeights({ ...shape, channels: 72 }, createRandom(1))],
    ['with channels that do not come by eights', () => randomWeights({ ...shape, channels: 12 }, createRandom(1))],
    ['whose sums are too large', () => largestSums()],
    [
      'with a factor too large',
      bytes => Uint8Array.from(bytes, (byte, at) => (at === 8 + 7 * 8 * 16 + 2 ? 255 : byte)),
    ],
    ['that ends too early', bytes => bytes.subarray(0, bytes.length - 1)],
    ['that is too long', bytes => Uint8Array.from([...bytes, 0])],
    ['that is empty', () => new Uint8Array()],
  ])('%s is refused', (_, changed) => {
    expect(() => decodeWeights(changed(file))).toThrow(/network|sum of|factor/);
  });
});
