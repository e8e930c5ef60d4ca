// Y as a stone game: a chain that touches all three sides of a triangle of hexagons wins.
import type { Size } from '../options.ts';
import { STONE, type StoneBoard, type StoneGame } from '../stones/stone-game.ts';
import { boardsBySize } from '../stones/boards/by-size.ts';
import { connectionBoard } from '../stones/boards/connection-board.ts';
import { blackAndWhite } from '../stones/sides.ts';
import { BOTTOM, drawTriangle, LEFT, RIGHT, triangle, triangleOf } from '../stones/boards/triangle.ts';

const BOTH = STONE[0] | STONE[1];
/** What LEFT, RIGHT and BOTTOM count as. */
const EDGES = [BOTH, BOTH, BOTH];
const ALL_SIDES = (1 << LEFT) | (1 << RIGHT) | (1 << BOTTOM);
const GOALS = [[], [ALL_SIDES], [ALL_SIDES]];

/** On larger boards random games tell more than the reduction (docs/decisions/009). */
const REDUCED = 13;

function makeBoard({ rows: size }: Size): StoneBoard {
  const drawing = drawTriangle(size);
  const board = connectionBoard(
    { ...triangle(size), fewest: size, captures: null, drawing: () => drawing },
    { degree: 6, goals: GOALS, edges: EDGES },
  );
  return { ...board, goal: size <= REDUCED ? { kind: 'triangle' } : null };
}

export const yStones: StoneGame = {
  name: 'y',
  title: 'Y',
  sides: blackAndWhite({ black: 'aim-three-sides', white: 'aim-three-sides' }),
  least: 2,
  most: 19,
  rectangular: false,
  size: '17',
  board: boardsBySize(makeBoard),
  sizeOf: triangleOf,
  reason: 'connection',
  stuck: 'draw',
  full: 'no-move',
};
