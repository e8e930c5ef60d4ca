// Y as a stone game: both colours want one chain that touches all three sides of a triangle of hexagons.
import type { Size } from '../kit/options.ts';
import type { StoneBoard, StoneGame } from '../kit/stones.ts';
import { boardsBySize } from '../kit/boards.ts';
import { connecting } from '../kit/connecting.ts';
import { blackAndWhite } from '../kit/sides.ts';
import { STONE } from '../kit/stones.ts';
import { BOTTOM, drawTriangle, LEFT, RIGHT, triangle, triangleOf } from '../kit/triangle.ts';

const BOTH = STONE[0] | STONE[1];
/** What LEFT, RIGHT and BOTTOM count as. */
const EDGES = [BOTH, BOTH, BOTH];
const ALL_SIDES = (1 << LEFT) | (1 << RIGHT) | (1 << BOTTOM);
const GOALS = [[], [ALL_SIDES], [ALL_SIDES]];

function makeBoard({ rows: size }: Size): StoneBoard {
  const drawing = drawTriangle(size);
  return connecting(
    { ...triangle(size), fewest: size, captures: null, drawing: () => drawing },
    { degree: 6, goals: GOALS, edges: EDGES },
  );
}

export const yStones: StoneGame = {
  name: 'y',
  title: 'Y',
  sides: blackAndWhite({ black: 'aim-three-sides', white: 'aim-three-sides' }),
  cellShape: /[a-z][1-9]\d?/,
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
