// Parses and formats moves of Hexafive: `F3`, or `C4,D4` with the stone taken.
import type { Setup } from '../game.ts';
import { must } from '../kit/assert.ts';
import { parseCells, tidyMoveText } from '../kit/move-text.ts';
import { type Phrase, type Refusal, shorten, formatOrList } from '../kit/refusal.ts';
import { type Result, no, ok } from '../kit/result.ts';
import { type Cell, EMPTY_LETTER } from '../stones/stone-game.ts';
import { type HexafiveBoard, LETTERS, MAX_RADIUS, MIN_RADIUS, boardOf, refusal, shapeOf } from './board.ts';
import { colours } from './picture.ts';
import { type Move, type Position, finishMove, isCaptureOptional, listChoices, moves } from './rules.ts';

// The text of a position has the rows, the side to move, then the forbidden cell and the stock in hand.

const SHAPE = /^([.OX/]+)\s+([OX])(?:\s+ban=([A-Y][1-9]\d?))?(?:\s+stock=(0|[1-9]\d{0,4}),(0|[1-9]\d{0,4}))?$/;

const EXPECTED =
  `the ${2 * MIN_RADIUS - 1} to ${2 * MAX_RADIUS - 1} rows of a hexagon in the letters .OX joined by /, a blank, the side to move (O or X), ` +
  'and where they apply the empty cell it may not use (ban=D9) and the stones in hand of White and Black (stock=12,14)';

export function encode({ setup, cells, turn, ban, stock }: Position): string {
  const { rows, names } = boardOf(setup);
  let from = 0;
  const lines = rows.map(({ first, last }) => cells.slice(from, (from += last - first + 1)));
  return [
    lines.join('/'),
    LETTERS[turn],
    ...(ban === null ? [] : [`ban=${must(names[ban], 'a cell lies on its board')}`]),
    ...(stock === null ? [] : [`stock=${stock.join(',')}`]),
  ].join(' ');
}

/** Creates a position from the groups of the regular expression. null: they are inconsistent. */
function createPosition(setup: Setup, found: readonly (string | undefined)[]): Position | null {
  const [, lines = '', turn, name, white, black] = found;
  const rows = lines.split('/');
  const shape = shapeOf(rows.map(row => row.length));
  if (shape === null) return null;
  const own = { ...setup, ...shape };
  const cells = rows.join('');
  const ban: Cell | null | undefined = name === undefined ? null : boardOf(own).find(name);
  if (ban === undefined || (ban !== null && cells.charAt(ban) !== EMPTY_LETTER)) return null;
  const stock = white === undefined ? null : ([Number(white), Number(black)] as const);
  return { setup: own, cells, turn: turn === LETTERS[0] ? 0 : 1, ban, stock, last: [], trail: [], end: null };
}

/** Parses the text of `encode`. The board and the stock come from the text, the rule of captures from the setup. */
export function decode(setup: Setup, text: string): Result<Position, Refusal> {
  const position = createPosition(setup, SHAPE.exec(text.trim()) ?? []);
  return position === null
    ? no(refusal('position-unreadable', { text: shorten(text), expected: EXPECTED }))
    : ok(finishMove(position));
}

/** A text with more cells is not parsed. */
const MAX_CELLS = 12;

/** `C4xD4`, `C4 takes D4`: no row has the letter x. */
const TAKES = / ?(?:[x\u00d7]|\b(?:takes|taking|captures|capturing|schl\u00e4gt|prend|captura|toma)\b) ?/;

/** Parses a text that holds only cells. null: it is no move. */
function parseNames(text: string): readonly string[] | null {
  const cells = parseCells(tidyMoveText(text).replace(TAKES, ','));
  return cells === null || cells.names.length > MAX_CELLS ? null : cells.names.map(name => name.toUpperCase());
}

export const looksLikeMove = (text: string): boolean => parseNames(text) !== null;

const nameOf = (board: HexafiveBoard, cell: Cell): string => must(board.names[cell], 'a cell lies on its board');

export function format({ setup }: Position, { cell, taken }: Move): string {
  const board = boardOf(setup);
  return taken === null ? nameOf(board, cell) : `${nameOf(board, cell)},${nameOf(board, taken)}`;
}

