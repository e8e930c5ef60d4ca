// Measures how well two edges are joined, as a network of resistors.
// Cells conduct, and the current from edge to edge tells how much a side lacks, and where.
// The idea of resistance as a distance in connection games is Shannon's (his Hex machine, 1953) and Anshelevich's (Hexy, 2000).
import type { Cell } from '../stone-game.ts';

/** A board with two edges to be joined, and which cells lie on them. */
export interface Span {
  readonly neighbours: readonly (readonly Cell[])[];
  readonly from: readonly Cell[];
  readonly to: readonly Cell[];
}

/** What was measured; good until the next measurement of the same circuit. */
export interface Measurement {
  /** Between the two edges, in units of 1 / resistance; 0: cut. */
  readonly conductance: number;
  /** About how much the conductance would change if one cell's resistance became this (Infinity: cut out), all else as it is. */
  readonly change: (cell: Cell, resistance: number) => number;
}

/** Measures with these resistances of the cells, Infinity for one that does not conduct. */
export type ResistorNetwork = (resistances: Float64Array) => Measurement;

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
function solve(triangle: Banded, values: Float64Array): void {
  forwards(triangle, values);
  backwards(triangle, values);
}

function forwards({ size, band, entries }: Banded, values: Float64Array): void {
  const width = band + 1;
  for (let row = 0; row < size; row++) {
    const own = row * width + band - row;
    let sum = values[row] ?? 0;
    for (let k = Math.max(0, row - band); k < row; k++) sum -= (entries[own + k] ?? 0) * (values[k] ?? 0);
    values[row] = sum / (entries[own + row] ?? 1);
  }
}

function backwards({ size, band, entries }: Banded, values: Float64Array): void {
  const width = band + 1;
  for (let row = size - 1; row >= 0; row--) {
    const own = row * width + band - row;
    const value = (values[row] ?? 0) / (entries[own + row] ?? 1);
    values[row] = value;
    for (let k = Math.max(0, row - band); k < row; k++) values[k] = (values[k] ?? 0) - (entries[own + k] ?? 0) * value;
  }
}

/** A span with the edges a cell lies on, as flags. */
interface Network extends Span {
  readonly matrix: Banded;
  readonly voltages: Float64Array;
  readonly source: Uint8Array;
  readonly sink: Uint8Array;
}

function network(span: Span): Network {
  const size = span.neighbours.length;
  const band = Math.max(0, ...span.neighbours.flatMap((around, cell) => around.map(next => Math.abs(next - cell))));
  const flags = (cells: readonly Cell[]): Uint8Array =>
    Uint8Array.from({ length: size }, (_, cell) => (cells.includes(cell) ? 1 : 0));
  return {
    ...span,
    matrix: { size, band, entries: new Float64Array(size * (band + 1)) },
    voltages: new Float64Array(size),
    source: flags(span.from),
    sink: flags(span.to),
  };
}

/** The sums over a cell's links of conductance, and of conductance times the voltage beyond and its square. */
interface Pull {
  all: number;
  weighted: number;
  squared: number;
}

/** What the neighbours and edges do to a cell of this resistance. The edges stand at 1 and 0. */
function pullOn(net: Network, cell: Cell, own: number, resistances: Float64Array): Pull {
  const pull: Pull = { all: LEAK, weighted: 0, squared: 0 };
  if (own === Infinity) return pull;
  for (const next of net.neighbours[cell] ?? []) {
    add(pull, link(own, resistances[next] ?? Infinity), net.voltages[next] ?? 0);
  }
  if (net.source[cell] === 1) add(pull, link(own, 0), 1);
  if (net.sink[cell] === 1) add(pull, link(own, 0), 0);
  return pull;
}

function add(pull: Pull, conductance: number, voltage: number): void {
  pull.all += conductance;
  pull.weighted += conductance * voltage;
  pull.squared += conductance * voltage * voltage;
}

/** Kirchhoff's law, a row a cell: what flows in flows out. */
function writeLaw(net: Network, resistances: Float64Array): void {
  const { size, band, entries } = net.matrix;
  entries.fill(0);
  net.voltages.fill(0);
  for (let cell = 0; cell < size; cell++) {
    const diagonal = cell * (band + 1) + band;
    const own = resistances[cell] ?? Infinity;
    entries[diagonal] = pullOn(net, cell, own, resistances).all;
    if (own === Infinity) continue;
    if (net.source[cell] === 1) net.voltages[cell] = link(own, 0);
    for (const next of net.neighbours[cell] ?? []) {
      if (next < cell) entries[diagonal - cell + next] = -link(own, resistances[next] ?? Infinity);
    }
  }
}

function conductanceOf(net: Network, resistances: Float64Array): number {
  let sum = 0;
  for (const cell of net.from) sum += link(resistances[cell] ?? Infinity, 0) * (1 - (net.voltages[cell] ?? 0));
  return sum;
}

/** What is burnt in the links of a cell when it floats freely among its neighbours, they staying as they are. */
function powerAt(net: Network, cell: Cell, own: number, resistances: Float64Array): number {
  const { all, weighted, squared } = pullOn(net, cell, own, resistances);
  return squared - (weighted * weighted) / all;
}

export function resistorNetwork(span: Span): ResistorNetwork {
  const net = network(span);
  return resistances => {
    writeLaw(net, resistances);
    decompose(net.matrix);
    solve(net.matrix, net.voltages);
    return {
      conductance: conductanceOf(net, resistances),
      change: (cell, resistance) =>
        powerAt(net, cell, resistance, resistances) - powerAt(net, cell, resistances[cell] ?? Infinity, resistances),
    };
  };
}
