// The interface of a stone game: two colours, one board, stones on its cells.
// plain/placement.ts makes the plain variant from it, neutral/variant.ts the neutral-stone variant.
import type { ColourSpec, Setup, View } from '../game.ts';
import type { Phrase } from '../kit/refusal.ts';
import type { Label, Picture, Piece, Place, Side as Border } from '../kit/picture.ts';
import { must } from '../kit/assert.ts';

/** A cell of the board, counted from 0 in reading order. */
export type Cell = number;

/** A side. Side 0 moves first. */
export type StoneSide = 0 | 1;

/** The content of a cell, as a bit. An edge of the board may count as both colours. */
export const EMPTY = 0;
export const STONE = [1, 2] as const;
export const NEUTRAL = 4;

/** The content as a letter. Each game defines the letters of its colours. */
export const EMPTY_LETTER = '.';
export const NEUTRAL_LETTER = '?';

/** The content of every cell, then of the edges. `StoneBoard.fill` creates it. Only its creator changes it. */
export type Filling = Uint8Array;

/** A board without its stones. */
export interface BoardDrawing {
  readonly shape: 'hexagon' | 'crossing';
  readonly places: readonly Place[];
  readonly labels: readonly Label[];
  readonly sides: readonly Border[];
  /** Whether the board is mirrored so that the descriptions of the two aims must be exchanged. */
  readonly exchangesAims: boolean;
}

/** The cells on the two edges that a side must join. */
export interface Ends {
  readonly from: readonly Cell[];
  readonly to: readonly Cell[];
}

/** A goal: to join two edges, to join the three edges of a triangle with rows of 1, 2, 3 … cells, or to fill one of the lines. */
type Goal =
  | { readonly kind: 'edges'; readonly ends: readonly [Ends, Ends] }
  | { readonly kind: 'triangle' }
  | { readonly kind: 'lines'; readonly lines: readonly (readonly Cell[])[] };

/** A board with edges to join. */
export interface EdgeNet {
  readonly cells: number;
  /** The number of neighbours of a cell in `ring`, in circular order. With six, consecutive ones touch. Numbers from `cells` on are edges. */
  readonly degree: 4 | 6;
  readonly ring: Int16Array;
  /** By stone: the sets of edges (as bits) of which a chain must touch one completely to win. */
  readonly goals: readonly (readonly number[])[];
}

/** A board of one size, with the goal of the game. */
export interface StoneBoard {
  /** The names of the cells in reading order: 'a1', 'a2', … */
  readonly names: readonly string[];
  /** The number of cells of each row, for the position text. */
  readonly rows: readonly number[];
  readonly neighbours: readonly (readonly Cell[])[];
  /** Finds a cell by its name, in upper or lower case. undefined: it is off the board. */
  readonly find: (name: string) => Cell | undefined;
  /** Creates a filling from the letters `.BW?`. */
  readonly fill: (cells: string) => Filling;
  /** The minimal number of stones of a win. It saves checks in playouts. */
  readonly minWinStones: number;
  /** Whether the stone on this cell completes a win for its colour. Without the stone there must be no win. */
  readonly completes: (filling: Filling, cell: Cell) => boolean;
  /** Whether this side has won. */
  readonly hasWon: (filling: Filling, side: StoneSide) => boolean;
  /** The winning stones of this side, in reading order: a shortest chain, or every five. */
  readonly winningCells: (filling: Filling, side: StoneSide) => readonly Cell[];
  /** The edges to join. null: the goal is another. */
  readonly edgeNet: EdgeNet | null;
  /** The goal for the evaluation of positions. null: there is no evaluation of this goal. */
  readonly goal: Goal | null;
  /**
   * Finds the captured cells of the enemy after the mover has placed stones on the cells `changed` of the filling. Returns null for suicide.
   * Restores the filling. null instead of a function: the game has no captures.
   */
  readonly findCaptures:
    | ((filling: Filling, changed: readonly Cell[], side: StoneSide) => readonly Cell[] | null)
    | null;
  /** The drawing of the empty board for a seat, see View. */
  readonly draw: (seat: View['seat']) => BoardDrawing;
}