export function listContinuations(position: Position, [cell, ...more]: readonly string[]): readonly string[] {
  const board = boardOf(position.setup);
  if (position.end !== null || more.length > 0) return [];
  const names = (cells: readonly Cell[]): readonly string[] => cells.map(each => nameOf(board, each));
  if (cell === undefined) return [...new Set(names([...moves(position)].map(move => move.cell)))];
  const named = parseEmptyCell(position, cell);
  return named.ok ? names(listChoices(position, named.value)) : [];
}

export function describe(position: Position, { cell, taken }: Move): Phrase {
  const board = boardOf(position.setup);
  const stone = { code: 'one-stone', parts: { colour: colours[position.turn].name, cell: nameOf(board, cell) } };
  return taken === null ? stone : { code: 'move-capturing', parts: { move: stone, cells: nameOf(board, taken) } };
}

/** Makes examples: a stone without a capture, and one with a capture. */
export function listExamples(position: Position): Move[] {
  const all = [...moves(position)];
  const quiet = all.filter(({ taken }) => taken === null);
  const kinds = [quiet[quiet.length >> 1], all.find(({ taken }) => taken !== null)];
  return kinds.filter(move => move !== undefined);
}

/** Formats the first example, or the last one, which is the longest. */
const formatExample = (position: Position, kind: 0 | -1): string =>
  format(position, must(listExamples(position).at(kind), 'a game goes on while there is a move'));

function findCell(board: HexafiveBoard, name: string): Result<Cell, Refusal> {
  const cell = board.find(name);
  if (cell !== undefined) return ok(cell);
  const row = board.rows.find(({ letter }) => name.startsWith(letter));
  if (row === undefined) {
    const [first, last] = [nameOf(board, 0), nameOf(board, board.names.length - 1)];
    return no(refusal('cell-off-board', { cell: name, first, last }));
  }
  const { letter, first, last } = row;
  return no(refusal('cell-off-row', { cell: name, row: letter, first: `${letter}${first}`, last: `${letter}${last}` }));
}

/** Parses the cell of a stone, which must be empty and allowed. */
function parseEmptyCell({ setup, cells, ban }: Position, name: string): Result<Cell, Refusal> {
  const cell = findCell(boardOf(setup), name);
  if (!cell.ok) return cell;
  const holder = cells.charAt(cell.value);
  if (holder !== EMPTY_LETTER) {
    return no(refusal('cell-occupied', { cell: name, by: colours[holder === LETTERS[0] ? 0 : 1].name }));
  }
  return cell.value === ban ? no(refusal('cell-banned', { cell: name })) : cell;
}

/** 'C4,D4 or C4,D5' */
const formatChoices = (position: Position, cell: Cell, choices: readonly Cell[]): Phrase =>
  formatOrList(choices.map(taken => format(position, { cell, taken })));

function parseCapture(position: Position, cell: Cell, name: string): Result<Move, Refusal> {
  const board = boardOf(position.setup);
  const taken = findCell(board, name);
  if (!taken.ok) return taken;
  const own = nameOf(board, cell);
  if (taken.value === cell) return no(refusal('cell-twice', { cell: own }));
  const choices = listChoices(position, cell);
  if (choices.includes(taken.value)) return ok({ cell, taken: taken.value });
  return choices.length === 0
    ? no(refusal('captures-nothing', { cell: own, taken: name }))
    : no(refusal('captures-other', { cell: own, taken: name, moves: formatChoices(position, cell, choices) }));
}

function parseWithoutCapture(position: Position, cell: Cell): Result<Move, Refusal> {
  const choices = listChoices(position, cell);
  return choices.length === 0 || isCaptureOptional(position.setup)
    ? ok({ cell, taken: null })
    : no(
        refusal('capture-due', {
          cell: nameOf(boardOf(position.setup), cell),
          moves: formatChoices(position, cell, choices),
        }),
      );
}

export function parse(position: Position, text: string): Result<Move, Refusal> {
  if (position.end !== null) return no(refusal('over', {}));
  const names = parseNames(text);
  if (names === null)
    return no(refusal('move-unreadable', { text: shorten(text), example: formatExample(position, 0) }));
  const [first = '', second, ...more] = names;
  if (more.length > 0)
    return no(refusal('cells-too-many', { text: names.join(','), example: formatExample(position, -1) }));
  const cell = parseEmptyCell(position, first);
  if (!cell.ok) return cell;
  return second === undefined ? parseWithoutCapture(position, cell.value) : parseCapture(position, cell.value, second);
}
