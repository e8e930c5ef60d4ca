// Evaluates a triangle on which a side must join all three edges.
// The board is reduced, three cells to one, until one cell remains.
// This is Jack van Rijswijck's reduction ("Search and evaluation in Hex", 2002).
// On a full board it names the winner. With probabilities for cells it is an estimate.
import { type Cell, EMPTY, type Filling, NEUTRAL } from '../stone-game.ts';
import { type CellEvaluation, type CellState, TEMPO } from './cell-evaluation.ts';

/** The probability that the mover owns a cell at the end. */
const PROBABILITY: Readonly<Record<CellState, number>> = { own: 1, empty: 0.5, neutral: 0.5, enemy: 0 };
/** Probabilities are limited to this distance from 0 and 1. */
const MIN_PROBABILITY = 0.005;
/** The value of the best stone on the board: the difference between being on move and having moved. */
const STONE_WORTH = 2 * TEMPO;

/** The cell at a place of a row. The rows have 1, 2, 3 … cells. */
const cellAt = (row: number, place: number): number => (row * (row + 1)) / 2 + place;

/** The probability of at least two of three events. */
const majority = (a: number, b: number, c: number): number => a * b + b * c + c * a - 2 * a * b * c;

/** Computes all boards of the reduction, beginning with the full board. */
function reduceBoard(probabilities: Float64Array, rows: number): Float64Array[] {
  const boards = [probabilities];
  let before = probabilities;
  for (let rowCount = rows - 1; rowCount > 0; rowCount--) {
    const reduced = new Float64Array(cellAt(rowCount, 0));
    for (let row = 0, cell = 0; row < rowCount; row++) {
      for (let place = 0; place <= row; place++, cell++) {
        const below = cellAt(row + 1, place);
        reduced[cell] = majority(before[cell] ?? 0, before[below] ?? 0, before[below + 1] ?? 0);
      }
    }
    boards.push(reduced);
    before = reduced;
  }
  return boards;
}

/** The derivative of the last cell by each cell of the full board: the chain rule, from the last board backwards. */
function deriveSlopes(boards: readonly Float64Array[]): Float64Array {
  let slopes = Float64Array.of(1);
  for (const [i, larger] of [...boards.slice(0, -1).entries()].reverse()) {
    const before = new Float64Array(larger.length);
    const rows = boards.length - i - 1;
    for (let row = 0, cell = 0; row < rows; row++) {
      for (let place = 0; place <= row; place++, cell++) {
        const below = cellAt(row + 1, place);
        const [a, b, c] = [larger[cell] ?? 0, larger[below] ?? 0, larger[below + 1] ?? 0];
        const slope = slopes[cell] ?? 0;
        before[cell] = (before[cell] ?? 0) + slope * (b + c - 2 * b * c);
        before[below] = (before[below] ?? 0) + slope * (a + c - 2 * a * c);
        before[below + 1] = (before[below + 1] ?? 0) + slope * (a + b - 2 * a * b);
      }
    }
    slopes = before;
  }
  return slopes;
}

/** Evaluates a position for the side of these stones, which is to move. `rows`: the number of rows. */
export function evaluateTriangle(filling: Filling, rows: number, stone: number): CellEvaluation {
  const probabilityAt = (cell: Cell): number => {
    const held = filling[cell];
    return PROBABILITY[held === EMPTY ? 'empty' : held === NEUTRAL ? 'neutral' : held === stone ? 'own' : 'enemy'];
  };
  const boards = reduceBoard(
    Float64Array.from({ length: cellAt(rows, 0) }, (_, cell) => probabilityAt(cell)),
    rows,
  );
  const slopes = deriveSlopes(boards);
  const chance = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, boards.at(-1)?.[0] ?? PROBABILITY.empty));
  // The evaluation is measured in units of the best stone, since slopes depend on the size of the board.
  const bestSlope = Math.max(
    ...slopes.map((slope, cell) => slope * Math.abs(PROBABILITY.own - probabilityAt(cell))),
    MIN_PROBABILITY,
  );
  return {
    evaluation: (Math.log(chance / (1 - chance)) * chance * (1 - chance) * STONE_WORTH) / bestSlope,
    gain: (cell, becomes) =>
      ((slopes[cell] ?? 0) * (PROBABILITY[becomes] - probabilityAt(cell)) * STONE_WORTH) / bestSlope,
    decidedProbability: () => null,
  };
}