export interface StoneGame {
  readonly name: string;
  readonly title: string;
  readonly sides: readonly [ColourSpec, ColourSpec];
  readonly least: number;
  readonly most: number;
  readonly rectangular: boolean;
  readonly size: string;
  /** The board of a canonical size. It is created once. */
  readonly boardOfSize: (size: string) => StoneBoard;
  /** The size by the number of cells in each row. null: no board of this game has such rows. */
  readonly sizeOf: (rows: readonly number[]) => string | null;
  /** The reason of an outcome by a win: 'connection', 'five'. */
  readonly winReason: string;
  /** The result for a side without a legal move. */
  readonly noMoveResult: 'draw' | 'loss';
  /** The reason of an outcome by a full board without a winner: 'no-move', 'full'. */
  readonly fullReason: string;
}

/** The end of a stone game. winner null: a draw. */
export interface End {
  readonly winner: StoneSide | null;
  readonly reason: string;
}

/** A position of a stone game, as plain JSON. */
export interface StonePosition {
  readonly setup: Setup;
  /** One letter for each cell in reading order: '.' empty, 'B' and 'W' the colours, '?' neutral. */
  readonly cells: string;
  readonly turn: StoneSide;
  /** The cells that the last move changed. */
  readonly last: readonly Cell[];
  /** The `cells` of all positions so far, for superko. Empty in games without captures. */
  readonly seen: readonly string[];
  readonly end: End | null;
}

/** A move of the plain variant: one stone on an empty cell. */
export interface PlaceMove {
  readonly cell: Cell;
}

export const otherSide = (side: StoneSide): StoneSide => (side === 0 ? 1 : 0);

/** The board a position is played on. */
export const boardOf = (game: StoneGame, position: StonePosition): StoneBoard =>
  game.boardOfSize(must(position.setup['size'], 'a setup names its size'));

/** The empty board, with the first colour to move. */
export function emptyBoard(game: StoneGame, setup: Setup): StonePosition {
  const board = game.boardOfSize(must(setup['size'], 'a setup names its size'));
  const cells = EMPTY_LETTER.repeat(board.names.length);
  return { setup, cells, turn: 0, last: [], seen: board.findCaptures === null ? [] : [cells], end: null };
}

/** By character code: the bit of a letter. */
const BITS = new Uint8Array(128);
BITS['B'.charCodeAt(0)] = STONE[0];
BITS['W'.charCodeAt(0)] = STONE[1];
BITS[NEUTRAL_LETTER.charCodeAt(0)] = NEUTRAL;

export const letterOf = ({ sides }: StoneGame, content: number): string =>
  content === EMPTY ? EMPTY_LETTER : content === NEUTRAL ? NEUTRAL_LETTER : sides[content === STONE[0] ? 0 : 1].letter;

/** Creates a filling from letters. `edges`: the stones that each edge of the board counts as. */
export function createFilling(cells: string, edges: readonly number[]): Filling {
  const filling = new Uint8Array(cells.length + edges.length);
  for (let cell = 0; cell < cells.length; cell++) filling[cell] = BITS[cells.charCodeAt(cell)] ?? EMPTY;
  filling.set(edges, cells.length);
  return filling;
}

/** The cells that hold this letter, in reading order. */
export function listCells(cells: string, letter: string): Cell[] {
  const code = letter.charCodeAt(0);
  const found: Cell[] = [];
  for (let cell = 0; cell < cells.length; cell++) if (cells.charCodeAt(cell) === code) found.push(cell);
  return found;
}

/** The cells that a move can use, in reading order. */
export interface Material {
  readonly empties: readonly Cell[];
  readonly neutrals: readonly Cell[];
  readonly own: readonly Cell[];
}

