// The boards of Hexafive: any hexagon, Boku's own board of 80 cells, and the options that choose.
// Defines the names of cells, the rows, and a grid with an edge all around. Boku has one option of its own, the captures.
import type { GivenOptions, OptionSpec, Setup } from '../game.ts';
import { must } from '../kit/assert.ts';
import { lookUp } from '../kit/look-up.ts';
import { KIT_REFUSALS, type Refusal, createRefuse } from '../kit/refusal.ts';
import { memoize } from '../kit/remember.ts';
import { type Result, no, ok } from '../kit/result.ts';
import { parseOptions } from '../options.ts';
import { type Cell, EMPTY, STONE } from '../stones/stone-game.ts';

/** A row of the board: its letter, and the numbers of its first and last cell. */
export interface Row {
  readonly letter: string;
  readonly first: number;
  readonly last: number;
}

/** The index of a cell in a grid. A step to a neighbour in one direction is always the same number. Slots off the board hold EDGE. */
export type Slot = number;

/** The content of every slot: EMPTY, a bit of STONE, or EDGE. */
export type Grid = Uint8Array;

const EDGE = 4;
/** A slot that no cell has, for "no cell". */
export const NO_SLOT: Slot = 0;
/** Lines run along the row, along the number, and along the other diagonal. */
export const AXES = 3;

/** The stone of the other side. */
export const enemyStone = (stone: number): number => STONE[0] + STONE[1] - stone;

export interface HexafiveBoard {
  readonly radius: number;
  readonly rows: readonly Row[];
  /** In reading order: 'A1', 'A2', … */
  readonly names: readonly string[];
  /** A name in capitals → its cell; undefined: off the board. */
  readonly find: (name: string) => Cell | undefined;
  /** Cell → slot, and back. */
  readonly slots: Int16Array;
  readonly cells: Int16Array;
  /** From a slot to its six neighbours: along the AXES, then backwards. */
  readonly steps: readonly number[];
  /** Makes a new grid of stones given as the letters `.OX`. */
  readonly fill: (cells: string) => Grid;
}

/** The letters of the sides. White moves first and has O. */
export const LETTERS = ['O', 'X'] as const;

/** By character code. */
const CONTENTS = new Uint8Array(128);
LETTERS.forEach((letter, side) => (CONTENTS[letter.charCodeAt(0)] = STONE[side] ?? EMPTY));

export const MIN_RADIUS = 3;
export const MAX_RADIUS = 13;
const BOKU_RADIUS = 6;

/** Row 0 is A. Boku's board is the hexagon of side 6 without the last cell of every row. */
const rowsOf = (radius: number, special: boolean): Row[] =>
  Array.from({ length: 2 * radius - 1 }, (_, row) => ({
    letter: String.fromCharCode('A'.charCodeAt(0) + row),
    first: Math.max(1, row - radius + 2),
    last: Math.min(2 * radius - 1, row + radius) - (special ? 1 : 0),
  }));

function makeBoard(radius: number, special: boolean): HexafiveBoard {
  const rows = rowsOf(radius, special);
  // Slot 0 of every line is off the board and serves the end of the line before as well.
  const width = 2 * radius;
  const area = (rows.length + 2) * width + 1;
  const numbersOf = ({ first, last }: Row): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const names = rows.flatMap(row => numbersOf(row).map(number => row.letter + String(number)));
  const slots = Int16Array.from(rows.flatMap((row, r) => numbersOf(row).map(number => (r + 1) * width + number)));
  const cells = new Int16Array(area);
  slots.forEach((slot, cell) => (cells[slot] = cell));
  const index = new Map(names.map((name, cell) => [name, cell]));
  const ahead = [1, width, width + 1];
  return {
    radius,
    rows,
    names,
    find: name => index.get(name),
    slots,
    cells,
    steps: [...ahead, ...ahead.map(step => -step)],
    fill: letters => {
      const grid = new Uint8Array(area).fill(EDGE);
      for (let cell = 0; cell < slots.length; cell++) {
        grid[slots[cell] ?? NO_SLOT] = CONTENTS[letters.charCodeAt(cell)] ?? EMPTY;
      }
      return grid;
    },
  };
}

