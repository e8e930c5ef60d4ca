// Parses the weights file of a network: its shape, then weights, factors and biases by layer.
import { assert, must } from '#games/kit/assert.ts';
import { LANES } from './convolution.ts';

/** The input channels of a cell: the seven bits of SEEN, and one that it is on the board. */
export const INPUTS = LANES;
/** The output channels of a cell: its worth if it becomes own, neutral or empty, and its owner at the end. The rest is unused. */
export const OUTPUTS = LANES;

export interface NetworkShape {
  /** Neighbour directions of a cell: six on hexagons, eight on squares. */
  readonly directions: number;
  /** A multiple of LANES. */
  readonly channels: number;
  /** Residual blocks of two layers each. */
  readonly blocks: number;
  /** The blocks, counted from 0, that begin with global pooling over the board. */
  readonly pooled: readonly number[];
}

/** A layer as in the file. */
export interface Layer {
  readonly taps: number;
  readonly inputs: number;
  readonly outputs: number;
  /** By tap, input, output. Tap 0 is the cell itself. The others are its directions, in order. */
  readonly weights: Int8Array;
  /** By output: see Convolution. */
  readonly factors: Int32Array;
  readonly biases: Int32Array;
}

export interface Weights {
  readonly shape: NetworkShape;
  readonly stem: Layer;
  readonly blocks: readonly { readonly pool: Layer | null; readonly first: Layer; readonly second: Layer }[];
  readonly cells: Layer;
  readonly value: readonly [Layer, Layer];
}

type Size = Pick<Layer, 'taps' | 'inputs' | 'outputs'>;

const MAGIC = 'nxn1';
const HEAD = 8;
/** Products of 16 and 8 bits are summed up in 32 bits. */
const MOST_TERMS = 512;
const MOST_CHANNELS = 64;
/** Products with sums of 32 bits stay below 2^53, and shifted ones below 2^31. */
const MOST_FACTOR = 2 ** 19;
const MOST_BIAS = 2 ** 29;

/** The layers in the order of the file. */
function sizesOf({ directions, channels, blocks, pooled }: NetworkShape): readonly Size[] {
  const taps = directions + 1;
  const wide = { taps, inputs: channels, outputs: channels };
  const pool = { taps: 1, inputs: 2 * channels, outputs: channels };
  return [
    { taps, inputs: INPUTS, outputs: channels },
    ...Array.from({ length: blocks }, (_, block) => [...(pooled.includes(block) ? [pool] : []), wide, wide]).flat(),
    { taps: 1, inputs: channels, outputs: OUTPUTS },
    pool,
    { taps: 1, inputs: channels, outputs: LANES },
  ];
}

const bytesOf = ({ taps, inputs, outputs }: Size): number => taps * inputs * outputs + 8 * outputs;

function shapeIn(file: Uint8Array): NetworkShape {
  const text = String.fromCharCode(...file.subarray(0, MAGIC.length));
  assert(text === MAGIC, `a network begins with ${MAGIC}`);
  const [directions = 0, channels = 0, blocks = 0, mask = 0] = file.subarray(MAGIC.length, HEAD);
  const pooled = Array.from({ length: 8 }, (_, bit) => bit).filter(bit => (mask >> bit) % 2 === 1);
  assert(
    (directions === 6 || directions === 8) && channels > 0 && channels <= MOST_CHANNELS && channels % LANES === 0,
    'a network sees six or eight directions, and its channels come by eights',
  );
  assert((directions + 1) * channels <= MOST_TERMS, 'a sum of products stays below 2^31');
  return { directions, channels, blocks, pooled };
}

/** Parses a file. Throws if it is invalid. */
export function decodeWeights(file: Uint8Array): Weights {
  const shape = shapeIn(file);
  const sizes = sizesOf(shape);
  const length = HEAD + sizes.reduce((sum, size) => sum + bytesOf(size), 0);
  assert(file.length === length, `this network has ${length} bytes, not ${file.length}`);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  let at = HEAD;
  const longs = (count: number, most: number): Int32Array => {
    const values = Int32Array.from({ length: count }, (_, i) => view.getInt32(at + 4 * i, true));
    assert(values.every(value => Math.abs(value) <= most), `a factor or bias is at most ${most}`); // prettier-ignore
    at += 4 * count;
    return values;
  };
  const layers = sizes.map((size): Layer => {
    const weights = Int8Array.from(file.subarray(at, at + size.taps * size.inputs * size.outputs));
    at += weights.length;
    return {
      ...{ ...size, weights },
      ...{ factors: longs(size.outputs, MOST_FACTOR), biases: longs(size.outputs, MOST_BIAS) },
    };
  });
  const next = (): Layer => must(layers.shift(), 'there are as many layers as sizes');
  const stem = next();
  const blocks = Array.from({ length: shape.blocks }, (_, block) => ({
    pool: shape.pooled.includes(block) ? next() : null,
    first: next(),
    second: next(),
  }));
  return { shape, stem, blocks, cells: next(), value: [next(), next()] };
}

/** A network of this shape with random weights, for tests and benches. `below` as in Random. */
export function randomWeights(
  shape: NetworkShape,
  { below }: { readonly below: (bound: number) => number },
): Uint8Array {
  const sizes = sizesOf(shape);
  const file = new Uint8Array(HEAD + sizes.reduce((sum, size) => sum + bytesOf(size), 0));
  file.set(Array.from(MAGIC, letter => letter.charCodeAt(0)));
  const mask = shape.pooled.reduce((bits, block) => bits | (1 << block), 0);
  file.set([shape.directions, shape.channels, shape.blocks, mask], MAGIC.length);
  const view = new DataView(file.buffer);
  let at = HEAD;
  for (const { taps, inputs, outputs } of sizes) {
    for (let end = at + taps * inputs * outputs; at < end; at++) view.setInt8(at, below(255) - 127);
    // Scales the sums of that many products back to about the size of the inputs.
    const factor = 2 ** 20 / (70 * Math.sqrt(taps * inputs));
    for (let i = 0; i < outputs; i++, at += 4) view.setInt32(at, Math.round(factor * (0.5 + below(100) / 100)), true);
    for (let i = 0; i < outputs; i++, at += 4) view.setInt32(at, below(256) - 128, true);
  }
  return file;
}
