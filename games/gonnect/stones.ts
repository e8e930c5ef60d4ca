// Gonnect as a stone game: a chain between two opposite sides of a Go board wins.
// Both colours have this goal, and stones are captured as in Go.
import { type Size, squareOf } from '../options.ts';
import { STONE, type StoneBoard, type StoneGame } from '../stones/stone-game.ts';
import { BOTTOM, LEFT, RIGHT, TOP, boardsBySize, createSquare, drawSquare } from '../stones/boards/grid.ts';
import { createBlackAndWhite, createCaptures } from '../stones/legality.ts';
import { createConnectionBoard } from '../stones/boards/connection.ts';

const BOTH_COLOURS = STONE[0] | STONE[1];
/** The stones that the edges TOP, BOTTOM, LEFT and RIGHT count as. */
const EDGES = [BOTH_COLOURS, BOTH_COLOURS, BOTH_COLOURS, BOTH_COLOURS];
const OPPOSITE = [(1 << TOP) | (1 << BOTTOM), (1 << LEFT) | (1 << RIGHT)];
const GOALS = [[], OPPOSITE, OPPOSITE];

function makeBoard(size: Size): StoneBoard {
  const board = createSquare(size);
  const drawing = drawSquare(size);
  return createConnectionBoard(
    {
      ...board,
      minWinStones: Math.min(size.rows, size.columns),
      findCaptures: createCaptures(board.neighbours),
      draw: () => drawing,
    },
    { degree: 4, goals: GOALS, edges: EDGES },
  );
}

export const gonnectStones: StoneGame = {
  name: 'gonnect',
  title: 'Gonnect',
  sides: createBlackAndWhite({ black: 'aim-opposite-sides', white: 'aim-opposite-sides' }),
  least: 3,
  most: 19,
  rectangular: false,
  size: '13',
  boardOfSize: boardsBySize(makeBoard),
  sizeOf: squareOf,
  winReason: 'connection',
  noMoveResult: 'loss',
  fullReason: 'no-move',
};
