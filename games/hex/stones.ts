// Hex as a stone game: Black joins top and bottom, White left and right, on a rhombus of hexagons.
import type { ColourSpec } from '../game.ts';
import type { Size } from '../kit/options.ts';
import type { StoneBoard, StoneGame } from '../kit/stones.ts';
import { must } from '../kit/assert.ts';
import { connection } from '../kit/connect.ts';
import { readSize } from '../kit/options.ts';
import { BOTTOM, drawRhombus, LEFT, rhombus, RIGHT, TOP } from '../kit/rhombus.ts';
import { NEUTRAL, STONE } from '../kit/stones.ts';

const BLACK: ColourSpec = {
  name: 'black',
  title: 'Black',
  letter: 'B',
  tone: 'black',
  aim: { code: 'aim-top-bottom', parts: { title: 'Black', letter: 'B' } },
};

const WHITE: ColourSpec = {
  name: 'white',
  title: 'White',
  letter: 'W',
  tone: 'white',
  aim: { code: 'aim-left-right', parts: { title: 'White', letter: 'W' } },
};

const TONES = { vertical: BLACK.tone, horizontal: WHITE.tone };
/** By character code. */
const BITS = new Uint8Array(128);
BITS['B'.charCodeAt(0)] = STONE[0];
BITS['W'.charCodeAt(0)] = STONE[1];
BITS['?'.charCodeAt(0)] = NEUTRAL;
/** What TOP, BOTTOM, LEFT and RIGHT count as, in this order. */
const EDGES = [STONE[0], STONE[0], STONE[1], STONE[1]];

const GOAL = [0, (1 << TOP) | (1 << BOTTOM), (1 << LEFT) | (1 << RIGHT)];

function makeBoard(size: Size): StoneBoard {
  const { names, rows, neighbours, ring } = rhombus(size);
  const { completes, connected } = connection({ cells: names.length, ring, goal: GOAL });
  const index = new Map(names.map((name, cell) => [name, cell]));
  const drawings = [drawRhombus(size, TONES, false), drawRhombus(size, TONES, true)] as const;
  return {
    names,
    rows,
    neighbours,
    find: name => index.get(name.toLowerCase()),
    fill: cells => {
      const filling = new Uint8Array(names.length + EDGES.length);
      for (let cell = 0; cell < names.length; cell++) filling[cell] = BITS[cells.charCodeAt(cell)] ?? 0;
      filling.set(EDGES, names.length);
      return filling;
    },
    fewest: Math.min(size.rows, size.columns),
    completes,
    wins: (filling, side) => connected(filling, STONE[side]),
    drawing: seat => drawings[seat === 1 ? 1 : 0],
  };
}

/** Boards made so far: there are 324 sizes at most, and a position asks for its board at every move. */
const boards = new Map<string, StoneBoard>();

function board(size: string): StoneBoard {
  const known = boards.get(size);
  if (known !== undefined) return known;
  const made = makeBoard(must(readSize(size), 'a setup holds a canonical size'));
  boards.set(size, made);
  return made;
}

export const hexStones: StoneGame = {
  name: 'hex',
  title: 'Hex',
  sides: [BLACK, WHITE],
  cellShape: /[a-z][1-9]\d?/,
  least: 2,
  most: 19,
  rectangular: true,
  size: '11',
  board,
  reason: 'connection',
};
