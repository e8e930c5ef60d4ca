// Gomoku as a stone game: five or more stones in a line win. Its record in SGF.
import type { GameForFile, GameFromFile, SgfNode } from '../game.ts';
import { must } from '../kit/assert.ts';
import { type Result, ok } from '../kit/result.ts';
import { type Size, parseSize, squareOf } from '../options.ts';
import { formatFirstNode, formatProperty, formatResult, readLoss, readMoves, readSize, writeGameTree } from '../sgf.ts';
import { boardsBySize, createFinder, createSquare, drawSquare } from '../stones/boards/grid.ts';
import { createBlackAndWhite } from '../stones/legality.ts';
import {
  type Cell,
  type Filling,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  createFilling,
} from '../stones/stone-game.ts';

const WIN_LENGTH = 5;
/** The steps along a row, a column, and both diagonals. */
const AXES = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

/** Lists every five cells in a row. */
function listLines({ rows, columns }: Size): Cell[][] {
  const isOnBoard = (row: number, column: number): boolean => row >= 0 && row < rows && column >= 0 && column < columns;
  const cells = Array.from(
    { length: rows * columns },
    (_, cell) => [Math.floor(cell / columns), cell % columns] as const,
  );
  return AXES.flatMap(([down, right]) =>
    cells
      .filter(([row, column]) => isOnBoard(row + (WIN_LENGTH - 1) * down, column + (WIN_LENGTH - 1) * right))
      .map(([row, column]) =>
        Array.from({ length: WIN_LENGTH }, (_, i) => (row + i * down) * columns + column + i * right),
      ),
  );
}

function makeBoard(size: Size): StoneBoard {
  const { names, rows, neighbours } = createSquare(size);
  const drawing = drawSquare(size);

  /** Counts the stones of the cell's colour that follow it without a gap in one direction. */
  const runLength = (filling: Filling, cell: Cell, down: number, right: number): number => {
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
    AXES.some(
      ([down, right]) =>
        runLength(filling, cell, down, right) + runLength(filling, cell, -down, -right) + 1 >= WIN_LENGTH,
    );

  return {
    names,
    rows,
    neighbours,
    find: createFinder(names),
    fill: cells => createFilling(cells, []),
    minWinStones: WIN_LENGTH,
    completes,
    hasWon: (filling, side) => names.some((_, cell) => filling[cell] === STONE[side] && completes(filling, cell)),
    winningCells: (filling, side) =>
      Array.from(names.keys()).filter(cell => filling[cell] === STONE[side] && completes(filling, cell)),
    edgeNet: null,
    goal: { kind: 'lines', lines: listLines(size) },
    findCaptures: null,
    draw: () => drawing,
  };
}

export const gomokuStones: StoneGame = {
  name: 'gomoku',
  title: 'Gomoku',
  sides: createBlackAndWhite({ black: 'aim-five', white: 'aim-five' }),
  least: 5,
  most: 19,
  rectangular: false,
  size: '15',
  boardOfSize: boardsBySize(makeBoard),
  sizeOf: squareOf,
  winReason: 'five',
  noMoveResult: 'draw',
  fullReason: 'full',
};

const COLUMNS = 'abcdefghjklmnopqrst';
const letter = (index: number): string => String.fromCharCode('a'.charCodeAt(0) + index);

/** Writes the game as SGF (GM[4]), its points as on a board of Go. SGF has no swap for Gomoku, so a node named `swap` marks it. PB and PW name the players by their colours after the swap. */
export function writeGomokuSgf(game: GameForFile<StonePosition>): string {
  const { setup, moves, players, swappedAfter, outcome, date } = game;
  const { rows } = must(parseSize(setup['size'] ?? ''), 'a setup names the size');
  // Converts a cell name to an SGF point. Our names have no column i, and count rows from the bottom.
  const nodes = moves.map(({ colour, text }) =>
    formatProperty(
      colour === 'black' ? 'B' : 'W',
      letter(COLUMNS.indexOf(text.charAt(0))) + letter(rows - Number(text.slice(1))),
    ),
  );
  const result = outcome === null ? null : formatResult(outcome, ['B', 'W']);
  return writeGameTree([
    formatFirstNode({ gameNumber: 4, size: `${rows}`, players, date, result }),
    ...(swappedAfter === null ? nodes : nodes.toSpliced(swappedAfter, 0, formatProperty('N', 'swap'))),
  ]);
}

/** Reads such a file. A text that is no point stays as it is. */
export function readGomokuSgf(nodes: readonly SgfNode[]): Result<GameFromFile, string> {
  const read = readMoves(nodes, { B: 'black', W: 'white' });
  if (!read.ok) return read;
  const setup = readSize(nodes, false);
  const rows = Number(setup['size'] ?? gomokuStones.size);
  const moves = read.value.map(({ colour, text }) => {
    const [column = 0, row = 0] = Array.from(text, char => char.charCodeAt(0) - 'a'.charCodeAt(0));
    return { colour, text: /^[a-s]{2}$/.test(text) ? `${COLUMNS.charAt(column)}${rows - row}` : text };
  });
  const swap = nodes.findIndex(node => node.get('N') === 'swap');
  const swappedAfter = swap < 0 ? null : nodes.slice(0, swap).filter(node => node.has('B') || node.has('W')).length;
  const retired = readLoss(nodes, { B: 'black', W: 'white' });
  return ok({ setup, moves, swappedAfter, isMirrored: [false, false], retired });
}
