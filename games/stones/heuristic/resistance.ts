// Evaluates a connection game by the currents between the edges of each side.
// The idea of resistance as a distance in connection games is Shannon's (his Hex machine, 1953) and Anshelevich's (Hexy, 2000).
import { memoize } from '#games/kit/remember.ts';
import {
  type Cell,
  EMPTY_LETTER,
  NEUTRAL_LETTER,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
  boardOf,
  otherSide,
} from '../stone-game.ts';
import type { CellEvaluation, CellState } from './cell-evaluation.ts';

/** A board, and the cells on the two edges to be joined. */
interface Span {
  readonly neighbours: readonly (readonly Cell[])[];
  readonly from: readonly Cell[];
  readonly to: readonly Cell[];
}

/** The result of a measurement, valid until the next measurement of the same network. */
interface Measurement {
  /** The conductance between the two edges, in units of 1 / resistance. 0: the edges are not connected. */
  readonly conductance: number;
  /** About how much the conductance changes if one cell gets this resistance. Infinity removes the cell. */
  readonly change: (cell: Cell, resistance: number) => number;
}

/** Measures the network with these resistances of the cells. Infinity: the cell does not conduct. */
export type ResistorNetwork = (resistances: Float64Array) => Measurement;

/** A tiny conductance at each cell, so that isolated cells have a defined voltage. */
const LEAK = 1e-9;

/** The conductance of the link of two cells with these resistances. An edge has resistance 0. */
const linkConductance = (a: number, b: number): number => 1 / (a + b);

/** A symmetric positive band matrix: row i holds the entries (i, i - band) … (i, i). */
interface BandMatrix {
  readonly size: number;
  readonly band: number;
  readonly entries: Float64Array;
}

function solveForwards({ size, band, entries }: BandMatrix, values: Float64Array): void {
  const width = band + 1;
  for (let row = 0; row < size; row++) {
    const own = row * width + band - row;
    let sum = values[row] ?? 0;
    for (let k = Math.max(0, row - band); k < row; k++) sum -= (entries[own + k] ?? 0) * (values[k] ?? 0);
    values[row] = sum / (entries[own + row] ?? 1);
  }
}

function solveBackwards({ size, band, entries }: BandMatrix, values: Float64Array): void {
  const width = band + 1;
  for (let row = size - 1; row >= 0; row--) {
    const own = row * width + band - row;
    const value = (values[row] ?? 0) / (entries[own + row] ?? 1);
    values[row] = value;
    for (let k = Math.max(0, row - band); k < row; k++) values[k] = (values[k] ?? 0) - (entries[own + k] ?? 0) * value;
  }
}

/** A span with its matrix, its voltages, and flags for the cells on the two edges. */
interface ResistorNet extends Span {
  readonly matrix: BandMatrix;
  readonly voltages: Float64Array;
  readonly source: Uint8Array;
  readonly sink: Uint8Array;
}

