// Parses cell names, and formats a stone game's position as one line (`..?/..B/... W`).
import type { GivenOptions, GtpNotation, OptionSpec, Setup } from '../game.ts';
import { must } from '../kit/assert.ts';
import { KIT_REFUSALS, type Phrase, type Refusal, createRefuse, shorten } from '../kit/refusal.ts';
import { memoize } from '../kit/remember.ts';
import { type Result, no, ok } from '../kit/result.ts';
import { parseOptions } from '../options.ts';
import {
  type Cell,
  EMPTY_LETTER,
  NEUTRAL_LETTER,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
  boardOf,
} from './stone-game.ts';

/** The codes, each with the parts of its sentence. */
export const STONE_REFUSALS = {
  ...KIT_REFUSALS,
  'move-other-colour': ['text', 'colour'], // nexC's notation names the colour, and that colour is not to move
  'no-column-i': ['cell'], // on a Go board
  'no-liberty': ['cells', 'colour'], // the move would leave the mover a chain without liberties
  'arrangement-repeats': ['cells'], // superko
} as const;

export const refusal = createRefuse(STONE_REFUSALS);

/** How GTP programs write the games with black and white stones. */
const A = 'a'.charCodeAt(0);
const CELL = /^([a-z])([1-9]\d?)$/;

const common: Pick<GtpNotation, 'chooseGame' | 'nameColour' | 'mirrored'> = {
  chooseGame: () => null,
  nameColour: colour => [colour, colour.charAt(0)],
  mirrored: null,
};

/** Cells have the names of our boards: in Gonnect and Gomoku those of Go, without a column i. */
export const OWN_CELLS: GtpNotation = {
  ...common,
  writeMove: text => text,
  readMove: text => (CELL.test(text) ? text : null),
};

/** Exchanges the letter and the number: our `b3` (second row, third cell) is `c2`, and the other way round. */
const exchange = (text: string): string | null => {
  const [, letter = '', digits = ''] = CELL.exec(text) ?? [];
  const number = Number(digits);
  if (number < 1 || number > 26) return null;
  return `${String.fromCharCode(A + number - 1)}${letter.charCodeAt(0) - A + 1}`;
};

/** Cells have the letter of their column and the number of their row, as in Hex programs. */
export const COLUMN_FIRST: GtpNotation = {
  ...common,
  writeMove: text => exchange(text) ?? text,
  readMove: exchange,
  mirrored: { ...OWN_CELLS, nameColour: colour => common.nameColour(colour === 'black' ? 'white' : 'black') },
};

/** A move as typed: its cells in their order, and the colour's letter of nexC's notation. */
export interface ShapedMove {
  readonly names: readonly string[];
  /** The letter before the stones, in lower case. null: the move is not in nexC's notation. */
  readonly letter: string | null;
}

/** The pattern of nexC's notation in lower case without blanks, for these letters of colours: `bb3?a3`, `wa1wa3?b2`, `bc3`. */
const programPattern = memoize((letters: string): RegExp => {
  const cell = '([a-z][1-9]\\d?)';
  return new RegExp(`^([${letters}])${cell}(?:(?:\\1${cell})?\\?${cell})?$`);
});

/** The maximal length of a move, with a blank between any two characters. */
const MAX_PROGRAM_LENGTH = 23;

/** Parses a clean text in nexC's notation. null: it is no such text. */
export function parseProgramMove(game: StoneGame, tidy: string): ShapedMove | null {
  if (tidy.length > MAX_PROGRAM_LENGTH) return null;
  const letters = game.sides.map(side => side.letter.toLowerCase()).join('');
  const groups: readonly (string | undefined)[] = programPattern(letters).exec(tidy.replace(/ /g, '')) ?? [];
  const [, letter, ...cells] = groups;
  return letter === undefined ? null : { names: cells.filter(cell => cell !== undefined), letter };
}

/** Creates the option `size`, which every stone game has. */
export const createSizeOption = (game: StoneGame): OptionSpec => ({
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

/** Refuses a cell that is not on the board. Names the corners, or the row if rows differ in length. */
function refuseOffBoard(board: StoneBoard, cell: string): Refusal {
  const { rows, names } = board;
  if (rows.every(length => length === rows[0])) {
    return refusal('cell-off-board', { cell, first: nameOf(board, 0), last: nameOf(board, names.length - 1) });
  }
  const row = cell.slice(1);
  const inRow = names.filter(name => name.slice(1) === row);
  const [first, last] = [inRow[0], inRow.at(-1)];
  return first === undefined || last === undefined
    ? refusal('cell-off-board', { cell, first: formatRow(1), last: formatRow(rows.length) })
    : refusal('cell-off-row', { cell, row, first, last });
}

const formatRow = (row: number): Phrase => ({ code: 'row-numbered', parts: { row } });

/** Whether the name has the column i, which Go boards skip. */
const isSkipped = ({ names }: StoneBoard, name: string): boolean =>
  /^i/i.test(name) && names.some(each => each.startsWith('j')) && !names.some(each => each.startsWith('i'));

/** Finds the cells of these names, or refuses the first that is off the board or named twice. */
export function findCells(board: StoneBoard, names: readonly string[]): Result<readonly Cell[], Refusal> {
  const cells: Cell[] = [];
  for (const name of names) {
    const cell = board.find(name);
    if (cell === undefined) {
      if (isSkipped(board, name)) return no(refusal('no-column-i', { cell: name.toLowerCase() }));
      return no(refuseOffBoard(board, name.toLowerCase()));
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

const describeFormat = (game: StoneGame, letters: string): string =>
  `${game.least} to ${game.most} rows of the letters ${letters} joined by /, a blank, and the side to move ` +
  `(${game.sides.map(side => side.letter).join(' or ')})`;

/** Parses the text of encodeStones. The size comes from the text, the other options from the setup. A winner is not determined yet. */
export function decodeStones(
  game: StoneGame,
  setup: Setup,
  input: { readonly text: string; readonly neutrals: boolean },
): Result<StonePosition, Refusal> {
  const colours = game.sides.map(side => side.letter).join('');
  const letters = `${EMPTY_LETTER}${colours}${input.neutrals ? NEUTRAL_LETTER : ''}`;
  const match = new RegExp(`^([${letters}/]+)\\s+([${colours}])$`).exec(input.text.trim());
  const rows = match?.[1]?.split('/') ?? [''];
  const given: GivenOptions = [
    ...Object.entries(setup).filter(([name]) => name !== 'size'),
    ['size', game.sizeOf(rows.map(row => row.length)) ?? ''],
  ];
  const options = parseOptions([createSizeOption(game), ...listOtherOptions(setup)], given);
  if (match === null || !options.ok) {
    return no(refusal('position-unreadable', { text: shorten(input.text), expected: describeFormat(game, letters) }));
  }
  const turn: StoneSide = match[2] === game.sides[0].letter ? 0 : 1;
  const cells = rows.join('');
  const captures = game.boardOfSize(must(options.value['size'], 'a setup names its size')).findCaptures;
  return ok({ setup: options.value, cells, turn, last: [], seen: captures === null ? [] : [cells], end: null });
}

/** These options are never shown, so they have no help text. */
const NO_HELP: Phrase = { code: '', parts: {} };

/** The other options of a setup. Their values are canonical already. */
const listOtherOptions = (setup: Setup): OptionSpec[] =>
  Object.entries(setup)
    .filter(([name]) => name !== 'size')
    .map(([name, value]) => ({ kind: 'choice', name, choices: [value], default: value, help: NO_HELP }));
