// The square board of Go: names, four neighbours of a cell, and coordinates.
// Names leave out the letter i, and rows are numbered from the bottom.
import type { Size } from '#games/options.ts';
import type { Label } from '#games/kit/picture.ts';
import { type CellGrid, rectangle } from './grid.ts';
import type { BoardDrawing, CellPlace } from '../stone-game.ts';

const ROUND = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;

const LETTERS = 'abcdefghjklmnopqrstuvwxyz';

const columnName = (column: number): string => LETTERS.charAt(column);
/** The first row drawn has the highest number. */
const rowName = (row: number, rows: number): string => String(rows - row);

export const square = (size: Size): CellGrid =>
  rectangle(size, ROUND, (row, column) => columnName(column) + rowName(row, size.rows));

/** Text columns before the first cell: the margin, two figures of the row, a blank, and room for the mark of the last move. */
const LEAD = 6;
const PITCH = 2;

const placeOf = (row: number, column: number): CellPlace => ({
  x: column,
  y: row,
  column: LEAD + column * PITCH,
  line: row + 1,
});

/** The board with its coordinates on all sides; the same for both players. */
export function drawSquare({ rows, columns }: Size): BoardDrawing {
  const label = (place: CellPlace, text: string, from = place.column): Label => ({
    ...place,
    text,
    ascii: text,
    column: from,
    tone: null,
  });
  const columnLabels = [-1, rows].flatMap(row =>
    Array.from({ length: columns }, (_, column) => label(placeOf(row, column), columnName(column))),
  );
  const rowLabels = Array.from({ length: rows }, (_, row) => rowName(row, rows)).flatMap((text, row) => [
    label(placeOf(row, -1), text, LEAD - 2 - text.length),
    label(placeOf(row, columns), text),
  ]);
  const places = Array.from({ length: rows * columns }, (_, cell) =>
    placeOf(Math.floor(cell / columns), cell % columns),
  );
  return { shape: 'crossing', places, labels: [...columnLabels, ...rowLabels], sides: [], exchangesAims: false };
}
