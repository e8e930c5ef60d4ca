// The square board of Go: names without the letter i, rows numbered from the bottom, four neighbours, and where everything is drawn.
import type { Size } from './options.ts';
import type { Label } from './picture.ts';
import type { Cell, Drawing, Place } from './stones.ts';

export const TOP = 0;
export const BOTTOM = 1;
export const LEFT = 2;
export const RIGHT = 3;

const ROUND = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;

const LETTERS = 'abcdefghjklmnopqrstuvwxyz';

export interface Square {
  readonly names: readonly string[];
  readonly rows: readonly number[];
  readonly neighbours: readonly (readonly Cell[])[];
  /** Four entries a cell, going round it; beyond the board stands cells + edge. */
  readonly ring: Int16Array;
}

const columnName = (column: number): string => LETTERS.charAt(column);
/** The first row drawn has the highest number. */
const rowName = (row: number, rows: number): string => String(rows - row);

export function square({ rows, columns }: Size): Square {
  const cells = rows * columns;
  const names: string[] = [];
  const ring = new Int16Array(cells * ROUND.length);
  const at = (row: number, column: number): number => {
    if (row < 0) return cells + TOP;
    if (row >= rows) return cells + BOTTOM;
    if (column < 0) return cells + LEFT;
    return column >= columns ? cells + RIGHT : row * columns + column;
  };
  for (let cell = 0; cell < cells; cell++) {
    const row = Math.floor(cell / columns);
    const column = cell % columns;
    names.push(columnName(column) + rowName(row, rows));
    ROUND.forEach(([down, right], i) => (ring[cell * ROUND.length + i] = at(row + down, column + right)));
  }
  const neighbours = names.map((_, cell) => [...ring.subarray(cell * 4, cell * 4 + 4)].filter(next => next < cells));
  return { names, rows: Array.from({ length: rows }, () => columns), neighbours, ring };
}

/** Text columns before the first cell: the margin, two figures of the row, a blank, and room for the mark of the last move. */
const LEAD = 6;
const PITCH = 2;

const placeOf = (row: number, column: number): Place => ({
  x: column,
  y: row,
  column: LEAD + column * PITCH,
  line: row + 1,
});

/** The board with its coordinates on all sides; the same for both players. */
export function drawSquare({ rows, columns }: Size): Drawing {
  const label = (place: Place, text: string, from = place.column): Label => ({
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
