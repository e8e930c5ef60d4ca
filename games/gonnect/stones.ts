// Gonnect as a stone game: a chain between two opposite sides of a Go board wins.
// Both colours have this goal, and stones are captured as in Go.
import { type Size, squareOf } from '../options.ts';
import { STONE, type StoneBoard, type StoneGame } from '../stones/stone-game.ts';
import { boardsBySize } from '../stones/boards/by-size.ts';
import { capturesOn } from '../stones/captures.ts';
import { connectionBoard } from '../stones/boards/connection-board.ts';
import { BOTTOM, LEFT, RIGHT, TOP } from '../stones/boards/grid.ts';
import { blackAndWhite } from '../stones/sides.ts';
import { drawSquare, square } from '../stones/boards/square.ts';

const BOTH = STONE[0] | STONE[1];
/** What TOP, BOTTOM, LEFT and RIGHT count as. */
const EDGES = [BOTH, BOTH, BOTH, BOTH];
const OPPOSITE = [(1 << TOP) | (1 << BOTTOM), (1 << LEFT) | (1 << RIGHT)];
const GOALS = [[], OPPOSITE, OPPOSITE];

function makeBoard(size: Size): StoneBoard {
  const board = square(size);
  const drawing = drawSquare(size);
  return connectionBoard(
    {
      ...board,
      fewest: Math.min(size.rows, size.columns),
      captures: capturesOn(board.neighbours),
      drawing: () => drawing,
    },
    { degree: 4, goals: GOALS, edges: EDGES },
  );
}

export const gonnectStones: StoneGame = {
  name: 'gonnect',
  title: 'Gonnect',
  sides: blackAndWhite({ black: 'aim-opposite-sides', white: 'aim-opposite-sides' }),
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
