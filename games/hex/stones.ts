// Hex as a stone game: Black joins top and bottom, White left and right, on a rhombus of hexagons.
import { type Size, rectangleOf } from '../options.ts';
import { STONE, type StoneBoard, type StoneGame } from '../stones/stone-game.ts';
import { BOTTOM, LEFT, RIGHT, TOP, boardsBySize } from '../stones/boards/grid.ts';
import { createConnectionBoard } from '../stones/boards/connection.ts';
import { createRhombus, drawRhombus } from '../stones/boards/rhombus.ts';
import { createBlackAndWhite } from '../stones/legality.ts';

const TONES = { vertical: 'black', horizontal: 'white' } as const;
/** The stones that the edges TOP, BOTTOM, LEFT and RIGHT count as. */
const EDGES = [STONE[0], STONE[0], STONE[1], STONE[1]];
const GOALS = [[], [(1 << TOP) | (1 << BOTTOM)], [(1 << LEFT) | (1 << RIGHT)]];

function makeBoard(size: Size): StoneBoard {
  const drawings = [drawRhombus(size, TONES, false), drawRhombus(size, TONES, true)] as const;
  const minWinStones = Math.min(size.rows, size.columns);
  return createConnectionBoard(
    { ...createRhombus(size), minWinStones, findCaptures: null, draw: seat => drawings[seat === 1 ? 1 : 0] },
    { degree: 6, goals: GOALS, edges: EDGES },
  );
}

export const hexStones: StoneGame = {
  name: 'hex',
  title: 'Hex',
  sides: createBlackAndWhite({ black: 'aim-top-bottom', white: 'aim-left-right' }),
  least: 2,
  most: 19,
  rectangular: true,
  size: '11',
  boardOfSize: boardsBySize(makeBoard),
  sizeOf: rectangleOf,
  winReason: 'connection',
  noMoveResult: 'draw',
  fullReason: 'no-move',
};
