// Parses the weights file of a network: its shape, then weights, factors and biases by layer.
import { assert, must } from '#games/kit/assert.ts';
import { LANES } from './kernel.ts';

/** The number of feature planes: the seven bits of FEATURES, and one that is 1 on the whole board. */
export const INPUTS = LANES;
/** The number of outputs of a cell: policy logits for own, neutral and empty, and the owner at the end. The others are unused. */
export const OUTPUTS = LANES;

export interface NetworkShape {
  /** Neighbour directions of a cell: six on hexagons, eight on squares. */
  readonly directions: number;
  /** A multiple of LANES. */
  readonly channels: number;
  /** The number of residual blocks, of two layers each. */
  readonly blocks: number;
  /** The indexes of the residual blocks that begin with global pooling over the board. */
  readonly pooled: readonly number[];
}

/** A layer as the file holds it. */
export interface Layer {
  readonly taps: number;
  readonly inputs: number;
  readonly outputs: number;
  /** By tap, input, output. Tap 0 is the cell itself. The others are its directions, in order. */
  readonly weights: Int8Array;
  /** By output, see Convolution. */
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

type LayerSize = Pick<Layer, 'taps' | 'inputs' | 'outputs'>;

export const MAGIC = 'nxn1';
export const HEADER_BYTES = 8;
/** The sum of the absolute weights of an output. Activations have 16 bits, so a sum of products, in any order, stays below 2^31. */
const MAX_WEIGHT_SUM = 2 ** 16 - 1;
const MAX_CHANNELS = 64;
/** With these bounds a sum times a factor stays below 2^53, and below 2^31 after the shift. */
const MAX_FACTOR = 2 ** 19;
const MAX_BIAS = 2 ** 29;

/** The sizes of the layers in the order of the file. */
export function listLayerSizes({ directions, channels, blocks, pooled }: NetworkShape): readonly LayerSize[] {
  const taps = directions + 1;
  const blockLayer = { taps, inputs: channels, outputs: channels };
  const pooledLayer = { taps: 1, inputs: 2 * channels, outputs: channels };
  return [
    { taps, inputs: INPUTS, outputs: channels },
    ...Array.from({ length: blocks }, (_, block) => [
      ...(pooled.includes(block) ? [pooledLayer] : []),
      blockLayer,
      blockLayer,
    ]).flat(),
    { taps: 1, inputs: channels, outputs: OUTPUTS },
    pooledLayer,
    { taps: 1, inputs: channels, outputs: LANES },
  ];
}

export const countBytes = ({ taps, inputs, outputs }: LayerSize): number => taps * inputs * outputs + 8 * outputs;

function readShape(file: Uint8Array): NetworkShape {
  const text = String.fromCharCode(...file.subarray(0, MAGIC.length));
  assert(text === MAGIC, `a network begins with ${MAGIC}`);
  const [directions = 0, channels = 0, blocks = 0, mask = 0] = file.subarray(MAGIC.length, HEADER_BYTES);
  const pooled = Array.from({ length: 8 }, (_, bit) => bit).filter(bit => (mask >> bit) % 2 === 1);
  assert(
    (directions === 6 || directions === 8) && channels > 0 && channels <= MAX_CHANNELS && channels % LANES === 0,
    'a network sees six or eight directions, and its channels come by eights',
  );
  return { directions, channels, blocks, pooled };
}

/** Parses a file. Throws if it is invalid. */
export function decodeWeights(file: Uint8Array): Weights {
  const shape = readShape(file);
  const sizes = listLayerSizes(shape);
  const length = HEADER_BYTES + sizes.reduce((sum, size) => sum + countBytes(size), 0);
  assert(file.length === length, `this network has ${length} bytes, not ${file.length}`);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  let offset = HEADER_BYTES;
  const readInts = (count: number, max: number): Int32Array => {
    const values = Int32Array.from({ length: count }, (_, i) => view.getInt32(offset + 4 * i, true));
    assert(values.every(value => Math.abs(value) <= max), `a factor or bias is at most ${max}`); // prettier-ignore
    offset += 4 * count;
    return values;
  };
  const layers = sizes.map((size): Layer => {
    const weights = Int8Array.from(file.subarray(offset, offset + size.taps * size.inputs * size.outputs));
    offset += weights.length;
    // Computes the largest sum of absolute weights that an output has.
    const sums = new Float64Array(size.outputs);
    for (const [index, weight] of weights.entries())
      sums[index % size.outputs] = (sums[index % size.outputs] ?? 0) + Math.abs(weight);
    assert(Math.max(...sums) <= MAX_WEIGHT_SUM, 'a sum of products stays below 2^31');
    return {
      ...{ ...size, weights },
      ...{ factors: readInts(size.outputs, MAX_FACTOR), biases: readInts(size.outputs, MAX_BIAS) },
    };
  });
  const nextLayer = (): Layer => must(layers.shift(), 'there are as many layers as sizes');
  const stem = nextLayer();
  const blocks = Array.from({ length: shape.blocks }, (_, block) => ({
    pool: shape.pooled.includes(block) ? nextLayer() : null,
    first: nextLayer(),
    second: nextLayer(),
  }));
  return { shape, stem, blocks, cells: nextLayer(), value: [nextLayer(), nextLayer()] };
}
