// Y as a stone game: both colours want one chain that touches all three sides of a triangle of hexagons.
import type { Size } from '../kit/options.ts';
import type { StoneBoard, StoneGame } from '../kit/stones.ts';
import { boardsBySize, finder } from '../kit/boards.ts';
import { connection } from '../kit/connect.ts';
import { blackAndWhite } from '../kit/sides.ts';
import { filled, STONE } from '../kit/stones.ts';
import { BOTTOM, drawTriangle, LEFT, RIGHT, triangle, triangleOf } from '../kit/triangle.ts';

const BOTH = STONE[0] | STONE[1];
/** What LEFT, RIGHT and BOTTOM count as. */
const EDGES = [BOTH, BOTH, BOTH];
const ALL_SIDES = (1 << LEFT) | (1 << RIGHT) | (1 << BOTTOM);
const GOALS = [[], [ALL_SIDES], [ALL_SIDES]];

function makeBoard({ rows: size }: Size): StoneBoard {
  const { names, rows, neighbours, ring } = triangle(size);
  const { completes, connected } = connection({ cells: names.length, degree: 6, ring, goals: GOALS });
  const drawing = drawTriangle(size);
  return {
    names,
    rows,
    neighbours,
    find: finder(names),
    fill: cells => filled(cells, EDGES),
    fewest: size,
    completes,
    wins: (filling, side) => connected(filling, STONE[side]),
    captures: null,
    drawing: () => drawing,
  };
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
