// Evaluates a position with a neural network.
// Outputs the mover's chances, the worth of each cell, and its owner at the end.
import type { CellMap } from '#games/kit/cell-view.ts';
import { assert, must } from '#games/kit/assert.ts';
import { BLOCK, type Convolution, type Convolve, LOWEST, createTwin, weightAt } from './convolution.ts';
import { createKernel } from './kernel.ts';
import { INPUTS, type Layer, OUTPUTS, type Weights } from './weights.ts';

/** All numbers are in units of 1 / ONE. */
export const ONE = 256;

/** The evaluation of one position, valid until the next evaluation. */
export interface Judgement {
  /** Log odds of the mover to win. */
  readonly value: number;
  /** OUTPUTS numbers a cell, see weights.ts. */
  readonly cells: Int16Array;
}

export interface Network {
  /** `seen`: by cell, bits of SEEN. */
  readonly judge: (map: CellMap, seen: Uint8Array) => Judgement;
}

/** The largest board has 469 cells. */
const MOST_CELLS = 512;
const PAGE = 65_536;

/** A layer in memory. */
type Loaded = Pick<Convolution, 'taps' | 'inputs' | 'outputs' | 'weights' | 'factors' | 'biases'>;

/** A bump allocator of memory. */
function allocator(): { readonly take: (bytes: number) => number; readonly taken: () => number } {
  let next = 0;
  return {
    taken: () => next,
    take: bytes => {
      const at = next;
      next += Math.ceil(bytes / 16) * 16;
      return at;
    },
  };
}

const shortsOf = ({ taps, inputs, outputs }: Layer): number => taps * inputs * outputs;

const layersOf = ({ stem, blocks, cells, value }: Weights): readonly Layer[] => [
  stem,
  ...blocks.flatMap(({ pool, first, second }) => (pool === null ? [first, second] : [pool, first, second])),
  cells,
  ...value,
];

/** The memory layout. Row 0 of activations is for cells beyond the board, and always 0. */
function plan(weights: Weights) {
  const { take, taken } = allocator();
  const { channels, directions } = weights.shape;
  const rows = MOST_CELLS + BLOCK + 1;
  const activations = (width: number): number => take(rows * width * 2);
  const layers = new Map(
    layersOf(weights).map(layer => {
      const { taps, inputs, outputs } = layer;
      const places = { weights: take(2 * shortsOf(layer)), factors: take(4 * outputs), biases: take(4 * outputs) };
      return [layer, { taps, inputs, outputs, ...places } satisfies Loaded] as const;
    }),
  );
  return {
    layers,
    zeros: take(2 * 2 * channels),
    /** One row each, and room for the rest of a block after the results. */
    pooled: take(2 * 2 * channels),
    hidden: take(BLOCK * 2 * channels),
    said: take(BLOCK * 2 * channels),
    input: activations(INPUTS),
    current: activations(channels),
    inner: activations(channels),
    output: activations(OUTPUTS),
    /** Tables of each cell itself, and of its neighbours. */
    selves: take(rows * 4),
    around: take(rows * (directions + 1) * 4),
    end: taken(),
  };
}

function load(memory: ArrayBuffer, layer: Layer, { weights, factors, biases }: Loaded): void {
  const short = new Int16Array(memory, weights, shortsOf(layer));
  let from = 0;
  for (let tap = 0; tap < layer.taps; tap++) {
    for (let input = 0; input < layer.inputs; input++) {
      for (let output = 0; output < layer.outputs; output++, from++) {
        short[weightAt(layer, { output, tap, input })] = layer.weights[from] ?? 0;
      }
    }
  }
  new Int32Array(memory, factors, layer.outputs).set(layer.factors);
  new Int32Array(memory, biases, layer.outputs).set(layer.biases);
}

type Plan = ReturnType<typeof plan>;

/** A step: pools channels over the board into the row `pooled`, or computes a layer. */
type Step = 'pool' | Convolution;

