// Gomoku as a stone game: five or more stones in a row, column or diagonal win.
import { type Size, squareOf } from '../options.ts';
import { type Cell, type Filling, fillingOf, STONE, type StoneBoard, type StoneGame } from '../stones/stone-game.ts';
import { boardsBySize, finder } from '../stones/boards/by-size.ts';
import { blackAndWhite } from '../stones/sides.ts';
import { drawSquare, square } from '../stones/boards/square.ts';

const ROW = 5;
/** Along a row, a column, and both diagonals; each looked along in both directions. */
const AXES = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

/** Every five cells in a row. */
function linesOf({ rows, columns }: Size): Cell[][] {
  const isOnBoard = (row: number, column: number): boolean => row >= 0 && row < rows && column >= 0 && column < columns;
  const cells = Array.from(
    { length: rows * columns },
    (_, cell) => [Math.floor(cell / columns), cell % columns] as const,
  );
  return AXES.flatMap(([down, right]) =>
    cells
      .filter(([row, column]) => isOnBoard(row + (ROW - 1) * down, column + (ROW - 1) * right))
      .map(([row, column]) => Array.from({ length: ROW }, (_, i) => (row + i * down) * columns + column + i * right)),
  );
}

function makeBoard(size: Size): StoneBoard {
  const { names, rows, neighbours } = square(size);
  const drawing = drawSquare(size);

  /** Stones like the one on this cell, from it on in one direction. */
  const run = (filling: Filling, cell: Cell, down: number, right: number): number => {
    let row = Math.floor(cell / size.columns) + down;
    let column = (cell % size.columns) + right;
    let length = 0;
    while (row >= 0 && row < size.rows && column >= 0 && column < size.columns) {
      if (filling[row * size.columns + column] !== filling[cell]) break;
      length += 1;
      row += down;
      column += right;
    }
    return length;
  };
  const completes = (filling: Filling, cell: Cell): boolean =>
    AXES.some(([down, right]) => run(filling, cell, down, right) + run(filling, cell, -down, -right) + 1 >= ROW);

  return {
    names,
    rows,
    neighbours,
    find: finder(names),
    fill: cells => fillingOf(cells, []),
    fewest: ROW,
    completes,
    wins: (filling, side) => names.some((_, cell) => filling[cell] === STONE[side] && completes(filling, cell)),
    decisive: (filling, side) =>
      Array.from(names.keys()).filter(cell => filling[cell] === STONE[side] && completes(filling, cell)),
    goal: { kind: 'lines', lines: linesOf(size) },
    captures: null,
    drawing: () => drawing,
  };
}

export const gomokuStones: StoneGame = {
  name: 'gomoku',
  title: 'Gomoku',
  sides: blackAndWhite({ black: 'aim-five', white: 'aim-five' }),
  least: 5,
  most: 19,
  rectangular: false,
  size: '15',
  board: boardsBySize(makeBoard),
  sizeOf: squareOf,
  reason: 'five',
  stuck: 'draw',
  full: 'full',
};
