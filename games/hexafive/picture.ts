// Draws the board of Hexafive as data.
// Rows have letters at the left. Numbers are at the upper right, each at the end of its diagonal.
import type { Label, Picture } from '../kit/picture.ts';
import type { Phrase } from '../kit/refusal.ts';
import { createSide } from '../stones/sides.ts';
import { type Cell, type CellPlace, listCells } from '../stones/stone-game.ts';
import { boardOf, type HexafiveBoard, LETTERS, type Row, slotOf } from './board.ts';
import { isInFive, type Position } from './rules.ts';
import { must } from '../kit/assert.ts';
import { memoize } from '../kit/remember.ts';

/** By side: White moves first. */
export const colours = [
  createSide('White', LETTERS[0], 'white', 'aim-five'),
  createSide('Black', LETTERS[1], 'black', 'aim-five'),
] as const;

const LINE = Math.sqrt(3) / 2;
const MARGIN = 2;
/** Text columns from a row's letter to its first cell: the letter, a hyphen, and room for the mark of the last move. */
const LEAD = 3;
/** From here on numbers take two columns. */
const WIDE = 10;

/** Where number `number` of row `row` lies, on the board or off it. */
type Placing = (row: number, number: number) => CellPlace;

/** Of two-digit numbers side by side, every other one is a line higher, at the end of a longer stroke. */
const isRaised = (radius: number, number: number): boolean => number >= WIDE && number <= radius && number % 2 === 0;

function placing(radius: number): Placing {
  const top = radius < WIDE ? 2 : 3;
  return (row, number) => ({
    x: number - row / 2,
    y: row * LINE,
    column: MARGIN + LEAD + radius - 3 + 2 * number - row,
    line: row + top,
  });
}

/** In the plane coordinates stand at the other ends of rows and numbers as well, along the edges where none begin. */
function farLabels(place: Placing, { radius, rows }: HexafiveBoard): Label[] {
  const plain = (text: string, at: CellPlace): Label => ({ ...label(at, text), ascii: '' });
  const bottom = must(rows.at(-1), 'a board has rows');
  return [
    ...rows.flatMap(({ letter, last }, row) => (row < radius - 1 ? [] : [plain(letter, place(row, last + 1))])),
    ...Array.from({ length: bottom.last - bottom.first + 1 }, (_, i) =>
      plain(String(bottom.first + i), place(rows.length, bottom.first + i)),
    ),
  ];
}

const label = (place: CellPlace, text: string): Label => ({ ...place, text, ascii: text, tone: null });

function rowLabel(place: Placing, { letter, first }: Row, row: number): Label {
  const cell = place(row, first);
  return { ...label(cell, letter), x: cell.x - 1, column: cell.column - LEAD, ascii: `${letter}-` };
}

/** A label with its place in the plane; null: it stands in the text alone. */
const inPlane = (label: Label, place: CellPlace | null): Label =>
  place === null ? { ...label, text: '' } : { ...label, x: place.x, y: place.y };

/** Boku's board has no cell of the last number. */
const hasNumber = ({ first, last }: Row, number: number): boolean => first <= number && number <= last;

/** A number and the strokes that lead to it from the first cell of its diagonal; in the plane it stands beside that cell, without strokes. */
function numberLabels(place: Placing, { radius, rows }: HexafiveBoard, number: number): Label[] {
  const row = Math.max(0, number - radius);
  // The special board lacks some of the cells the text drawing starts from.
  const beginning = rows.findIndex(each => hasNumber(each, number));
  const strokes = isRaised(radius, number) ? 2 : 1;
  return [
    ...Array.from({ length: strokes }, (_, i) => ({ ...label(place(row - 1 - i, number), '/'), text: '' })),
    inPlane(
      label(place(row - 1 - strokes, number), String(number)),
      beginning === -1 ? null : place(beginning - 1, number),
    ),
  ];
}

interface Drawing {
  readonly places: readonly CellPlace[];
  readonly labels: readonly Label[];
}

/** Drawn once for each board. */
const drawingOf = memoize((board: HexafiveBoard): Drawing => {
  const { radius, rows } = board;
  const place = placing(radius);
  return {
    places: rows.flatMap(({ first, last }, row) =>
      Array.from({ length: last - first + 1 }, (_, i) => place(row, first + i)),
    ),
    labels: [
      ...Array.from(rows, (_, i) => i + 1)
        .filter(number => rows.some(row => hasNumber(row, number)))
        .flatMap(number => numberLabels(place, board, number)),
      ...rows.map((row, r) => rowLabel(place, row, r)),
      ...farLabels(place, board),
    ],
  };
});

function notesOf({ stock, ban, end }: Position, { names }: HexafiveBoard): Phrase[] {
  const notes: Phrase[] = [];
  if (stock !== null) notes.push({ code: 'note-stock', parts: { white: stock[0], black: stock[1] } });
  if (ban !== null && end === null) {
    notes.push({ code: 'note-ban', parts: { cell: must(names[ban], 'a cell lies on its board') } });
  }
  return notes;
}

/** The stones of every five of the winner's. */
function fivesOf({ setup, cells, end }: Position): ReadonlySet<Cell> {
  if (end?.reason !== 'five' || end.winner === null) return new Set();
  const board = boardOf(setup);
  const grid = board.fill(cells);
  return new Set(
    listCells(cells, LETTERS[end.winner]).filter(cell => isInFive(grid, slotOf(board, cell), board.steps)),
  );
}

/** The same from every seat. */
export function picture(position: Position): Picture {
  const board = boardOf(position.setup);
  const { places, labels } = drawingOf(board);
  const legend = colours.map(({ letter, tone, title }) => ({ piece: { letter, tone }, title }));
  const fives = fivesOf(position);
  const pieces = new Map(legend.map(({ piece }) => [piece.letter, piece]));
  return {
    spots: places.map((place, cell) => ({
      ...place,
      name: must(board.names[cell], 'every place has its name'),
      shape: 'hexagon',
      piece: pieces.get(position.cells.charAt(cell)) ?? null,
      part: null,
      last: position.last.includes(cell),
      decided: fives.has(cell),
      banned: cell === position.ban && position.end === null,
      hint: null,
    })),
    labels,
    sides: [],
    legend,
    aims: colours.map(({ aim }) => aim),
    joints: [],
    trays: [],
    notes: notesOf(position, board),
  };
}
