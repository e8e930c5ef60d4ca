// The triangle of hexagons that Y is played on: names, neighbours, edges and coordinates.
// Rows are counted from the top, and a cell is named by the diagonal it is on.
import type { Label, Side as Border } from '#games/kit/picture.ts';
import { type CellGrid, buildGrid } from './grid.ts';
import type { BoardDrawing, CellPlace } from '../stone-game.ts';

export const LEFT = 0;
export const RIGHT = 1;
export const BOTTOM = 2;

/** The steps to the neighbours, in circular order. connection.ts relies on consecutive neighbours touching each other. */
const NEIGHBOUR_STEPS = [
  [0, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, 0],
  [1, 1],
] as const;

/** The number of cells of each row, from the top. */
const rowLengths = (size: number): readonly number[] => Array.from({ length: size }, (_, row) => row + 1);

/** The name of a diagonal. Diagonals run from upper left to lower right. The one through the top has the last letter. */
const diagonalName = (diagonal: number): string => String.fromCharCode('a'.charCodeAt(0) + diagonal);

export const createTriangle = (size: number): CellGrid =>
  buildGrid(
    rowLengths(size),
    NEIGHBOUR_STEPS,
    (row, i) => `${diagonalName(size - 1 - row + i)}${row + 1}`,
    (row, i) => {
      if (row >= size) return BOTTOM;
      return i < 0 ? LEFT : RIGHT;
    },
  );

/** The size of a triangle by the lengths of its rows. null: the rows are not those of a triangle. */
export const triangleOf = (rows: readonly number[]): string | null =>
  rows.every((length, row) => length === row + 1) ? String(rows.length) : null;

const ROW_HEIGHT = Math.sqrt(3) / 2;
/** The text columns before the first cell of the last row: the margin, two digits, a dash, and the mark of the last move. */
const MARGIN = 7;

const placeOf = (size: number, row: number, i: number): CellPlace => ({
  x: i + (size - 1 - row) / 2,
  y: row * ROW_HEIGHT,
  column: MARGIN + (size - 1 - row) + 2 * i,
  line: row,
});

/** Draws the board. It is the same for both players. */
export function drawTriangle(size: number): BoardDrawing {
  const last = size - 1;
  const rowLabels = Array.from({ length: size }, (_, row): Label[] => {
    const text = String(row + 1);
    return [
      { ...placeOf(size, row, -1), text, ascii: `${text}-`, column: MARGIN - 3 - text.length, tone: null },
      { ...placeOf(size, row, row + 1), text, ascii: '', tone: null },
    ];
  }).flat();
  const diagonals = Array.from({ length: size }, (_, i) => ({ i, below: placeOf(size, size, i + 1) }));
  const letters = diagonals.map(({ i, below }): Label => {
    const text = diagonalName(i);
    return { ...below, text, ascii: text, column: below.column + 1, line: size + 1, tone: null };
  });
  // Only the text drawing has strokes: an empty label is not drawn in the plane.
  const strokes = diagonals.map(({ below }): Label => ({ ...below, text: '', ascii: '\\', line: size, tone: null }));
  const corner = (row: number, i: number): readonly [number, number] => {
    const { x, y } = placeOf(size, row, i);
    return [x, y];
  };
  const corners = [corner(0, 0), corner(last, 0), corner(last, last)] as const;
  const sides = corners.map((from, k): Border => ({ tone: 'neutral', points: [from, corners[(k + 1) % 3] ?? from] }));
  return {
    shape: 'hexagon',
    places: rowLengths(size).flatMap((length, row) => Array.from({ length }, (_, i) => placeOf(size, row, i))),
    labels: [...rowLabels, ...strokes, ...letters],
    sides,
    exchangesAims: false,
  };
}
