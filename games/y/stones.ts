// Y as a stone game: a chain that touches all three sides of a triangle of hexagons wins.
import type { Size } from '../options.ts';
import { STONE, type StoneBoard, type StoneGame } from '../stones/stone-game.ts';
import { boardsBySize } from '../stones/boards/grid.ts';
import { createConnectionBoard } from '../stones/boards/connection.ts';
import { createBlackAndWhite } from '../stones/legality.ts';
import { BOTTOM, drawTriangle, LEFT, RIGHT, createTriangle, triangleOf } from '../stones/boards/hexagons.ts';

const BOTH_COLOURS = STONE[0] | STONE[1];
/** The stones that the edges LEFT, RIGHT and BOTTOM count as. */
const EDGES = [BOTH_COLOURS, BOTH_COLOURS, BOTH_COLOURS];
const ALL_SIDES = (1 << LEFT) | (1 << RIGHT) | (1 << BOTTOM);
const GOALS = [[], [ALL_SIDES], [ALL_SIDES]];

/** The largest size evaluated by the reduction. On larger boards playouts are better (docs/decisions/009). */
const MAX_REDUCED_SIZE = 13;

function makeBoard({ rows: size }: Size): StoneBoard {
  const drawing = drawTriangle(size);
  const board = createConnectionBoard(
    { ...createTriangle(size), minWinStones: size, findCaptures: null, draw: () => drawing },
    { degree: 6, goals: GOALS, edges: EDGES },
  );
  return { ...board, goal: size <= MAX_REDUCED_SIZE ? { kind: 'triangle' } : null };
}

export const yStones: StoneGame = {
  name: 'y',
  title: 'Y',
  sides: createBlackAndWhite({ black: 'aim-three-sides', white: 'aim-three-sides' }),
  least: 2,
  most: 19,
  rectangular: false,
  size: '17',
  boardOfSize: boardsBySize(makeBoard),
  sizeOf: triangleOf,
  winReason: 'connection',
  noMoveResult: 'draw',
  fullReason: 'no-move',
};
