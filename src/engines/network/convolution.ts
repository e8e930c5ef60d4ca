// A network layer in plain integer arithmetic, the reference implementation for the kernel.

/** The parameters of a layer. Addresses are byte addresses in the memory of a kernel. */
export interface Convolution {
  /** The number of cells. Results up to the next multiple of BLOCK are computed too, and have no meaning. */
  readonly cells: number;
  /** The number of cells summed up for each cell, itself included. */
  readonly taps: number;
  /** Channels read and written, multiples of LANES. */
  readonly inputs: number;
  readonly outputs: number;
  /** Row 0 of the activations read. A row holds 16 bits a channel. */
  readonly source: number;
  /** For each cell as many rows of the source (32 bits each) as there are taps. */
  readonly table: number;
  /** By eight outputs, tap, and pair of inputs: 2 x 4 outputs of two weights of 16 bits. */
  readonly weights: number;
  /** 32 bits an output. A sum is multiplied by it, then shifted by SHIFT. */
  readonly factors: number;
  /** 32 bits an output, added after that. */
  readonly biases: number;
  /** For each cell a row of the outputs' width, added at the end. A step of 0 bytes from cell to cell adds the same row everywhere. */
  readonly added: number;
  readonly addedStep: number;
  /** The row of the first cell. */
  readonly target: number;
  /** The lower bound of the results: 0, or LOWEST. */
  readonly least: number;
}

/** The kernel computes this many cells at once, and this many channels. */
export const BLOCK = 4;
export const LANES = 8;
/** Fractional bits of a factor. */
export const SHIFT = 20;
export const LOWEST = -0x8000;
const HIGHEST = 0x7fff;

/** Computes a layer in the kernel's own memory. */
export type Convolve = (layer: Convolution) => void;

const clamped = (value: number): number => Math.min(HIGHEST, Math.max(LOWEST, value));

/** The index of the weight for this output, tap and input, in weights of 16 bits. */
export const weightAt = (
  { taps, inputs }: { readonly taps: number; readonly inputs: number },
  { output, tap, input }: { readonly output: number; readonly tap: number; readonly input: number },
): number =>
  ((((output >> 3) * taps + tap) * (inputs >> 1) + (input >> 1)) * 2 + ((output >> 2) & 1)) * 8 +
  (output & 3) * 2 +
  (input & 1);

/** Computes the same layer as the kernel, one product after the other. */
export function createTwin(memory: ArrayBuffer): Convolve {
  const short = new Int16Array(memory);
  const long = new Int32Array(memory);
  const sumAt = (layer: Convolution, cell: number, output: number): number => {
    const { taps, inputs } = layer;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const weights = (layer.weights >> 1) + weightAt(layer, { output, tap, input: 0 });
      const row = (layer.source >> 1) + (long[(layer.table >> 2) + cell * taps + tap] ?? 0) * inputs;
      for (let input = 0; input < inputs; input++) {
        // Pairs of inputs are 16 weights apart.
        const weight = short[weights + (input >> 1) * 16 + (input & 1)] ?? 0;
        sum = (sum + weight * (short[row + input] ?? 0)) | 0;
      }
    }
    return sum;
  };
  return layer => {
    for (let cell = 0; cell < layer.cells; cell++) {
      for (let output = 0; output < layer.outputs; output++) {
        // Products stay below 2^53: a double holds them exactly.
        const product = sumAt(layer, cell, output) * (long[(layer.factors >> 2) + output] ?? 0);
        const scaled = Math.floor((product + 2 ** (SHIFT - 1)) / 2 ** SHIFT);
        const biased = clamped(scaled + (long[(layer.biases >> 2) + output] ?? 0));
        const added = short[(layer.added >> 1) + cell * (layer.addedStep >> 1) + output] ?? 0;
        const at = (layer.target >> 1) + cell * layer.outputs + output;
        short[at] = Math.max(layer.least, clamped(biased + added));
      }
    }
  };
}
