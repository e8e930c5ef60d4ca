// The reference of the network kernel, and networks with random weights: for tests and benchmarks.
import { type Convolution, type Convolve, LOWEST, SHIFT, findWeightIndex } from '#engines/network/kernel.ts';
import { type NetworkShape, HEADER_BYTES, MAGIC, countBytes, listLayerSizes } from '#engines/network/weights.ts';

const HIGHEST = 0x7fff;

const clamp = (value: number): number => Math.min(HIGHEST, Math.max(LOWEST, value));

/** Creates the reference implementation: in integer arithmetic, with the same results as the kernel, one product after the other. */
export function createReference({ buffer }: WebAssembly.Memory): Convolve {
  const int16 = new Int16Array(buffer);
  const int32 = new Int32Array(buffer);
  const sumAt = (layer: Convolution, cell: number, output: number): number => {
    const { taps, inputs } = layer;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const weights = (layer.weights >> 1) + findWeightIndex(layer, { output, tap, input: 0 });
      const row = (layer.source >> 1) + (int32[(layer.table >> 2) + cell * taps + tap] ?? 0) * inputs;
      for (let input = 0; input < inputs; input++) {
        // Pairs of inputs are 16 weights apart.
        const weight = int16[weights + (input >> 1) * 16 + (input & 1)] ?? 0;
        sum = (sum + weight * (int16[row + input] ?? 0)) | 0;
      }
    }
    return sum;
  };
  return layer => {
    for (let cell = 0; cell < layer.cells; cell++) {
      for (let output = 0; output < layer.outputs; output++) {
        // Products stay below 2^53: a double holds them exactly.
        const product = sumAt(layer, cell, output) * (int32[(layer.factors >> 2) + output] ?? 0);
        const scaled = Math.floor((product + 2 ** (SHIFT - 1)) / 2 ** SHIFT);
        const biased = clamp(scaled + (int32[(layer.biases >> 2) + output] ?? 0));
        const residual = int16[(layer.residual >> 1) + cell * (layer.residualStep >> 1) + output] ?? 0;
        const target = (layer.target >> 1) + cell * layer.outputs + output;
        int16[target] = Math.max(layer.min, clamp(biased + residual));
      }
    }
  };
}

/** Encodes a network of this shape with random weights. */
export function randomWeights(
  shape: NetworkShape,
  { below }: { readonly below: (bound: number) => number },
): Uint8Array {
  const sizes = listLayerSizes(shape);
  const file = new Uint8Array(HEADER_BYTES + sizes.reduce((sum, size) => sum + countBytes(size), 0));
  file.set(Array.from(MAGIC, letter => letter.charCodeAt(0)));
  const mask = shape.pooled.reduce((bits, block) => bits | (1 << block), 0);
  file.set([shape.directions, shape.channels, shape.blocks, mask], MAGIC.length);
  const view = new DataView(file.buffer);
  let offset = HEADER_BYTES;
  for (const { taps, inputs, outputs } of sizes) {
    for (const end = offset + taps * inputs * outputs; offset < end; offset++) view.setInt8(offset, below(255) - 127);
    // Scales the sums back to about the size of the inputs.
    const factor = 2 ** 20 / (70 * Math.sqrt(taps * inputs));
    for (let i = 0; i < outputs; i++, offset += 4)
      view.setInt32(offset, Math.round(factor * (0.5 + below(100) / 100)), true);
    for (let i = 0; i < outputs; i++, offset += 4) view.setInt32(offset, below(256) - 128, true);
  }
  return file;
}