/** The material of the side to move. */
export const findMaterial = (game: StoneGame, { cells, turn }: StonePosition): Material => ({
  empties: listCells(cells, EMPTY_LETTER),
  neutrals: listCells(cells, NEUTRAL_LETTER),
  own: listCells(cells, game.sides[turn].letter),
});

/** The cells by their content, in reading order. */
export interface CellLists {
  readonly empties: Cell[];
  readonly neutrals: Cell[];
  readonly stones: readonly [Cell[], Cell[]];
}

export const listByContent = ({ sides: [first, second] }: StoneGame, cells: string): CellLists => ({
  empties: listCells(cells, EMPTY_LETTER),
  neutrals: listCells(cells, NEUTRAL_LETTER),
  stones: [listCells(cells, first.letter), listCells(cells, second.letter)],
});

/** The letters after these cells have changed. */
export function setCells(cells: string, changes: readonly (readonly [Cell, string])[]): string {
  const letters = cells.split('');
  for (const [cell, letter] of changes) letters[cell] = letter;
  return letters.join('');
}

/** The content of a cell as a word for sentences: 'black', 'neutral', 'empty'. */
export function stoneName(game: StoneGame, letter: string): string {
  if (letter === NEUTRAL_LETTER) return 'neutral';
  return game.sides.find(side => side.letter === letter)?.name ?? 'empty';
}

const NEUTRAL_PIECE: Piece = { letter: NEUTRAL_LETTER, tone: 'neutral' };

const listAims = ({ sides }: StoneGame, areExchanged: boolean): readonly Phrase[] =>
  sides.map(({ aim }, i) =>
    areExchanged ? { ...aim, code: must(sides[1 - i], 'there are two sides').aim.code } : aim,
  );

/** The winning stones. Empty if the game was not won by stones. */
function findWinningCells(game: StoneGame, position: StonePosition): ReadonlySet<Cell> {
  const { end, cells } = position;
  if (end?.reason !== game.winReason || end.winner === null) return new Set();
  const board = boardOf(game, position);
  return new Set(board.winningCells(board.fill(cells), end.winner));
}

/** By cell, the number of the chain of its stone. Only stones of the colours are in chains. */
function numberChains({ neighbours }: StoneBoard, cells: string): readonly (number | undefined)[] {
  const chains: number[] = [];
  const spread = (cell: Cell, chain: number): void => {
    if (chains[cell] !== undefined) return;
    chains[cell] = chain;
    for (const next of neighbours[cell] ?? []) if (cells[next] === cells[cell]) spread(next, chain);
  };
  for (let cell = 0; cell < cells.length; cell++)
    if (cells[cell] !== EMPTY_LETTER && cells[cell] !== NEUTRAL_LETTER) spread(cell, cell);
  return chains;
}

/** Draws a position as a picture. `neutrals`: whether the legend names neutral stones. */
export function drawStones(game: StoneGame, position: StonePosition, view: View & { neutrals: boolean }): Picture {
  const board = boardOf(game, position);
  const { shape, places, labels, sides, exchangesAims } = board.draw(view.seat);
  const legend = game.sides.map(side => ({ piece: { letter: side.letter, tone: side.tone }, title: side.title }));
  if (view.neutrals) legend.push({ piece: NEUTRAL_PIECE, title: 'Neutral' });
  const pieces = new Map(legend.map(({ piece }) => [piece.letter, piece]));
  const decisive = findWinningCells(game, position);
  const chains = board.edgeNet === null ? [] : numberChains(board, position.cells);
  // The fields are listed since spreading a place is ten times as slow, and boards are drawn for every mail.
  const spots = places.map(({ x, y, column, line }, cell) => ({
    name: must(board.names[cell], 'every place has its name'),
    shape,
    x,
    y,
    column,
    line,
    piece: pieces.get(position.cells.charAt(cell)) ?? null,
    part: chains[cell] ?? null,
    last: position.last.includes(cell),
    decided: decisive.has(cell),
    banned: false,
    hint: null,
  }));
  return { spots, labels, sides, legend, aims: listAims(game, exchangesAims), joints: [], trays: [], notes: [] };
}
