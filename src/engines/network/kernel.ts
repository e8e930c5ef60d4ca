// The network layer in WebAssembly with SIMD. The instructions are assembled here.
import { BLOCK, type Convolution, type Convolve, LANES, SHIFT } from './convolution.ts';
import { must } from '#games/kit/assert.ts';
import {
  type Code,
  doWhile,
  I32,
  i32,
  moduleOf,
  type Procedure,
  seq,
  V128,
  v128,
  type Variable,
  variables,
} from './wasm.ts';

const PARAMETERS = [
  ...['cells', 'taps', 'inputs', 'outputs', 'source', 'table', 'weights', 'factors'],
  ...['biases', 'added', 'addedStep', 'target', 'least'],
] as const satisfies readonly (keyof Convolution)[];

/** Bytes of the weights of two inputs and eight outputs. */
const PAIR = 32;
/** Inputs for each iteration of the innermost loop. */
const UNROLLED = 8;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const advance = (variable: Variable, by: number): Code => variable.set(i32.add(variable.get, i32.const(by)));

/** The parameters and local variables of the kernel. */
function declareVariables() {
  const { next, kinds } = variables();
  const parameters = Object.fromEntries(PARAMETERS.map(name => [name, next(I32)] as const)) as Readonly<
    Record<(typeof PARAMETERS)[number], Variable>
  >;
  return {
    kinds,
    ...parameters,
    /** The first of eight outputs, the first of four cells, the tap, and the remaining inputs. */
    ...{ output: next(I32), cell: next(I32), tap: next(I32), left: next(I32) },
    /** Addresses: the weights of these outputs, the next weight, the next entry of the table. */
    ...{ first: next(I32), weight: next(I32), entry: next(I32) },
    /** By cell: the address of its next input, the input itself, and its sums. */
    readers: range(BLOCK).map(() => next(I32)),
    pairs: range(BLOCK).map(() => next(V128)),
    sums: range(BLOCK).map(() => [next(V128), next(V128)] as const),
    weights2: [next(V128), next(V128)] as const,
  };
}

type Variables = ReturnType<typeof declareVariables>;

/** Multiplies two inputs of each cell by the weights of eight outputs, and adds to the sums. */
const addPair = ({ weight, weights2, readers, pairs, sums }: Variables, pair: number): Code =>
  seq(
    ...weights2.map((each, half) => each.set(v128.load(weight.get, pair * PAIR + half * 16))),
    ...pairs.map((each, i) => each.set(v128.loadSplat(must(readers[i], 'one a cell').get, pair * 4))),
    ...sums.flatMap((halves, i) =>
      halves.map((sum, half) => {
        const [input, weights] = [must(pairs[i], 'one a cell'), must(weights2[half], 'two halves')];
        return sum.set(v128.add32(sum.get, v128.dot16(input.get, weights.get)));
      }),
    ),
  );

/** Adds all taps and inputs of four cells to the sums of eight outputs. */
function addTaps(variables: Variables): Code {
  const { source, inputs, taps, readers, weight, entry, tap, left } = variables;
  const byPairs = doWhile(
    seq(
      ...range(UNROLLED / 2).map(pair => addPair(variables, pair)),
      ...readers.map(reader => advance(reader, UNROLLED * 2)),
      advance(weight, (UNROLLED / 2) * PAIR),
      advance(left, -UNROLLED),
    ),
    left.get,
  );
  /** The address from the table for cell i of the block. Its entries are `taps` apart. */
  const rowOf = (i: number): Code => {
    const row = i32.load(i32.add(entry.get, i32.mul(i32.const(i * 4), taps.get)));
    return i32.add(source.get, i32.mul(row, i32.mul(inputs.get, i32.const(2))));
  };
  return doWhile(
    seq(
      ...readers.map((reader, i) => reader.set(rowOf(i))),
      left.set(inputs.get),
      byPairs,
      advance(entry, 4),
      advance(tap, 1),
    ),
    i32.less(tap.get, taps.get),
  );
}

/** Four lanes of sums and factors → four lanes of the products, rounded and shifted by SHIFT. */
function scaled(sums: Code, factors: Code): Code {
  const half = (product: (a: Code, b: Code) => Code): Code =>
    v128.shiftRight64(v128.add64(product(sums, factors), v128.splat64(2 ** (SHIFT - 1))), SHIFT);
  const places = [0, 8, 16, 24].flatMap(first => range(4).map(byte => first + byte));
  return v128.shuffle(half(v128.multiplyLow32), half(v128.multiplyHigh32), places);
}

/** The sums of cell i as the results to be written. */
function store(
  { factors, biases, added, addedStep, target, outputs, least, output, cell, sums }: Variables,
  i: number,
): Code {
  const [place, longs, shorts] = [
    i32.add(cell.get, i32.const(i)),
    i32.mul(output.get, i32.const(4)),
    i32.mul(output.get, i32.const(2)),
  ];
  const [low, high] = must(sums[i], 'one a cell').map((sum, half) => {
    const products = scaled(sum.get, v128.load(i32.add(factors.get, longs), half * 16));
    return v128.add32(products, v128.load(i32.add(biases.get, longs), half * 16));
  }) as [Code, Code];
  const addedRow = v128.load(i32.add(i32.add(added.get, shorts), i32.mul(place, addedStep.get)));
  const to = i32.add(i32.add(target.get, shorts), i32.mul(place, i32.mul(outputs.get, i32.const(2))));
  const total = v128.add16(v128.narrow32(low, high), addedRow);
  return v128.store(to, v128.max16(total, v128.splat16(least.get)));
}

/**
 * For every eight outputs, for every four cells: 4 x 2 sums of four lanes, kept in registers through all taps and inputs. A pair of
 * inputs of a cell is in all lanes, with the weights of four outputs side by side.
 */
function convolveProcedure(): Procedure {
  const variables = declareVariables();
  const { kinds, cells, outputs, table, taps, weights, output, cell, tap, first, weight, entry, sums } = variables;
  const byCells = doWhile(
    seq(
      ...sums.flatMap(halves => halves.map(sum => sum.set(v128.zero))),
      weight.set(first.get),
      entry.set(i32.add(table.get, i32.mul(cell.get, i32.mul(taps.get, i32.const(4))))),
      tap.set(i32.const(0)),
      addTaps(variables),
      ...range(BLOCK).map(i => store(variables, i)),
      advance(cell, BLOCK),
    ),
    i32.less(cell.get, cells.get),
  );
  const byOutputs = doWhile(
    seq(cell.set(i32.const(0)), byCells, first.set(weight.get), advance(output, LANES)),
    i32.less(output.get, outputs.get),
  );
  const body = seq(first.set(weights.get), output.set(i32.const(0)), byOutputs);
  return { name: 'convolve', parameters: PARAMETERS.length, kinds, body };
}

let compiled: WebAssembly.Module | null = null;

/** The layer by WebAssembly, on this memory. */
export function createKernel(memory: WebAssembly.Memory): Convolve {
  compiled ??= new WebAssembly.Module(moduleOf([convolveProcedure()]));
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  const convolve = exports['convolve'] as (...parameters: readonly number[]) => void;
  // Passed one by one: an argument array costs as much as a small layer.
  return layer =>
    convolve(
      ...([layer.cells, layer.taps, layer.inputs, layer.outputs, layer.source, layer.table, layer.weights] as const),
      ...([layer.factors, layer.biases, layer.added, layer.addedStep, layer.target, layer.least] as const),
    );
}
