// How well two edges are joined, measured as electricity would: cells conduct, and the current from edge to edge tells how much a side lacks, and where.
// The idea of resistance as a distance in connection games is Shannon's (his Hex machine, 1953) and Anshelevich's (Hexy, 2000).
import type { Cell } from './stones.ts';

/** A board with two edges to be joined, and which cells lie on them. */
export interface Span {
  readonly neighbours: readonly (readonly Cell[])[];
  readonly from: readonly Cell[];
  readonly to: readonly Cell[];
}

/** What was measured; good until the next measurement of the same circuit. */
export interface Current {
  /** Between the two edges, in units of 1 / resistance; 0: cut. */
  readonly conductance: number;
  /** About how much the conductance would change if one cell's resistance became this (Infinity: cut out), all else as it is. */
  readonly change: (cell: Cell, resistance: number) => number;
}

/** Measures with these resistances of the cells, Infinity for one that does not conduct. */
export type Circuit = (resistances: Float64Array) => Current;

/** Stands in for links of cells that hang in the air, so that every voltage is defined. */
const LEAK = 1e-9;

/** Two cells in a row share their resistances; an edge has none. */
const link = (a: number, b: number): number => 1 / (a + b);

/** A symmetric positive matrix whose entries lie near its diagonal: row i holds the entries (i, i - band) … (i, i). */
interface Banded {
  readonly size: number;
  readonly band: number;
  readonly entries: Float64Array;
}

/** Cholesky's decomposition in place: the lower triangle of matrix = triangle x its transpose. */
function decompose({ size, band, entries }: Banded): void {
  const width = band + 1;
  for (let row = 0; row < size; row++) {
    const first = Math.max(0, row - band);
    const own = row * width + band - row;
    for (let column = first; column <= row; column++) {
      const other = column * width + band - column;
      let sum = entries[own + column] ?? 0;
      for (let k = Math.max(first, column - band); k < column; k++) {
        sum -= (entries[own + k] ?? 0) * (entries[other + k] ?? 0);
      }
      entries[own + column] = column === row ? Math.sqrt(sum) : sum / (entries[other + column] ?? 1);
    }
  }
}

/** Solves triangle x its transpose x answer = values, in place of the values. */
function solve({ size, band, entries }: Banded, values: Float64Array): void {
  const width = band + 1;
  for (let row = 0; row < size; row++) {
    const own = row * width + band - row;
    let sum = values[row] ?? 0;
    for (let k = Math.max(0, row - band); k < row; k++) sum -= (entries[own + k] ?? 0) * (values[k] ?? 0);
    values[row] = sum / (entries[own + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row--) {
    const own = row * width + band - row;
    const value = (values[row] ?? 0) / (entries[own + row] ?? 1);
    values[row] = value;
    for (let k = Math.max(0, row - band); k < row; k++) values[k] = (values[k] ?? 0) - (entries[own + k] ?? 0) * value;
  }
}

const bandOf = (neighbours: Span['neighbours']): number =>
  Math.max(...neighbours.flatMap((around, cell) => around.map(next => Math.abs(next - cell))));

/** The sum over a cell's links of conductance, and of conductance x voltage beyond, with this resistance of its own. */
interface Pull {
  all: number;
  weighted: number;
  squared: number;
}

export function circuit({ neighbours, from, to }: Span): Circuit {
  const size = neighbours.length;
  const matrix: Banded = { size, band: bandOf(neighbours), entries: new Float64Array(0) };
  const band: Banded = { ...matrix, entries: new Float64Array(size * (matrix.band + 1)) };
  const voltages = new Float64Array(size);
  const [source, sink] = [new Uint8Array(size), new Uint8Array(size)];
  for (const cell of from) source[cell] = 1;
  for (const cell of to) sink[cell] = 1;

  /** Kirchhoff's law, a row a cell: what flows in flows out. The edges stand at 1 and 0. */
  const write = (resistances: Float64Array): void => {
    const { entries } = band;
    const width = band.band + 1;
    entries.fill(0);
    voltages.fill(0);
    for (let cell = 0; cell < size; cell++) {
      const own = resistances[cell] ?? Infinity;
      let sum = LEAK;
      if (own < Infinity) {
        for (const next of neighbours[cell] ?? []) {
          const conductance = link(own, resistances[next] ?? Infinity);
          sum += conductance;
          if (next < cell) entries[cell * width + band.band - cell + next] = -conductance;
        }
        if (source[cell] === 1) voltages[cell] = link(own, 0);
        sum += (source[cell] === 1 ? link(own, 0) : 0) + (sink[cell] === 1 ? link(own, 0) : 0);
      }
      entries[cell * width + band.band] = sum;
    }
  };

  const pullOn = (cell: Cell, own: number, resistances: Float64Array): Pull => {
    const pull: Pull = { all: LEAK, weighted: 0, squared: 0 };
    if (own === Infinity) return pull;
    const add = (conductance: number, voltage: number): void => {
      pull.all += conductance;
      pull.weighted += conductance * voltage;
      pull.squared += conductance * voltage * voltage;
    };
    for (const next of neighbours[cell] ?? []) add(link(own, resistances[next] ?? Infinity), voltages[next] ?? 0);
    if (source[cell] === 1) add(link(own, 0), 1);
    if (sink[cell] === 1) add(link(own, 0), 0);
    return pull;
  };

  /** What is burnt in the links of a cell when it floats freely among its neighbours, they staying as they are. */
  const powerAt = (cell: Cell, own: number, resistances: Float64Array): number => {
    const { all, weighted, squared } = pullOn(cell, own, resistances);
    return squared - (weighted * weighted) / all;
  };

  return resistances => {
    write(resistances);
    decompose(band);
    solve(band, voltages);
    let conductance = 0;
    for (const cell of from) {
      const own = resistances[cell] ?? Infinity;
      if (own < Infinity) conductance += link(own, 0) * (1 - (voltages[cell] ?? 0));
    }
    const now = (cell: Cell): number => powerAt(cell, resistances[cell] ?? Infinity, resistances);
    return { conductance, change: (cell, resistance) => powerAt(cell, resistance, resistances) - now(cell) };
  };
}
