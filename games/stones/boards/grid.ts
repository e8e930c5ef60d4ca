// Builds the grid of a stone board: names, neighbours, edges. The square board of Go.
import { must } from '#games/kit/assert.ts';
import type { Label, Place } from '#games/kit/picture.ts';
import { memoize } from '#games/kit/remember.ts';
import { type Size, parseSize } from '#games/options.ts';
import type { BoardDrawing, Cell, StoneBoard } from '../stone-game.ts';

/** Memoizes the boards of a game by size, since every move needs the board. */
export const boardsBySize = (make: (size: Size) => StoneBoard): ((size: string) => StoneBoard) =>
  memoize(size => make(must(parseSize(size), 'a setup holds a canonical size')));

/** Returns a function that finds a cell by its name, in upper or lower case. */
export function createFinder(names: readonly string[]): (name: string) => Cell | undefined {
  const cellByName = new Map(names.map((name, cell) => [name, cell]));
  return name => cellByName.get(name.toLowerCase());
}

/** The edges of a board whose rows have the same length. */
export const TOP = 0;
export const BOTTOM = 1;
export const LEFT = 2;
export const RIGHT = 3;

export interface CellGrid {
  /** In reading order. */
  readonly names: readonly string[];
  readonly rows: readonly number[];
  readonly neighbours: readonly (readonly Cell[])[];
  /** The neighbours of each cell in the order of `NeighbourSteps`. A neighbour beyond the board is cells + its edge. */
  readonly ring: Int16Array;
}

/** The steps to the neighbours of a cell, in circular order. */
type NeighbourSteps = readonly (readonly [down: number, right: number])[];

/** Builds a grid. `rows`: the number of cells of each row. `edgeAt`: the edge of a place beyond the board. */
export function buildGrid(
  rows: readonly number[],
  steps: NeighbourSteps,
  nameOf: (row: number, place: number) => string,
  edgeAt: (row: number, place: number) => number,
): CellGrid {
  const places = rows.flatMap((length, row) => Array.from({ length }, (_, place) => [row, place] as const));
  const cells = places.length;
  const firstCells = rows.map((_, row) => places.findIndex(([each]) => each === row));
  const cellOrEdge = (row: number, place: number): number =>
    place >= 0 && place < (rows[row] ?? 0) ? (firstCells[row] ?? 0) + place : cells + edgeAt(row, place);
  const rings = places.map(([row, place]) => steps.map(([down, right]) => cellOrEdge(row + down, place + right)));
  return {
    names: places.map(([row, place]) => nameOf(row, place)),
    rows,
    neighbours: rings.map(ring => ring.filter(next => next < cells)),
    ring: Int16Array.from(rings.flat()),
  };
}

/** Builds a grid with rows of one length. */
export const buildRectangle = (
  { rows, columns }: Size,
  steps: NeighbourSteps,
  nameOf: (row: number, column: number) => string,
): CellGrid =>
  buildGrid(
    Array.from({ length: rows }, () => columns),
    steps,
    nameOf,
    (row, column) => {
      if (row < 0) return TOP;
      if (row >= rows) return BOTTOM;
      return column < 0 ? LEFT : RIGHT;
    },
  );

const SQUARE_STEPS = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;

/** As on a board of Go, without the letter i. */
const LETTERS = 'abcdefghjklmnopqrstuvwxyz';

const columnName = (column: number): string => LETTERS.charAt(column);
/** The first row drawn has the highest number. */
const rowName = (row: number, rows: number): string => String(rows - row);

export const createSquare = (size: Size): CellGrid =>
  buildRectangle(size, SQUARE_STEPS, (row, column) => columnName(column) + rowName(row, size.rows));

/** The text columns before the first cell: the margin, two digits of the row, a blank, and the mark of the last move. */
const MARGIN = 6;
const CELL_WIDTH = 2;

const placeOf = (row: number, column: number): Place => ({
  x: column,
  y: row,
  column: MARGIN + column * CELL_WIDTH,
  line: row + 1,
});

/** Draws the board with coordinates on all sides. It is the same for both players. */
export function drawSquare({ rows, columns }: Size): BoardDrawing {
  const createLabel = (place: Place, text: string, textColumn = place.column): Label => ({
    ...place,
    text,
    ascii: text,
    column: textColumn,
    tone: null,
  });
  const columnLabels = [-1, rows].flatMap(row =>
    Array.from({ length: columns }, (_, column) => createLabel(placeOf(row, column), columnName(column))),
  );
  const rowLabels = Array.from({ length: rows }, (_, row) => rowName(row, rows)).flatMap((text, row) => [
    createLabel(placeOf(row, -1), text, MARGIN - 2 - text.length),
    createLabel(placeOf(row, columns), text),
  ]);
  const places = Array.from({ length: rows * columns }, (_, cell) =>
    placeOf(Math.floor(cell / columns), cell % columns),
  );
  return { shape: 'crossing', places, labels: [...columnLabels, ...rowLabels], sides: [], exchangesAims: false };
}
