// The interface of a stone game: two colours, one board, stones on its cells.
// Its main question is whether a colour has won.
// placement.ts makes the plain game of it (one stone a turn), neutral/variant.ts Neto's neutral-stone variant.
import type { ColourSpec, Setup, View } from '../game.ts';
import type { Phrase } from '../kit/refusal.ts';
import type { Label, Picture, Piece, Side as Border } from '../kit/picture.ts';
import { must } from '../kit/assert.ts';

/** A place of the board, counted from 0 in reading order. */
export type Cell = number;

/** 0 moves first, 1 second. */
export type StoneSide = 0 | 1;

/** What a cell holds, as a bit; an edge of the board may hold both colours at once. */
export const EMPTY = 0;
export const STONE = [1, 2] as const;
export const NEUTRAL = 4;

/** The same as letters; the colours' own are theirs to say. */
export const EMPTY_LETTER = '.';
export const NEUTRAL_LETTER = '?';

/** The content of every cell, then of the edges. `StoneBoard.fill` makes it, and only the code that made it changes it. */
export type Filling = Uint8Array;

/** How a cell looks in the plane and in the text drawing (units: see picture.ts). */
export interface CellPlace {
  readonly x: number;
  readonly y: number;
  readonly column: number;
  readonly line: number;
}

/** A board without its stones. */
export interface BoardDrawing {
  readonly shape: 'hexagon' | 'crossing';
  readonly places: readonly CellPlace[];
  readonly labels: readonly Label[];
  readonly sides: readonly Border[];
  /** Turned so that either side sees where the other's aim was said to be: what is said of them is exchanged. */
  readonly exchangesAims: boolean;
}

/** The cells on the two edges a side joins. */
export interface Ends {
  readonly from: readonly Cell[];
  readonly to: readonly Cell[];
}

/** A goal: two edges of a side's own, all three edges of a triangle with rows of 1, 2, 3 … cells, or one of these lines, all of one length. */
type Goal =
  | { readonly kind: 'edges'; readonly ends: readonly [Ends, Ends] }
  | { readonly kind: 'triangle' }
  | { readonly kind: 'lines'; readonly lines: readonly (readonly Cell[])[] };

/** A board of one size, and what the goal of the game is on it. */
export interface StoneBoard {
  /** In reading order: 'a1', 'a2', … */
  readonly names: readonly string[];
  /** How many cells each row has, for the position text. */
  readonly rows: readonly number[];
  readonly neighbours: readonly (readonly Cell[])[];
  /** A name in any case → its cell; undefined: off the board. */
  readonly find: (name: string) => Cell | undefined;
  /** Makes a new filling of stones given as the letters `.BW?`. */
  readonly fill: (cells: string) => Filling;
  /** A win needs at least this number of stones: saves random games a check. */
  readonly fewest: number;
  /** Does the stone on this cell complete a win for its colour? Asked of stones just placed: without it there was none. */
  readonly completes: (filling: Filling, cell: Cell) => boolean;
  /** Has this side won in this filling, however it came about? */
  readonly wins: (filling: Filling, side: StoneSide) => boolean;
  /** The stones with which this side, which has won, did so: a shortest chain, every five; in reading order. */
  readonly decisive: (filling: Filling, side: StoneSide) => readonly Cell[];
  /** The goal as those know it who evaluate positions; null: nothing is known of such a goal. */
  readonly goal: Goal | null;
  /**
   * Where stones are captured: the chains taken from the enemy once the mover's stones stand in the filling (cells `changed`), as cells;
   * null: it would leave the mover a chain without liberties. The filling is as before afterwards. null instead of a function: nothing is ever captured.
   */
  readonly captures: ((filling: Filling, changed: readonly Cell[], side: StoneSide) => readonly Cell[] | null) | null;
  /** From whose side it is drawn: see View. */
  readonly drawing: (seat: View['seat']) => BoardDrawing;
}

export interface StoneGame {
  readonly name: string;
  readonly title: string;
  readonly sides: readonly [ColourSpec, ColourSpec];
  readonly least: number;
  readonly most: number;
  readonly rectangular: boolean;
  readonly size: string;
  /** The same board for the same size; size is canonical. */
  readonly board: (size: string) => StoneBoard;
  /** Its size by the number of cells in each of its rows; null: no board of this game has such rows. */
  readonly sizeOf: (rows: readonly number[]) => string | null;
  /** How a win is called: 'connection', 'five'. */
  readonly reason: string;
  /** What it means to have no legal move. */
  readonly stuck: 'draw' | 'loss';
  /** How a full board without a winner is called: 'no-move', 'full'. */
  readonly full: string;
}

/** How a stone game ended: winner null is a draw. */
export interface End {
  readonly winner: StoneSide | null;
  readonly reason: string;
}

