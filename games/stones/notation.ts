// Parses cell names, and formats a stone game's position as one line (`..?/..B/... W`).
import type { GivenOptions, OptionSpec, Setup } from '../game.ts';
import { echo, type Phrase, type Refusal } from '../kit/refusal.ts';
import { no, ok, type Result } from '../kit/result.ts';
import {
  boardOf,
  type Cell,
  EMPTY_LETTER,
  NEUTRAL_LETTER,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from './stone-game.ts';
import { must } from '../kit/assert.ts';
import { readOptions } from '../options.ts';
import { memoize } from '../kit/remember.ts';
import { refusal } from './refusals.ts';

/** A move as written: its cells in the order typed, and what nexC's form says besides. */
export interface ShapedMove {
  readonly names: readonly string[];
  /** The letter before the stones, small; null in our own form. */
  readonly letter: string | null;
}

/** nexC's form, small and without blanks, of a game whose colours have these letters: `bb3?a3`, `wa1wa3?b2`, a lone `bc3`. */
const programForm = memoize((letters: string): RegExp => {
  const cell = '([a-z][1-9]\\d?)';
  return new RegExp(`^([${letters}])${cell}(?:(?:\\1${cell})?\\?${cell})?$`);
});

/** With a blank between any two of its characters. */
const LONGEST_PROGRAM_FORM = 23;

/** The cells of a tidy text in nexC's form, which names the colour before them; null: it is no such text. */
export function readProgramForm(game: StoneGame, tidy: string): ShapedMove | null {
  if (tidy.length > LONGEST_PROGRAM_FORM) return null;
  const letters = game.sides.map(side => side.letter.toLowerCase()).join('');
  const groups: readonly (string | undefined)[] = programForm(letters).exec(tidy.replace(/ /g, '')) ?? [];
  const [, letter, ...cells] = groups;
  return letter === undefined ? null : { names: cells.filter(cell => cell !== undefined), letter };
}

/** The option every stone game has. */
export const sizeOption = (game: StoneGame): OptionSpec => ({
  kind: 'size',
  name: 'size',
  least: game.least,
  most: game.most,
  rectangular: game.rectangular,
  default: game.size,
  help: {
    code: game.rectangular ? 'option-size-rectangular' : 'option-size',
    parts: { least: game.least, most: game.most },
  },
});

export const nameOf = (board: StoneBoard, cell: Cell): string => must(board.names[cell], 'a cell lies on its board');

/** Where rows differ in length the row is told, else the corners of the board. */
function offBoard(board: StoneBoard, cell: string): Refusal {
  const { rows, names } = board;
  if (rows.every(length => length === rows[0])) {
    return refusal('cell-off-board', { cell, first: nameOf(board, 0), last: nameOf(board, names.length - 1) });
  }
  const row = cell.slice(1);
  const inRow = names.filter(name => name.slice(1) === row);
  const [first, last] = [inRow[0], inRow.at(-1)];
  return first === undefined || last === undefined
    ? refusal('cell-off-board', { cell, first: rowNumbered(1), last: rowNumbered(rows.length) })
    : refusal('cell-off-row', { cell, row, first, last });
}

const rowNumbered = (row: number): Phrase => ({ code: 'row-numbered', parts: { row } });

/** Go boards leave the letter i out. */
const isSkipped = ({ names }: StoneBoard, name: string): boolean =>
  /^i/i.test(name) && names.some(each => each.startsWith('j')) && !names.some(each => each.startsWith('i'));

/** Names → cells, or the first that is off the board or named twice. */
export function findCells(board: StoneBoard, names: readonly string[]): Result<readonly Cell[], Refusal> {
  const cells: Cell[] = [];
  for (const name of names) {
    const cell = board.find(name);
    if (cell === undefined) {
      if (isSkipped(board, name)) return no(refusal('no-column-i', { cell: name.toLowerCase() }));
      return no(offBoard(board, name.toLowerCase()));
    }
    if (cells.includes(cell)) return no(refusal('cell-twice', { cell: name.toLowerCase() }));
    cells.push(cell);
  }
  return ok(cells);
}

export function encodeStones(game: StoneGame, position: StonePosition): string {
  const rows: string[] = [];
  let from = 0;
  for (const length of boardOf(game, position).rows) {
    rows.push(position.cells.slice(from, from + length));
    from += length;
  }
  return `${rows.join('/')} ${game.sides[position.turn].letter}`;
}

const expected = (game: StoneGame, letters: string): string =>
  `${game.least} to ${game.most} rows of the letters ${letters} joined by /, a blank, and the side to move ` +
  `(${game.sides.map(side => side.letter).join(' or ')})`;

/** Reads what encodeStones wrote. The size comes from the text, every other option from the setup. The position has no winner yet. */
export function decodeStones(
  game: StoneGame,
  setup: Setup,
  read: { readonly text: string; readonly neutrals: boolean },
): Result<StonePosition, Refusal> {
  const colours = game.sides.map(side => side.letter).join('');
  const letters = `${EMPTY_LETTER}${colours}${read.neutrals ? NEUTRAL_LETTER : ''}`;
  const match = new RegExp(`^([${letters}/]+)\\s+([${colours}])$`).exec(read.text.trim());
  const rows = match?.[1]?.split('/') ?? [''];
  const given: GivenOptions = [
    ...Object.entries(setup).filter(([name]) => name !== 'size'),
    ['size', game.sizeOf(rows.map(row => row.length)) ?? ''],
  ];
  const known = readOptions([sizeOption(game), ...othersIn(setup)], given);
  if (match === null || !known.ok) {
    return no(refusal('position-unreadable', { text: echo(read.text), expected: expected(game, letters) }));
  }
  const turn: StoneSide = match[2] === game.sides[0].letter ? 0 : 1;
  const cells = rows.join('');
  const captures = game.board(must(known.value['size'], 'a setup names its size')).captures;
  return ok({ setup: known.value, cells, turn, last: [], seen: captures === null ? [] : [cells], end: null });
}

/** No help text: these options are never shown. */
const NO_HELP: Phrase = { code: '', parts: {} };

/** The other values of the setup are canonical already. */
const othersIn = (setup: Setup): OptionSpec[] =>
  Object.entries(setup)
    .filter(([name]) => name !== 'size')
    .map(([name, value]) => ({ kind: 'choice', name, choices: [value], default: value, help: NO_HELP }));
