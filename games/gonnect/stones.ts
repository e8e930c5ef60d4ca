// Gonnect as a stone game: both colours want a chain that joins two opposite sides of a Go board, and stones are captured as in Go.
import type { Size } from '../kit/options.ts';
import type { StoneBoard, StoneGame } from '../kit/stones.ts';
import { boardsBySize, finder } from '../kit/boards.ts';
import { capturing } from '../kit/capture.ts';
import { connection } from '../kit/connect.ts';
import { squareOf } from '../kit/options.ts';
import { blackAndWhite } from '../kit/sides.ts';
import { BOTTOM, drawSquare, LEFT, RIGHT, square, TOP } from '../kit/square.ts';
import { filled, STONE } from '../kit/stones.ts';

const BOTH = STONE[0] | STONE[1];
/** What TOP, BOTTOM, LEFT and RIGHT count as. */
const EDGES = [BOTH, BOTH, BOTH, BOTH];
const OPPOSITE = [(1 << TOP) | (1 << BOTTOM), (1 << LEFT) | (1 << RIGHT)];
const GOALS = [[], OPPOSITE, OPPOSITE];

function makeBoard(size: Size): StoneBoard {
  const { names, rows, neighbours, ring } = square(size);
  const { completes, connected } = connection({ cells: names.length, degree: 4, ring, goals: GOALS });
  const drawing = drawSquare(size);
  return {
    names,
    rows,
    neighbours,
    find: finder(names),
    fill: cells => filled(cells, EDGES),
    fewest: Math.min(size.rows, size.columns),
    completes,
    wins: (filling, side) => connected(filling, STONE[side]),
    captures: capturing(neighbours),
    drawing: () => drawing,
  };
}

export const gonnectStones: StoneGame = {
  name: 'gonnect',
  title: 'Gonnect',
  sides: blackAndWhite({ black: 'aim-opposite-sides', white: 'aim-opposite-sides' }),
  cellShape: /[a-z][1-9]\d?/,
  least: 3,
  most: 19,
  rectangular: false,
  size: '13',
  board: boardsBySize(makeBoard),
  sizeOf: squareOf,
  reason: 'connection',
  stuck: 'loss',
  full: 'no-move',
};
