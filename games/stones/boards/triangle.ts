// The triangle of hexagons that Y is played on: names, neighbours, edges and coordinates.
// Rows are counted from the top, and a cell is named by the diagonal it is on.
import type { Label, Side as Border } from '#games/kit/picture.ts';
import { type CellGrid, grid } from './grid.ts';
import type { BoardDrawing, CellPlace } from '../stone-game.ts';

export const LEFT = 0;
export const RIGHT = 1;
export const BOTTOM = 2;

/** Going round a cell. Each is a neighbour of the one before and after it: connection.ts relies on that. */
const ROUND = [
  [0, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, 0],
  [1, 1],
] as const;

/** How many cells each row has, from the top. */
const rowsOf = (size: number): readonly number[] => Array.from({ length: size }, (_, row) => row + 1);

/** Diagonals run from upper left to lower right; the last letter is the one of the top. */
const diagonalName = (diagonal: number): string => String.fromCharCode('a'.charCodeAt(0) + diagonal);

export const triangle = (size: number): CellGrid =>
  grid(
    rowsOf(size),
    ROUND,
    (row, i) => `${diagonalName(size - 1 - row + i)}${row + 1}`,
    (row, i) => {
      if (row >= size) return BOTTOM;
      return i < 0 ? LEFT : RIGHT;
    },
  );

/** The size of the triangle whose rows these are; null: they make no triangle. */
export const triangleOf = (rows: readonly number[]): string | null =>
  rows.every((length, row) => length === row + 1) ? String(rows.length) : null;

const LINE = Math.sqrt(3) / 2;
/** Text columns before the first cell of the last row: the margin, two figures, a dash, and room for the mark of the last move. */
const LEAD = 7;

const placeOf = (size: number, row: number, i: number): CellPlace => ({
  x: i + (size - 1 - row) / 2,
  y: row * LINE,
  column: LEAD + (size - 1 - row) + 2 * i,
  line: row,
});

/** The top is drawn uppermost, for either player. */
export function drawTriangle(size: number): BoardDrawing {
  const last = size - 1;
  const rowLabels = Array.from({ length: size }, (_, row): Label[] => {
    const text = String(row + 1);
    return [
      { ...placeOf(size, row, -1), text, ascii: `${text}-`, column: LEAD - 3 - text.length, tone: null },
      { ...placeOf(size, row, row + 1), text, ascii: '', tone: null },
    ];
  }).flat();
  const diagonals = Array.from({ length: size }, (_, i) => ({ i, below: placeOf(size, size, i + 1) }));
  const letters = diagonals.map(({ i, below }): Label => {
    const text = diagonalName(i);
    return { ...below, text, ascii: text, column: below.column + 1, line: size + 1, tone: null };
  });
  // The strokes stand in the text alone: an empty label is not drawn in the plane.
  const strokes = diagonals.map(({ below }): Label => ({ ...below, text: '', ascii: '\\', line: size, tone: null }));
  const corner = (row: number, i: number): readonly [number, number] => {
    const { x, y } = placeOf(size, row, i);
    return [x, y];
  };
  const corners = [corner(0, 0), corner(last, 0), corner(last, last)] as const;
  const sides = corners.map((from, k): Border => ({ tone: 'neutral', points: [from, corners[(k + 1) % 3] ?? from] }));
  return {
    shape: 'hexagon',
    places: rowsOf(size).flatMap((length, row) => Array.from({ length }, (_, i) => placeOf(size, row, i))),
    labels: [...rowLabels, ...strokes, ...letters],
    sides,
    exchangesAims: false,
  };
}
