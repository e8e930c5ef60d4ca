// The rhombus of hexagons that Hex is played on: names, neighbours, edges and coordinates.
import type { Label, Side as Border, Tone } from '#games/kit/picture.ts';
import { type CellGrid, rectangle } from './grid.ts';
import type { BoardDrawing, CellPlace } from '../stone-game.ts';
import type { Size } from '#games/options.ts';

/** Going round a cell. Each is a neighbour of the one before and after it: connection.ts relies on that. */
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
const PITCH = 3;
/** Mails are no wider than this. */
const WIDEST = 78;

/** Text columns: where the first cell stands, and what is written between a line's name and its cells. */
interface Lead {
  readonly column: number;
  readonly stroke: string;
}

/** The margin, the line's name, a stroke, and room for the mark of the last move; boards too wide for that have no strokes and no margin. */
function leadOf(lines: number, steps: number): Lead {
  const roomy = { column: 7, stroke: '\\' };
  const right = roomy.column + lines - 1 + steps * PITCH + roomy.stroke.length + 2;
  return right <= WIDEST ? roomy : { column: 2, stroke: '' };
}

type Placing = (line: number, step: number) => CellPlace;

/** Row `line`, place `step` in it, on a board of hexagons each line of which is shifted half a cell to the right. */
const placing =
  (lead: Lead): Placing =>
  (line, step) => ({
    x: step + line / 2,
    y: line * LINE,
    column: lead.column + line + step * PITCH,
    line: line + 1,
  });

interface Sides {
  readonly across: Tone;
  readonly down: Tone;
}

function labelsOf(lineNames: readonly string[], stepNames: readonly string[], tones: Sides): Label[] {
  const [lines, steps] = [lineNames.length, stepNames.length];
  const lead = leadOf(lines, steps);
  const placeOf = placing(lead);
  /** In text they stand straight above or below the places of another line. */
  const along = (line: number, straight: number): Label[] =>
    stepNames.map((text, step) => ({
      ...placeOf(line, step),
      text,
      ascii: text,
      column: placeOf(straight, step).column + 1 - text.length,
      tone: tones.down,
    }));
  // From the name to the first cell: room for the mark of the last move, and for the stroke with blanks around it.
  const gap = lead.stroke === '' ? 1 : 4;
  return [
    // The head stands straight above the first line, as nexC has it; in the plane it follows the slant.
    ...along(-1, 0),
    ...lineNames.flatMap((text, line) => [
      {
        ...placeOf(line, -1),
        text,
        ascii: text + lead.stroke,
        column: lead.column + line - gap - text.length,
        tone: tones.across,
      },
      {
        ...placeOf(line, steps),
        text,
        ascii: lead.stroke + text,
        column: placeOf(line, steps).column - (lead.stroke === '' ? 1 : 0),
        tone: tones.across,
      },
    ]),
    ...along(lines, lines),
  ];
}

function bordersOf(lines: number, steps: number, tones: Sides): Border[] {
  const placeOf = placing(leadOf(lines, steps));
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
  const placeOf = placing(turned ? leadOf(columns, rows) : leadOf(rows, columns));
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
