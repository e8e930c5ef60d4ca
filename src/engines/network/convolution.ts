// The parameters of a network layer, and where its numbers are in memory.

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

/** Computes a layer in the memory of the kernel. */
export type Convolve = (layer: Convolution) => void;

/** The index of the weight for this output, tap and input, in weights of 16 bits. */
export const findWeightIndex = (
  { taps, inputs }: { readonly taps: number; readonly inputs: number },
  { output, tap, input }: { readonly output: number; readonly tap: number; readonly input: number },
): number =>
  ((((output >> 3) * taps + tap) * (inputs >> 1) + (input >> 1)) * 2 + ((output >> 2) & 1)) * 8 +
  (output & 3) * 2 +
  (input & 1);
