// Evaluates a position with a neural network.
// Outputs the value for the player to move, and for each cell its policy logits and its owner at the end.
import type { CellMap } from '#games/kit/cell-view.ts';
import { assert, must } from '#games/kit/assert.ts';
import { type Convolution, BLOCK, LOWEST, createKernel, findWeightIndex } from './kernel.ts';
import { INPUTS, type Layer, OUTPUTS, type Weights } from './weights.ts';

/** The number 1 in the fixed-point format of all activations. */
export const FIXED_POINT_ONE = 256;

/** The evaluation of one position, valid until the next evaluation. */
export interface NetworkEvaluation {
  /** The logit of the probability that the player to move wins, in fixed point. */
  readonly value: number;
  /** OUTPUTS numbers for each cell, see weights.ts. */
  readonly cells: Int16Array;
}

export interface Network {
  /** Evaluates a position from the feature bits of each cell, see FEATURES. */
  readonly evaluate: (map: CellMap, features: Uint8Array) => NetworkEvaluation;
}

/** The maximal number of cells. The largest board has 469. */
const MAX_CELLS = 512;
const PAGE_BYTES = 65_536;

/** The addresses of a layer in memory. */
type LoadedLayer = Pick<Convolution, 'taps' | 'inputs' | 'outputs' | 'weights' | 'factors' | 'biases'>;