/** The steps for a board of `cells` cells, in order. */
function stepsFor(weights: Weights, at: Plan, cells: number): readonly Step[] {
  const row = 2 * weights.shape.channels;
  const loaded = (layer: Layer): Loaded => must(at.layers.get(layer), 'a layer of this network');
  /** All cells. The row for cells beyond the board is before them. */
  const over = (layer: Layer, source: number, target: number): Convolution => ({
    ...{ ...loaded(layer), cells, source, table: layer.taps > 1 ? at.around : at.selves },
    ...{ added: at.zeros, addedStep: 0, target: target + 2 * layer.outputs, least: 0 },
  });
  /** One row. Row 1 of the table of cells themselves points to it. */
  const through = (layer: Layer, source: number, target: number, least: number): Convolution => ({
    ...{ ...loaded(layer), cells: 1, source: source - 2 * layer.inputs, table: at.selves },
    ...{ added: at.zeros, addedStep: 0, target, least },
  });
  return [
    over(weights.stem, at.input, at.current),
    ...weights.blocks.flatMap(({ pool, first, second }): Step[] => [
      ...(pool === null ? [] : (['pool', through(pool, at.pooled, at.said, LOWEST)] as const)),
      { ...over(first, at.current, at.inner), added: pool === null ? at.zeros : at.said },
      { ...over(second, at.inner, at.current), added: at.current + row, addedStep: row },
    ]),
    { ...over(weights.cells, at.current, at.output), least: LOWEST },
    'pool',
    through(weights.value[0], at.pooled, at.hidden, 0),
    through(weights.value[1], at.hidden, at.said, LOWEST),
  ];
}

/** A network computed by the kernel. `isPlain`: by the slow reference. Both give the same result to the last bit. */
export function openNetwork(weights: Weights, { isPlain = false }: { readonly isPlain?: boolean } = {}): Network {
  const at = plan(weights);
  const { channels, directions } = weights.shape;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(at.end / PAGE) });
  const convolve: Convolve = isPlain ? createTwin(memory.buffer) : createKernel(memory);
  const [short, long] = [new Int16Array(memory.buffer), new Int32Array(memory.buffer)];
  for (const [layer, place] of at.layers) load(memory.buffer, layer, place);
  for (let cell = 0; cell < MOST_CELLS; cell++) long[(at.selves >> 2) + cell] = cell + 1;
  let known: CellMap | null = null;
  let steps: readonly Step[] = [];

  function enter(map: CellMap): void {
    assert(map.directions === directions && map.cells <= MOST_CELLS, 'a board of the network’s kind');
    const taps = directions + 1;
    const table = long.subarray(at.around >> 2, (at.around >> 2) + taps * (MOST_CELLS + BLOCK));
    table.fill(0);
    for (let cell = 0; cell < map.cells; cell++) {
      table[cell * taps] = cell + 1;
      for (let i = 0; i < directions; i++) table[cell * taps + i + 1] = (map.around[cell * directions + i] ?? -1) + 1;
    }
    steps = stepsFor(weights, at, map.cells);
    known = map;
  }

  function see(seen: Uint8Array): void {
    let to = (at.input >> 1) + INPUTS;
    for (const bits of seen) {
      for (let bit = 0; bit < INPUTS - 1; bit++) short[to++] = ((bits >> bit) & 1) * ONE;
      short[to++] = ONE;
    }
  }

  const current = short.subarray((at.current >> 1) + channels);
  const pooled = short.subarray(at.pooled >> 1, (at.pooled >> 1) + 2 * channels);
  const sums = new Int32Array(channels);

  /** The mean of every channel, rounded down, and its greatest value. */
  function pool(cells: number): void {
    sums.fill(0);
    pooled.fill(LOWEST);
    for (let i = 0, end = cells * channels; i < end; i++) {
      const value = current[i] ?? 0;
      const channel = i % channels;
      sums[channel] = (sums[channel] ?? 0) + value;
      if (value > (pooled[channels + channel] ?? 0)) pooled[channels + channel] = value;
    }
    for (let channel = 0; channel < channels; channel++) pooled[channel] = Math.floor((sums[channel] ?? 0) / cells);
  }

  return {
    judge: (map, seen) => {
      if (map !== known) enter(map);
      see(seen);
      for (const step of steps) {
        if (step === 'pool') pool(map.cells);
        else convolve(step);
      }
      const rows = (at.output >> 1) + OUTPUTS;
      return { value: short[at.said >> 1] ?? 0, cells: short.subarray(rows, rows + map.cells * OUTPUTS) };
    },
  };
}