/** The boards are cached, since every move needs one. Boku's board differs from the other one of its radius. */
const plainBoard = memoize((radius: string) => makeBoard(Number(radius), false));
const bokuBoard = memoize((radius: string) => makeBoard(Number(radius), true));

export function boardOf(setup: Setup): HexafiveBoard {
  const radius = must(setup['radius'], 'a setup names its radius');
  return setup['special'] === '1' ? bokuBoard(radius) : plainBoard(radius);
}

/** The slot of a cell, NOWHERE for none. */
export const slotOf = ({ slots }: HexafiveBoard, cell: Cell | null): Slot =>
  cell === null ? NO_SLOT : (slots[cell] ?? NO_SLOT);

/** The options of the board with rows of these lengths. null: there is no such board. */
export function shapeOf(lengths: readonly number[]): { readonly radius: string; readonly special: string } | null {
  const radius = (lengths.length + 1) / 2;
  if (!Number.isInteger(radius) || radius < MIN_RADIUS || radius > MAX_RADIUS) return null;
  for (const special of radius === BOKU_RADIUS ? [false, true] : [false]) {
    const rows = rowsOf(radius, special);
    if (rows.every(({ first, last }, i) => last - first + 1 === lengths[i])) {
      return { radius: String(radius), special: special ? '1' : '0' };
    }
  }
  return null;
}

export const UNLIMITED = 'unlimited';

export const options: readonly OptionSpec[] = [
  {
    kind: 'number',
    name: 'radius',
    least: MIN_RADIUS,
    most: MAX_RADIUS,
    word: null,
    default: '6',
    help: { code: 'option-radius', parts: {} },
  },
  {
    kind: 'number',
    name: 'pieces',
    least: 1,
    most: 9999,
    word: { from: 10_000, value: UNLIMITED },
    default: UNLIMITED,
    help: { code: 'option-pieces', parts: {} },
  },
  {
    kind: 'choice',
    name: 'special',
    choices: ['0', '1'],
    default: '0',
    help: { code: 'option-special', parts: {} },
  },
  {
    kind: 'choice',
    name: 'capture',
    choices: ['must', 'may'],
    default: 'must',
    help: { code: 'option-capture', parts: {} },
  },
];

/** The setup of -special=1. */
const BOKU: Setup = { radius: '6', pieces: '36', special: '1' };

/** Parses typed options into a setup. `-special` alone is -special=1, with which another radius or stock is refused. */
export function parseSetup(given: GivenOptions): Result<Setup, Refusal> {
  const complete = given.map(
    ([name, value]) => [name, value === true && name.toLowerCase() === 'special' ? '1' : value] as const,
  );
  const setup = parseOptions(options, complete);
  if (!setup.ok || setup.value['special'] !== '1') return setup;
  for (const [typed] of given) {
    const option = typed.toLowerCase();
    const fixed = lookUp(BOKU, option);
    if (fixed !== undefined && lookUp(setup.value, option) !== fixed)
      return no(refusal('option-fixed', { option, fixed }));
  }
  return ok({ ...setup.value, ...BOKU });
}

/** The codes, each with the parts of its sentence. */
export const HEXAFIVE_REFUSALS = {
  ...KIT_REFUSALS,
  'cell-banned': ['cell'], // the mover has just lost a stone there
  'capture-due': ['cell', 'moves'], // a lone stone that encloses a pair
  'captures-nothing': ['cell', 'taken'],
  'captures-other': ['cell', 'taken', 'moves'],
  'cells-too-many': ['text', 'example'],
  'option-fixed': ['option', 'fixed'], // beside -special=1
} as const;

export const refusal = createRefuse(HEXAFIVE_REFUSALS);