function createNet(span: Span): ResistorNet {
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

/** Sums over the links of a cell: of conductance, conductance x voltage, and conductance x voltage squared. */
interface LinkSums {
  conductance: number;
  weighted: number;
  squared: number;
}

/** Sums over the links of a cell with this resistance. The edges have the voltages 1 and 0. */
function sumLinks(net: ResistorNet, cell: Cell, own: number, resistances: Float64Array): LinkSums {
  const sums: LinkSums = { conductance: LEAK, weighted: 0, squared: 0 };
  if (own === Infinity) return sums;
  for (const next of net.neighbours[cell] ?? []) {
    addLink(sums, linkConductance(own, resistances[next] ?? Infinity), net.voltages[next] ?? 0);
  }
  if (net.source[cell] === 1) addLink(sums, linkConductance(own, 0), 1);
  if (net.sink[cell] === 1) addLink(sums, linkConductance(own, 0), 0);
  return sums;
}

function addLink(sums: LinkSums, conductance: number, voltage: number): void {
  sums.conductance += conductance;
  sums.weighted += conductance * voltage;
  sums.squared += conductance * voltage * voltage;
}

/** Writes the equations of Kirchhoff's current law, one row for each cell. */
function writeEquations(net: ResistorNet, resistances: Float64Array): void {
  const { size, band, entries } = net.matrix;
  entries.fill(0);
  net.voltages.fill(0);
  for (let cell = 0; cell < size; cell++) {
    const diagonal = cell * (band + 1) + band;
    const own = resistances[cell] ?? Infinity;
    entries[diagonal] = sumLinks(net, cell, own, resistances).conductance;
    if (own === Infinity) continue;
    if (net.source[cell] === 1) net.voltages[cell] = linkConductance(own, 0);
    for (const next of net.neighbours[cell] ?? []) {
      if (next < cell) entries[diagonal - cell + next] = -linkConductance(own, resistances[next] ?? Infinity);
    }
  }
}

/** The power in the links of a cell, if its neighbours keep their voltages. */
function measurePower(net: ResistorNet, cell: Cell, own: number, resistances: Float64Array): number {
  const { conductance, weighted, squared } = sumLinks(net, cell, own, resistances);
  return squared - (weighted * weighted) / conductance;
}

export function createResistorNetwork(span: Span): ResistorNetwork {
  const net = createNet(span);
  return resistances => {
    writeEquations(net, resistances);
    // Cholesky decomposition in place: matrix = triangle x its transpose, with a lower triangle.
    const { size, band, entries } = net.matrix;
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
    // Solves triangle x its transpose x solution = values. The solution replaces the values.
    solveForwards(net.matrix, net.voltages);
    solveBackwards(net.matrix, net.voltages);
    let sum = 0;
    for (const cell of net.from)
      sum += linkConductance(resistances[cell] ?? Infinity, 0) * (1 - (net.voltages[cell] ?? 0));
    return {
      conductance: sum,
      change: (cell, resistance) =>
        measurePower(net, cell, resistance, resistances) -
        measurePower(net, cell, resistances[cell] ?? Infinity, resistances),
    };
  };
}

/**
 * The electric resistance of a cell. An empty cell takes half a move, and a move turns two neutrals. The values were fitted, see
 * research/nex/README.md.
 */
export const RESISTANCE: Readonly<Record<CellState, number>> = { own: 0.03, empty: 1, neutral: 0.8, enemy: Infinity };

/** A small conductance added to both sides, so that logarithms stay finite. */
const MIN_CONDUCTANCE = 1e-3;

/** The two networks of a board. A measurement overwrites the previous one. null: the goal is not to join two edges. */
const networksOf = memoize(({ neighbours, goal }: StoneBoard): readonly [ResistorNetwork, ResistorNetwork] | null =>
  goal?.kind === 'edges'
    ? [createResistorNetwork({ neighbours, ...goal.ends[0] }), createResistorNetwork({ neighbours, ...goal.ends[1] })]
    : null,
);

/** The centrality of each cell, from 0 in the farthest corner to 1 in the centre. */
const centralityOf = memoize((board: StoneBoard): Float64Array => {
  const sums = board.neighbours.map((_, cell) => measureSteps(board, cell).reduce((sum, steps) => sum + steps, 0));
  const [min, max] = [Math.min(...sums), Math.max(...sums)];
  return Float64Array.from(sums, sum => (max === min ? 0 : (max - sum) / (max - min)));
});

/** The distances from a cell to every cell, in steps. */
function measureSteps({ neighbours }: StoneBoard, start: Cell): number[] {
  const steps = neighbours.map(() => -1);
  steps[start] = 0;
  const queue = [start];
  for (const cell of queue) {
    for (const next of neighbours[cell] ?? []) {
      if (steps[next] !== -1) continue;
      steps[next] = (steps[cell] ?? 0) + 1;
      queue.push(next);
    }
  }
  return steps;
}

/**
 * The bonus of a stone in the centre of an empty board, less on a fuller board. It corrects the currents, which are too strong in the
 * obtuse corners. The value was found by playing, see docs/decisions/009.
 */
const CENTRE_BONUS = 0.27;

/** The centre bonus of the stones on the board, and of one more stone by cell. */
function evaluateCentre(
  game: StoneGame,
  { cells, turn }: StonePosition,
  board: StoneBoard,
): { evaluation: number; bonusByCell: Float64Array; weight: number } {
  const bonusByCell = centralityOf(board);
  const [own, enemy] = [game.sides[turn].letter, game.sides[otherSide(turn)].letter];
  let [evaluation, empty] = [0, 0];
  for (let cell = 0; cell < cells.length; cell++) {
    const letter = cells.charAt(cell);
    if (letter === EMPTY_LETTER) empty += 1;
    else if (letter === own) evaluation += bonusByCell[cell] ?? 0;
    else if (letter === enemy) evaluation -= bonusByCell[cell] ?? 0;
  }
  const weight = CENTRE_BONUS * (empty / cells.length);
  return { evaluation: evaluation * weight, bonusByCell, weight };
}

function listResistances(game: StoneGame, cells: string, side: StoneSide): Float64Array {
  const resistanceByLetter = new Map([
    [EMPTY_LETTER, RESISTANCE.empty],
    [NEUTRAL_LETTER, RESISTANCE.neutral],
    [game.sides[side].letter, RESISTANCE.own],
  ]);
  const resistances = new Float64Array(cells.length);
  for (let cell = 0; cell < cells.length; cell++)
    resistances[cell] = resistanceByLetter.get(cells.charAt(cell)) ?? RESISTANCE.enemy;
  return resistances;
}

/** The logarithm of the factor by which the conductance changes. The factor is at least 0.02. */
const logFactor = (current: Measurement, cell: Cell, state: CellState): number =>
  Math.log(Math.max(0.02, 1 + current.change(cell, RESISTANCE[state]) / (current.conductance + MIN_CONDUCTANCE)));

/** Evaluates a position. null: the goal is not to join two edges. */
export function evaluateResistance(game: StoneGame, position: StonePosition): CellEvaluation | null {
  const networks = networksOf(boardOf(game, position));
  if (networks === null) return null;
  const [side, enemy] = [position.turn, otherSide(position.turn)];
  const ownNetwork = networks[side](listResistances(game, position.cells, side));
  const enemyNetwork = networks[enemy](listResistances(game, position.cells, enemy));
  const centre = evaluateCentre(game, position, boardOf(game, position));
  return {
    evaluation:
      Math.log((ownNetwork.conductance + MIN_CONDUCTANCE) / (enemyNetwork.conductance + MIN_CONDUCTANCE)) +
      centre.evaluation,
    gain: (cell, becomes) =>
      logFactor(ownNetwork, cell, becomes) -
      logFactor(enemyNetwork, cell, becomes === 'own' ? 'enemy' : becomes === 'enemy' ? 'own' : becomes) +
      (becomes === 'own' ? centre.weight * (centre.bonusByCell[cell] ?? 0) : 0),
    decidedProbability: () => null,
  };
}
