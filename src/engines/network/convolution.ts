// The reference implementation of a network layer, in integer arithmetic, to check the kernel.

/** The parameters of a layer. Addresses are byte addresses in the memory of a kernel. */
export interface Convolution {
  /** The number of cells. The kernel also fills the rows up to the next multiple of BLOCK, with meaningless values. */
  readonly cells: number;
  /** The number of cells of the convolution window: the cell itself and its neighbours. */
  readonly taps: number;
  /** The numbers of input and output channels, multiples of LANES. */
  readonly inputs: number;
  readonly outputs: number;
  /** The address of row 0 of the input activations. A row holds 16 bits for each channel. */
  readonly source: number;
  /** The address of a table of row numbers of the source: for each cell one 32-bit number for each tap. */
  readonly table: number;
  /** The 16-bit weights, ordered by eight outputs, tap, pair of inputs, output, and input of the pair. */
  readonly weights: number;
  /** The 32-bit scale factors of the outputs. A sum is multiplied by its factor, then shifted right by SHIFT. */
  readonly factors: number;
  /** The 32-bit biases of the outputs, added after the scaling. */
  readonly biases: number;
  /** The rows of the residual connection, added last, and the bytes from cell to cell. With 0 bytes all cells get the same row. */
  readonly residual: number;
  readonly residualStep: number;
  /** The address of the output row of the first cell. */
  readonly target: number;
  /** The lower bound of the outputs: 0 for ReLU, or LOWEST. */
  readonly min: number;
}

/** The numbers of cells and of channels that the kernel computes at once. */
export const BLOCK = 4;
export const LANES = 8;
/** The number of fractional bits of a scale factor. */
export const SHIFT = 20;
export const LOWEST = -0x8000;
const HIGHEST = 0x7fff;

/** Computes a layer in the memory of the kernel. */
export type Convolve = (layer: Convolution) => void;

const clamp = (value: number): number => Math.min(HIGHEST, Math.max(LOWEST, value));

/** The index of the weight for this output, tap and input, in weights of 16 bits. */
export const findWeightIndex = (
  { taps, inputs }: { readonly taps: number; readonly inputs: number },
  { output, tap, input }: { readonly output: number; readonly tap: number; readonly input: number },
): number =>
  ((((output >> 3) * taps + tap) * (inputs >> 1) + (input >> 1)) * 2 + ((output >> 2) & 1)) * 8 +
  (output & 3) * 2 +
  (input & 1);

/** Creates the reference implementation: the same results as the kernel, one product after the other. */
export function createReference(memory: ArrayBuffer): Convolve {
  const int16 = new Int16Array(memory);
  const int32 = new Int32Array(memory);
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
