// The rhombus of hexagons that Hex is played on: names, neighbours, edges, and where everything is drawn.
import type { Label, Side as Border, Tone } from '#games/kit/picture.ts';
import { type CellGrid, rectangle } from './grid.ts';
import type { BoardDrawing, CellPlace } from '../stone-game.ts';
import type { Size } from '#games/kit/options.ts';

/** Going round a cell; each is a neighbour of the one before and after it, which connect.ts relies on. */
const ROUND = [
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
  [1, 0],
] as const;

const rowName = (row: number): string => String.fromCharCode('a'.charCodeAt(0) + row);
const columnName = (column: number): string => String(column + 1);

export const rhombus = (size: Size): CellGrid =>
  rectangle(size, ROUND, (row, column) => rowName(row) + columnName(column));

const LINE = Math.sqrt(3) / 2;
const MARGIN = 2;
/** Text columns before the first cell: the margin, the row's name, a backslash, and room for the mark of the last move. */
const LEAD = 5;
const PITCH = 3;

/** Row `line`, place `step` in it, on a board of hexagons each line of which is shifted half a cell to the right. */
const placeOf = (line: number, step: number): CellPlace => ({
  x: step + line / 2,
  y: line * LINE,
  column: MARGIN + LEAD + line + step * PITCH,
  line: line + 1,
});

interface Sides {
  readonly across: Tone;
  readonly down: Tone;
}

function labelsOf(lineNames: readonly string[], stepNames: readonly string[], tones: Sides): Label[] {
  const [lines, steps] = [lineNames.length, stepNames.length];
  const width = Math.max(...lineNames.map(name => name.length));
  /** In text they stand straight above or below the places of another line. */
  const along = (line: number, straight: number): Label[] =>
    stepNames.map((text, step) => ({
      ...placeOf(line, step),
      text,
      ascii: text,
      column: placeOf(straight, step).column + 1 - text.length,
      tone: tones.down,
    }));
  return [
    // The head stands straight above the first line, as nexC has it; in the plane it follows the slant.
    ...along(-1, 0),
    ...lineNames.flatMap((text, line) => [
      {
        ...placeOf(line, -1),
        text,
        ascii: `${text.padStart(width)}\\`,
        column: MARGIN + line + 1 - width,
        tone: tones.across,
      },
      { ...placeOf(line, steps), text, ascii: `\\${text}`, tone: tones.across },
    ]),
    ...along(lines, lines),
  ];
}

function bordersOf(lines: number, steps: number, tones: Sides): Border[] {
  const point = (line: number, step: number): readonly [number, number] => [
    placeOf(line, step).x,
    placeOf(line, step).y,
  ];
  const [a, b, c, d] = [point(0, 0), point(0, steps - 1), point(lines - 1, 0), point(lines - 1, steps - 1)];
  return [
    { tone: tones.down, points: [a, b] },
    { tone: tones.down, points: [c, d] },
    { tone: tones.across, points: [a, c] },
    { tone: tones.across, points: [b, d] },
  ];
}

/** The board from either side: `turned` mirrors it so that columns run across and the second player's sides are top and bottom. */
export function drawRhombus(
  { rows, columns }: Size,
  tones: { vertical: Tone; horizontal: Tone },
  turned: boolean,
): BoardDrawing {
  const rowNames = Array.from({ length: rows }, (_, row) => rowName(row));
  const columnNames = Array.from({ length: columns }, (_, column) => columnName(column));
  const places = rowNames.flatMap((_, row) =>
    columnNames.map((_, column) => (turned ? placeOf(column, row) : placeOf(row, column))),
  );
  const sides = turned
    ? { down: tones.horizontal, across: tones.vertical }
    : { down: tones.vertical, across: tones.horizontal };
  return {
    shape: 'hexagon',
    places,
    labels: turned ? labelsOf(columnNames, rowNames, sides) : labelsOf(rowNames, columnNames, sides),
    sides: turned ? bordersOf(columns, rows, sides) : bordersOf(rows, columns, sides),
    exchangesAims: turned,
  };
}
