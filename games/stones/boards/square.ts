// The square board of Go: names, four neighbours of a cell, and coordinates.
// Names leave out the letter i, and rows are numbered from the bottom.
import type { Size } from '#games/options.ts';
import type { Label } from '#games/kit/picture.ts';
import { type CellGrid, buildRectangle } from './grid.ts';
import type { BoardDrawing, CellPlace } from '../stone-game.ts';

const NEIGHBOUR_STEPS = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;

const LETTERS = 'abcdefghjklmnopqrstuvwxyz';

const columnName = (column: number): string => LETTERS.charAt(column);
/** The first row drawn has the highest number. */
const rowName = (row: number, rows: number): string => String(rows - row);

export const createSquare = (size: Size): CellGrid =>
  buildRectangle(size, NEIGHBOUR_STEPS, (row, column) => columnName(column) + rowName(row, size.rows));

/** The text columns before the first cell: the margin, two digits of the row, a blank, and the mark of the last move. */
const MARGIN = 6;
const CELL_WIDTH = 2;

const placeOf = (row: number, column: number): CellPlace => ({
  x: column,
  y: row,
  column: MARGIN + column * CELL_WIDTH,
  line: row + 1,
});

/** Draws the board with coordinates on all sides. It is the same for both players. */
export function drawSquare({ rows, columns }: Size): BoardDrawing {
  const createLabel = (place: CellPlace, text: string, textColumn = place.column): Label => ({
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