/** Creates a bump allocator. */
function createAllocator(): { readonly take: (bytes: number) => number; readonly taken: () => number } {
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

const countWeights = ({ taps, inputs, outputs }: Layer): number => taps * inputs * outputs;

const listLayers = ({ stem, blocks, cells, value }: Weights): readonly Layer[] => [
  stem,
  ...blocks.flatMap(({ pool, first, second }) => (pool === null ? [first, second] : [pool, first, second])),
  cells,
  ...value,
];

/** Plans the memory layout. Row 0 of activations is for cells beyond the board, and always 0. */
function planMemory(weights: Weights) {
  const { take: allocate, taken: allocatedBytes } = createAllocator();
  const { channels, directions } = weights.shape;
  const rowCount = MAX_CELLS + BLOCK + 1;
  const activations = (width: number): number => allocate(rowCount * width * 2);
  const layers = new Map(
    listLayers(weights).map(layer => {
      const { taps, inputs, outputs } = layer;
      const places = {
        weights: allocate(2 * countWeights(layer)),
        factors: allocate(4 * outputs),
        biases: allocate(4 * outputs),
      };
      return [layer, { taps, inputs, outputs, ...places } satisfies LoadedLayer] as const;
    }),
  );
  return {
    layers,
    zeros: allocate(2 * 2 * channels),
    /** One row each, with room for the rest of a block after it. */
    pooled: allocate(2 * 2 * channels),
    hidden: allocate(BLOCK * 2 * channels),
    said: allocate(BLOCK * 2 * channels),
    input: activations(INPUTS),
    current: activations(channels),
    inner: activations(channels),
    output: activations(OUTPUTS),
    /** The row tables of layers with one tap (each cell itself), and of layers that read the neighbours too. */
    selves: allocate(rowCount * 4),
    around: allocate(rowCount * (directions + 1) * 4),
    end: allocatedBytes(),
  };
}

function loadLayer(memory: ArrayBuffer, layer: Layer, { weights, factors, biases }: LoadedLayer): void {
  const int16 = new Int16Array(memory, weights, countWeights(layer));
  let index = 0;
  for (let tap = 0; tap < layer.taps; tap++) {
    for (let input = 0; input < layer.inputs; input++) {
      for (let output = 0; output < layer.outputs; output++, index++) {
        int16[findWeightIndex(layer, { output, tap, input })] = layer.weights[index] ?? 0;
      }
    }
  }
  new Int32Array(memory, factors, layer.outputs).set(layer.factors);
  new Int32Array(memory, biases, layer.outputs).set(layer.biases);
}

type MemoryPlan = ReturnType<typeof planMemory>;

/** A step: global pooling of the channels into the row `pooled`, or a layer. */
type Step = 'pool' | Convolution;

function listSteps(weights: Weights, at: MemoryPlan, cells: number): readonly Step[] {
  const row = 2 * weights.shape.channels;
  const addressesOf = (layer: Layer): LoadedLayer => must(at.layers.get(layer), 'a layer of this network');
  /** A layer over all cells. The row for cells beyond the board is before them. */
  const boardLayer = (layer: Layer, source: number, target: number): Convolution => ({
    ...{ ...addressesOf(layer), cells, source, table: layer.taps > 1 ? at.around : at.selves },
    ...{ residual: at.zeros, residualStep: 0, target: target + 2 * layer.outputs, min: 0 },
  });
  /** A layer over a single row: a fully connected layer. Entry 0 of the table is 1, so the source is one row earlier. */
  const rowLayer = (layer: Layer, source: number, target: number, min: number): Convolution => ({
    ...{ ...addressesOf(layer), cells: 1, source: source - 2 * layer.inputs, table: at.selves },
    ...{ residual: at.zeros, residualStep: 0, target, min },
  });
  return [
    boardLayer(weights.stem, at.input, at.current),
    ...weights.blocks.flatMap(({ pool, first, second }): Step[] => [
      ...(pool === null ? [] : (['pool', rowLayer(pool, at.pooled, at.said, LOWEST)] as const)),
      { ...boardLayer(first, at.current, at.inner), residual: pool === null ? at.zeros : at.said },
      { ...boardLayer(second, at.inner, at.current), residual: at.current + row, residualStep: row },
    ]),
    { ...boardLayer(weights.cells, at.current, at.output), min: LOWEST },
    'pool',
    rowLayer(weights.value[0], at.pooled, at.hidden, 0),
    rowLayer(weights.value[1], at.hidden, at.said, LOWEST),
  ];
}

/** Loads a network. Benchmarks and tests replace the kernel. */
export function openNetwork(weights: Weights, create: typeof createKernel = createKernel): Network {
  const at = planMemory(weights);
  const { channels, directions } = weights.shape;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(at.end / PAGE_BYTES) });
  const convolve = create(memory);
  const [int16, int32] = [new Int16Array(memory.buffer), new Int32Array(memory.buffer)];
  for (const [layer, place] of at.layers) loadLayer(memory.buffer, layer, place);
  for (let cell = 0; cell < MAX_CELLS; cell++) int32[(at.selves >> 2) + cell] = cell + 1;
  let currentMap: CellMap | null = null;
  let steps: readonly Step[] = [];

  function setBoard(map: CellMap): void {
    assert(map.directions === directions && map.cells <= MAX_CELLS, 'a board of the network’s kind');
    const taps = directions + 1;
    const table = int32.subarray(at.around >> 2, (at.around >> 2) + taps * (MAX_CELLS + BLOCK));
    table.fill(0);
    for (let cell = 0; cell < map.cells; cell++) {
      table[cell * taps] = cell + 1;
      for (let i = 0; i < directions; i++) table[cell * taps + i + 1] = (map.around[cell * directions + i] ?? -1) + 1;
    }
    steps = listSteps(weights, at, map.cells);
    currentMap = map;
  }

  function writeFeatures(features: Uint8Array): void {
    let index = (at.input >> 1) + INPUTS;
    for (const bits of features) {
      for (let bit = 0; bit < INPUTS - 1; bit++) int16[index++] = ((bits >> bit) & 1) * FIXED_POINT_ONE;
      int16[index++] = FIXED_POINT_ONE;
    }
  }

  const current = int16.subarray((at.current >> 1) + channels);
  const pooled = int16.subarray(at.pooled >> 1, (at.pooled >> 1) + 2 * channels);

  /** Pools each channel over the board: its mean, rounded down, and its maximum. */
  function pool(cells: number): void {
    for (let channel = 0; channel < channels; channel++) {
      let sum = 0;
      let max = LOWEST;
      for (let i = channel, end = cells * channels; i < end; i += channels) {
        const value = current[i] ?? 0;
        sum += value;
        if (value > max) max = value;
      }
      pooled[channel] = Math.floor(sum / cells);
      pooled[channels + channel] = max;
    }
  }

  return {
    evaluate: (map, features) => {
      if (map !== currentMap) setBoard(map);
      writeFeatures(features);
      for (const step of steps) {
        if (step === 'pool') pool(map.cells);
        else convolve(step);
      }
      const rows = (at.output >> 1) + OUTPUTS;
      return { value: int16[at.said >> 1] ?? 0, cells: int16.subarray(rows, rows + map.cells * OUTPUTS) };
    },
  };
}
