// The boards of hexagons: the rhombus of Hex and the triangle of Y, with their drawings.
import type { Label, Place, Side as Border, Tone } from '#games/kit/picture.ts';
import type { Size } from '#games/options.ts';
import type { BoardDrawing } from '../stone-game.ts';
import { type CellGrid, buildGrid, buildRectangle } from './grid.ts';

/** The steps to the neighbours, in circular order. connection.ts relies on consecutive neighbours touching each other. */
const RHOMBUS_STEPS = [
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
  [1, 0],
] as const;

const rowName = (row: number): string => String.fromCharCode('a'.charCodeAt(0) + row);
const columnName = (column: number): string => String(column + 1);

export const createRhombus = (size: Size): CellGrid =>
  buildRectangle(size, RHOMBUS_STEPS, (row, column) => rowName(row) + columnName(column));

const ROW_HEIGHT = Math.sqrt(3) / 2;
const CELL_WIDTH = 3;
/** The maximal width of a mail. */
const MAX_WIDTH = 78;

/** The left margin of the text drawing: the column of the first cell, and the stroke between a line's name and its cells. */
interface Margin {
  readonly column: number;
  readonly stroke: string;
}

/** The margin holds the line's name, a stroke, and room for the mark of the last move. Wide boards have no strokes and no margin. */
function chooseMargin(lines: number, steps: number): Margin {
  const wideMargin = { column: 7, stroke: '\\' };
  const right = wideMargin.column + lines - 1 + steps * CELL_WIDTH + wideMargin.stroke.length + 2;
  return right <= MAX_WIDTH ? wideMargin : { column: 2, stroke: '' };
}

/** Returns the coordinates of a cell. Each line is shifted half a cell to the right of the line above. */
const createPlacer =
  (margin: Margin): ((line: number, step: number) => Place) =>
  (line, step) => ({
    x: step + line / 2,
    y: line * ROW_HEIGHT,
    column: margin.column + line + step * CELL_WIDTH,
    line: line + 1,
  });

interface SideTones {
  readonly across: Tone;
  readonly down: Tone;
}

function drawLabels(lineNames: readonly string[], stepNames: readonly string[], tones: SideTones): Label[] {
  const [lines, steps] = [lineNames.length, stepNames.length];
  const margin = chooseMargin(lines, steps);
  const placeOf = createPlacer(margin);
  /** Labels along a line. In text they are straight above or below the cells of the line `straight`. */
  const labelLine = (line: number, straight: number): Label[] =>
    stepNames.map((text, step) => ({
      ...placeOf(line, step),
      text,
      ascii: text,
      column: placeOf(straight, step).column + 1 - text.length,
      tone: tones.down,
    }));
  // The columns between the name and the first cell: the mark of the last move, and the stroke with blanks.
  const gap = margin.stroke === '' ? 1 : 4;
  return [
    // The head is straight above the first line, as in nexC. In the plane it follows the slant.
    ...labelLine(-1, 0),
    ...lineNames.flatMap((text, line) => [
      {
        ...placeOf(line, -1),
        text,
        ascii: text + margin.stroke,
        column: margin.column + line - gap - text.length,
        tone: tones.across,
      },
      {
        ...placeOf(line, steps),
        text,
        ascii: margin.stroke + text,
        column: placeOf(line, steps).column - (margin.stroke === '' ? 1 : 0),
        tone: tones.across,
      },
    ]),
    ...labelLine(lines, lines),
  ];
}

function drawBorders(lines: number, steps: number, tones: SideTones): Border[] {
  const placeOf = createPlacer(chooseMargin(lines, steps));
  const point = (line: number, step: number): readonly [number, number] => [
    placeOf(line, step).x,
    placeOf(line, step).y,
  ];
  const [a, b, c, d] = [point(0, 0), point(0, steps - 1), point(lines - 1, 0), point(lines - 1, steps - 1)];
  return [
    { tone: tones.down, name: 'top', points: [a, b] },
    { tone: tones.down, name: 'bottom', points: [c, d] },
    { tone: tones.across, name: 'left', points: [a, c] },
    { tone: tones.across, name: 'right', points: [b, d] },
  ];
}

/** Draws the board. `isMirrored`: lines are columns, so that the second player's sides are top and bottom. */
export function drawRhombus(
  { rows, columns }: Size,
  tones: { vertical: Tone; horizontal: Tone },
  isMirrored: boolean,
): BoardDrawing {
  const rowNames = Array.from({ length: rows }, (_, row) => rowName(row));
  const columnNames = Array.from({ length: columns }, (_, column) => columnName(column));
  const placeOf = createPlacer(isMirrored ? chooseMargin(columns, rows) : chooseMargin(rows, columns));
  const places = rowNames.flatMap((_, row) =>
    columnNames.map((_, column) => (isMirrored ? placeOf(column, row) : placeOf(row, column))),
  );
  const sides = isMirrored
    ? { down: tones.horizontal, across: tones.vertical }
    : { down: tones.vertical, across: tones.horizontal };
  return {
    shape: 'hexagon',
    places,
    labels: isMirrored ? drawLabels(columnNames, rowNames, sides) : drawLabels(rowNames, columnNames, sides),
    sides: isMirrored ? drawBorders(columns, rows, sides) : drawBorders(rows, columns, sides),
    exchangesAims: isMirrored,
  };
}

export const LEFT = 0;
export const RIGHT = 1;
export const BOTTOM = 2;

/** In circular order, as those of the rhombus. */
const TRIANGLE_STEPS = [
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

/** Rows are counted from the top, and a cell is named by the diagonal it is on. */
export const createTriangle = (size: number): CellGrid =>
  buildGrid(
    rowLengths(size),
    TRIANGLE_STEPS,
    (row, i) => `${diagonalName(size - 1 - row + i)}${row + 1}`,
    (row, i) => {
      if (row >= size) return BOTTOM;
      return i < 0 ? LEFT : RIGHT;
    },
  );

/** The size of a triangle by the lengths of its rows. null: the rows are not those of a triangle. */
export const triangleOf = (rows: readonly number[]): string | null =>
  rows.every((length, row) => length === row + 1) ? String(rows.length) : null;

/** The text columns before the first cell of the last row: the margin, two digits, a dash, and the mark of the last move. */
const MARGIN = 7;

const placeOf = (size: number, row: number, i: number): Place => ({
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
  const [top, left, right] = [corner(0, 0), corner(last, 0), corner(last, last)];
  const sides: Border[] = [
    { tone: 'neutral', name: 'left', points: [top, left] },
    { tone: 'neutral', name: 'bottom', points: [left, right] },
    { tone: 'neutral', name: 'right', points: [right, top] },
  ];
  return {
    shape: 'hexagon',
    places: rowLengths(size).flatMap((length, row) => Array.from({ length }, (_, i) => placeOf(size, row, i))),
    labels: [...rowLabels, ...strokes, ...letters],
    sides,
    exchangesAims: false,
  };
}
