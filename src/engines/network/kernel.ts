// Computes a network layer in WebAssembly with SIMD: its parameters, and the instructions.
import { must } from '#games/kit/assert.ts';
import {
  type Code,
  I32,
  type Procedure,
  V128,
  type Variable,
  concatenate,
  createVariables,
  doWhile,
  encodeModule,
  i32,
  v128,
} from './wasm.ts';

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

/** The table has this many entries for each unit of x. The outputs of networks have the same resolution. */
const STEPS_PER_UNIT = 256;
/** e^(-1/256). */
const STEP_FACTOR = 0.996101369470117;
/** The number of entries: beyond x = 20, e^-x counts as 0. */
const TABLE_SIZE = 20 * STEPS_PER_UNIT;

const POWERS = new Float64Array(TABLE_SIZE);
for (let i = 0, power = 1; i < TABLE_SIZE; i++, power *= STEP_FACTOR) POWERS[i] = power;

/** e^-x for x >= 0, with x rounded to 1/256. */
const negativeExp = (x: number): number => POWERS[Math.round(x * STEPS_PER_UNIT)] ?? 0;

/** The logistic function: logit → probability. */
export const logistic = (x: number): number =>
  x < 0 ? negativeExp(-x) / (1 + negativeExp(-x)) : 1 / (1 + negativeExp(x));

/** Softmax: logits → probabilities. */
export function softmax(logits: readonly number[]): number[] {
  const max = Math.max(...logits);
  const powers = logits.map(value => negativeExp(max - value));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map(power => power / sum);
}

/** Computes a network layer in WebAssembly with SIMD. Assembles the instructions. */
const PARAMETERS = [
  ...['cells', 'taps', 'inputs', 'outputs', 'source', 'table', 'weights', 'factors'],
  ...['biases', 'residual', 'residualStep', 'target', 'min'],
] as const satisfies readonly (keyof Convolution)[];

/** The size in bytes of the weights of two inputs and eight outputs. */
const PAIR_BYTES = 32;
/** The number of inputs that each iteration of the innermost loop handles. */
const UNROLLED_INPUTS = 8;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const advance = (variable: Variable, by: number): Code => variable.set(i32.add(variable.get, i32.const(by)));

/** Declares the parameters and local variables of the kernel. */
function declareVariables() {
  const { next, kinds } = createVariables();
  const parameters = Object.fromEntries(PARAMETERS.map(name => [name, next(I32)] as const)) as Readonly<
    Record<(typeof PARAMETERS)[number], Variable>
  >;
  return {
    kinds,
    ...parameters,
    /** Loop counters: the first of eight outputs, the first of four cells, the tap, and the number of remaining inputs. */
    ...{ output: next(I32), cell: next(I32), tap: next(I32), inputsLeft: next(I32) },
    /** Addresses: the first weight of the eight outputs, the current weight, the current entry of the row table. */
    ...{ firstWeight: next(I32), weight: next(I32), tableEntry: next(I32) },
    /** For each of the four cells: the address of its next input, two inputs, and its sums. */
    inputAddresses: range(BLOCK).map(() => next(I32)),
    inputPairs: range(BLOCK).map(() => next(V128)),
    sums: range(BLOCK).map(() => [next(V128), next(V128)] as const),
    weightHalves: [next(V128), next(V128)] as const,
  };
}

type Variables = ReturnType<typeof declareVariables>;

/** Adds all taps and inputs of four cells to the sums of eight outputs. */
function addTaps(variables: Variables): Code {
  const { source, inputs, taps, inputAddresses, weight, tableEntry, tap, inputsLeft } = variables;
  // Multiplies two inputs of each cell by the weights of eight outputs, and adds to the sums.
  const pairLoop = doWhile(
    concatenate(
      ...range(UNROLLED_INPUTS / 2).map(pair =>
        concatenate(
          ...variables.weightHalves.map((each, half) => each.set(v128.load(weight.get, pair * PAIR_BYTES + half * 16))),
          ...variables.inputPairs.map((each, i) =>
            each.set(v128.loadSplat(must(inputAddresses[i], 'one a cell').get, pair * 4)),
          ),
          ...variables.sums.flatMap((halves, i) =>
            halves.map((sum, multiplyHalf) => {
              const [input, weights] = [
                must(variables.inputPairs[i], 'one a cell'),
                must(variables.weightHalves[multiplyHalf], 'two halves'),
              ];
              return sum.set(v128.add32(sum.get, v128.dot16(input.get, weights.get)));
            }),
          ),
        ),
      ),
      ...inputAddresses.map(address => advance(address, UNROLLED_INPUTS * 2)),
      advance(weight, (UNROLLED_INPUTS / 2) * PAIR_BYTES),
      advance(inputsLeft, -UNROLLED_INPUTS),
    ),
    inputsLeft.get,
  );
  /** The address of the source row for cell i of the block. The entries of neighbouring cells are `taps` apart. */
  const sourceRowOf = (i: number): Code => {
    const row = i32.load(i32.add(tableEntry.get, i32.mul(i32.const(i * 4), taps.get)));
    return i32.add(source.get, i32.mul(row, i32.mul(inputs.get, i32.const(2))));
  };
  return doWhile(
    concatenate(
      ...inputAddresses.map((address, i) => address.set(sourceRowOf(i))),
      inputsLeft.set(inputs.get),
      pairLoop,
      advance(tableEntry, 4),
      advance(tap, 1),
    ),
    i32.less(tap.get, taps.get),
  );
}