/** Where a stone game stands, plain or neutral: plain JSON. */
export interface StonePosition {
  readonly setup: Setup;
  /** A letter a cell in reading order: '.' empty, 'B' 'W' the colours' own, '?' neutral. */
  readonly cells: string;
  readonly turn: StoneSide;
  /** The cells the last move changed. */
  readonly last: readonly Cell[];
  /** Where stones are captured: the cells of every position so far, none of which may come again; else empty. */
  readonly seen: readonly string[];
  readonly end: End | null;
}

/** A move of the plain game: one stone on an empty cell. */
export interface PlaceMove {
  readonly cell: Cell;
}

export const other = (side: StoneSide): StoneSide => (side === 0 ? 1 : 0);

/** The board a position is played on. */
export const boardOf = (game: StoneGame, position: StonePosition): StoneBoard =>
  game.board(must(position.setup['size'], 'a setup names its size'));

/** The empty board, the first colour to move. */
export function emptyBoard(game: StoneGame, setup: Setup): StonePosition {
  const board = game.board(must(setup['size'], 'a setup names its size'));
  const cells = EMPTY_LETTER.repeat(board.names.length);
  return { setup, cells, turn: 0, last: [], seen: board.captures === null ? [] : [cells], end: null };
}

/** By character code: what a letter of a position counts as. */
const BITS = new Uint8Array(128);
BITS['B'.charCodeAt(0)] = STONE[0];
BITS['W'.charCodeAt(0)] = STONE[1];
BITS[NEUTRAL_LETTER.charCodeAt(0)] = NEUTRAL;

export const bitOf = (letter: string): number => BITS[letter.charCodeAt(0)] ?? EMPTY;

/** Letters → a filling; `edges` is what the edges of the board count as, in their order. */
export function fillingOf(cells: string, edges: readonly number[]): Filling {
  const filling = new Uint8Array(cells.length + edges.length);
  for (let cell = 0; cell < cells.length; cell++) filling[cell] = BITS[cells.charCodeAt(cell)] ?? 0;
  filling.set(edges, cells.length);
  return filling;
}

/** The cells that hold this letter, in reading order. */
export function cellsOf(cells: string, letter: string): Cell[] {
  const code = letter.charCodeAt(0);
  const found: Cell[] = [];
  for (let cell = 0; cell < cells.length; cell++) if (cells.charCodeAt(cell) === code) found.push(cell);
  return found;
}

/** The letters after these cells have changed. */
export function setCells(cells: string, changes: readonly (readonly [Cell, string])[]): string {
  const letters = cells.split('');
  for (const [cell, letter] of changes) letters[cell] = letter;
  return letters.join('');
}

/** What stands on a cell, as a word for sentences: 'black', 'neutral', 'empty'. */
export function stoneName(game: StoneGame, letter: string): string {
  if (letter === NEUTRAL_LETTER) return 'neutral';
  return game.sides.find(side => side.letter === letter)?.name ?? 'empty';
}

const NEUTRAL_PIECE: Piece = { letter: NEUTRAL_LETTER, tone: 'neutral' };

const aimsOf = ({ sides }: StoneGame, exchanged: boolean): readonly Phrase[] =>
  sides.map(({ aim }, i) => (exchanged ? { ...aim, code: must(sides[1 - i], 'there are two sides').aim.code } : aim));

/** The stones that won. Without a win by stones there are none. */
function decisiveOf(game: StoneGame, position: StonePosition): ReadonlySet<Cell> {
  const { end, cells } = position;
  if (end?.reason !== game.reason || end.winner === null) return new Set();
  const board = boardOf(game, position);
  return new Set(board.decisive(board.fill(cells), end.winner));
}

/** The board as data; `neutrals` where the game has neutral stones, for the legend. */
export function drawStones(game: StoneGame, position: StonePosition, view: View & { neutrals: boolean }): Picture {
  const board = boardOf(game, position);
  const { shape, places, labels, sides, exchangesAims } = board.drawing(view.seat);
  const legend = game.sides.map(side => ({ piece: { letter: side.letter, tone: side.tone }, title: side.title }));
  if (view.neutrals) legend.push({ piece: NEUTRAL_PIECE, title: 'Neutral' });
  const pieces = new Map(legend.map(({ piece }) => [piece.letter, piece]));
  const decisive = decisiveOf(game, position);
  // Field by field: spreading a place costs ten times as much, and boards are drawn for every mail.
  const spots = places.map(({ x, y, column, line }, cell) => ({
    name: must(board.names[cell], 'every place has its name'),
    shape,
    x,
    y,
    column,
    line,
    piece: pieces.get(position.cells.charAt(cell)) ?? null,
    part: null,
    last: position.last.includes(cell),
    decided: decisive.has(cell),
    banned: false,
    hint: null,
  }));
  return { spots, labels, sides, legend, aims: aimsOf(game, exchangesAims), joints: [], trays: [], notes: [] };
}
