// Evaluates cells of a triangle where a side joins all three edges.
// The board is reduced, three cells to one, until one is left.
// This is Jack van Rijswijck's reduction ("Search and evaluation in Hex", 2002).
// With every cell held it names the winner. With chances for cells it is a guess.
import { type Cell, EMPTY, type Filling, NEUTRAL } from '../stone-game.ts';
import { type CellEvaluation, type CellState, TEMPO } from './cell-evaluation.ts';

/** How likely a cell is to end as the mover's. */
const CHANCE: Readonly<Record<CellState, number>> = { own: 1, empty: 0.5, neutral: 0.5, enemy: 0 };
/** A chance is never smaller than this, nor larger than 1 less it. */
const LEAST = 0.005;

const within = (chance: number): number => Math.min(1 - LEAST, Math.max(LEAST, chance));
/** The best stone on the board is worth the difference between being on move and having moved. */
const STONE_WORTH = 2 * TEMPO;

/** The cell of a row and place, rows being of 1, 2, 3 … cells. */
const at = (row: number, place: number): number => (row * (row + 1)) / 2 + place;

/** The chance of at least two of three. */
const majority = (a: number, b: number, c: number): number => a * b + b * c + c * a - 2 * a * b * c;

/** Every board of the reduction, the first one whole. */
function reductions(chances: Float64Array, rows: number): Float64Array[] {
  const boards = [chances];
  let before = chances;
  for (let left = rows - 1; left > 0; left--) {
    const reduced = new Float64Array(at(left, 0));
    for (let row = 0, cell = 0; row < left; row++) {
      for (let place = 0; place <= row; place++, cell++) {
        const below = at(row + 1, place);
        reduced[cell] = majority(before[cell] ?? 0, before[below] ?? 0, before[below + 1] ?? 0);
      }
    }
    boards.push(reduced);
    before = reduced;
  }
  return boards;
}

/** How much the last cell changes with each cell of the whole board: the chain rule, from the last board back. */
function slopesOf(boards: readonly Float64Array[]): Float64Array {
  let slopes = Float64Array.of(1);
  for (const [i, larger] of [...boards.slice(0, -1).entries()].reverse()) {
    const before = new Float64Array(larger.length);
    const rows = boards.length - i - 1;
    for (let row = 0, cell = 0; row < rows; row++) {
      for (let place = 0; place <= row; place++, cell++) {
        const below = at(row + 1, place);
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

/** Evaluates for the side to move, whose stones these are. `rows`: the number of rows. */
export function evaluateTriangle(filling: Filling, rows: number, stone: number): CellEvaluation {
  const chanceAt = (cell: Cell): number => {
    const held = filling[cell];
    return CHANCE[held === EMPTY ? 'empty' : held === NEUTRAL ? 'neutral' : held === stone ? 'own' : 'enemy'];
  };
  const boards = reductions(
    Float64Array.from({ length: at(rows, 0) }, (_, cell) => chanceAt(cell)),
    rows,
  );
  const slopes = slopesOf(boards);
  const chance = within(boards.at(-1)?.[0] ?? CHANCE.empty);
  // The larger the board, the more a stone seems to change: what counts is how many stones that is ahead.
  const most = Math.max(...slopes.map((slope, cell) => slope * Math.abs(CHANCE.own - chanceAt(cell))), LEAST);
  return {
    evaluation: (Math.log(chance / (1 - chance)) * chance * (1 - chance) * STONE_WORTH) / most,
    gain: (cell, becomes) => ((slopes[cell] ?? 0) * (CHANCE[becomes] - chanceAt(cell)) * STONE_WORTH) / most,
    chance: () => null,
  };
}