/** Multiplies four sums by their factors, rounds, and shifts right by SHIFT. */
function scaleSums(sums: Code, factors: Code): Code {
  const multiplyHalf = (product: (a: Code, b: Code) => Code): Code =>
    v128.shiftRight64(v128.add64(product(sums, factors), v128.splat64(2 ** (SHIFT - 1))), SHIFT);
  const byteOrder = [0, 8, 16, 24].flatMap(first => range(4).map(byte => first + byte));
  return v128.shuffle(multiplyHalf(v128.multiplyLow32), multiplyHalf(v128.multiplyHigh32), byteOrder);
}

/** Scales the sums of cell i, adds biases and residual, and stores the results. */
function storeCell(
  { factors, biases, residual, residualStep, target, outputs, min, output, cell, sums }: Variables,
  i: number,
): Code {
  const [row, offset32, offset16] = [
    i32.add(cell.get, i32.const(i)),
    i32.mul(output.get, i32.const(4)),
    i32.mul(output.get, i32.const(2)),
  ];
  const [low, high] = must(sums[i], 'one a cell').map((sum, half) => {
    const products = scaleSums(sum.get, v128.load(i32.add(factors.get, offset32), half * 16));
    return v128.add32(products, v128.load(i32.add(biases.get, offset32), half * 16));
  }) as [Code, Code];
  const residualRow = v128.load(i32.add(i32.add(residual.get, offset16), i32.mul(row, residualStep.get)));
  const address = i32.add(i32.add(target.get, offset16), i32.mul(row, i32.mul(outputs.get, i32.const(2))));
  const total = v128.add16(v128.narrow32(low, high), residualRow);
  return v128.store(address, v128.max16(total, v128.splat16(min.get)));
}

/**
 * Loops over eight outputs at a time, then over four cells at a time. The 4 x 2 sums of four lanes stay in registers through all taps
 * and inputs. A pair of inputs is copied to all four lanes, and multiplied by the weights of four outputs.
 */
function assembleConvolve(): Procedure {
  const variables = declareVariables();
  const { kinds, cells, outputs, table, taps, weights, output, cell, tap, firstWeight, weight, tableEntry, sums } =
    variables;
  const cellLoop = doWhile(
    concatenate(
      ...sums.flatMap(halves => halves.map(sum => sum.set(v128.zero))),
      weight.set(firstWeight.get),
      tableEntry.set(i32.add(table.get, i32.mul(cell.get, i32.mul(taps.get, i32.const(4))))),
      tap.set(i32.const(0)),
      addTaps(variables),
      ...range(BLOCK).map(i => storeCell(variables, i)),
      advance(cell, BLOCK),
    ),
    i32.less(cell.get, cells.get),
  );
  const outputLoop = doWhile(
    concatenate(cell.set(i32.const(0)), cellLoop, firstWeight.set(weight.get), advance(output, LANES)),
    i32.less(output.get, outputs.get),
  );
  const body = concatenate(firstWeight.set(weights.get), output.set(i32.const(0)), outputLoop);
  return { name: 'convolve', parameters: PARAMETERS.length, kinds, body };
}

let compiled: WebAssembly.Module | null = null;

/** Creates the kernel on a memory. The module is compiled once. */
export function createKernel(memory: WebAssembly.Memory): Convolve {
  compiled ??= new WebAssembly.Module(encodeModule([assembleConvolve()]));
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  const convolve = exports['convolve'] as (...parameters: readonly number[]) => void;
  // The arguments are listed one by one: building an array of them costs as much as a small layer.
  return layer =>
    convolve(
      ...([layer.cells, layer.taps, layer.inputs, layer.outputs, layer.source, layer.table, layer.weights] as const),
      ...([layer.factors, layer.biases, layer.residual, layer.residualStep, layer.target, layer.min] as const),
    );
}
