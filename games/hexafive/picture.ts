// Draws the board of Hexafive as data.
import { must } from '../kit/assert.ts';
import { type CellView, FEATURES } from '../kit/cell-view.ts';
import type { Label, Picture, Place } from '../kit/picture.ts';
import type { Phrase } from '../kit/refusal.ts';
import { memoize } from '../kit/remember.ts';
import { ownersOf, readFeatures, selectHighest } from '../stones/cell-view.ts';
import { createSide } from '../stones/legality.ts';
import { type Cell, listCells } from '../stones/stone-game.ts';
import { type HexafiveBoard, LETTERS, type Row, boardOf, slotOf } from './board.ts';
import { type Move, type Position, isInFive, moves } from './rules.ts';

/** The view of Hexafive for neural networks: a move is a stone, and maybe a captured stone. */
export const hexafiveCellView: CellView<Position, Move> = {
  newStates: ['own', 'empty'],
  featurePlanes: position => {
    const seen = readFeatures(position, LETTERS);
    if (position.ban !== null) seen[position.ban] = (seen[position.ban] ?? 0) | FEATURES.neutral;
    return seen;
  },
  cellChanges: (_, { cell, taken }) =>
    taken === null
      ? [[cell, 'own']]
      : [
          [cell, 'own'],
          [taken, 'empty'],
        ],
  rankMoves: (position, gain, most) =>
    selectHighest(
      Array.from(moves(position), move => ({
        move,
        logit: gain(move.cell, 'own') + (move.taken === null ? 0 : gain(move.taken, 'empty')),
      })),
      most,
    ),
  owners: ({ cells }) => ownersOf(cells, LETTERS),
};

// Rows have letters at the left. Numbers are at the upper right, each at the end of its diagonal.

/** By side: White moves first. */
export const colours = [
  createSide('White', LETTERS[0], 'white', 'aim-five'),
  createSide('Black', LETTERS[1], 'black', 'aim-five'),
] as const;

const ROW_HEIGHT = Math.sqrt(3) / 2;
const MARGIN = 2;
/** Text columns from a row's letter to its first cell: the letter, a hyphen, and room for the mark of the last move. */
const LETTER_WIDTH = 3;
/** Numbers from here on take two columns. */
const FIRST_TWO_DIGITS = 10;

/** Returns the coordinates of a place by its row and number, on the board or off it. */
type Placer = (row: number, number: number) => Place;

function createPlacer(radius: number): Placer {
  const top = radius < FIRST_TWO_DIGITS ? 2 : 3;
  return (row, number) => ({
    x: number - row / 2,
    y: row * ROW_HEIGHT,
    column: MARGIN + LETTER_WIDTH + radius - 3 + 2 * number - row,
    line: row + top,
  });
}

/** The plane drawing has coordinates at the other ends of rows and numbers too. */
function drawFarLabels(place: Placer, { radius, rows }: HexafiveBoard): Label[] {
  const plain = (text: string, at: Place): Label => ({ ...createLabel(at, text), ascii: '' });
  const bottom = must(rows.at(-1), 'a board has rows');
  return [
    ...rows.flatMap(({ letter, last }, row) => (row < radius - 1 ? [] : [plain(letter, place(row, last + 1))])),
    ...Array.from({ length: bottom.last - bottom.first + 1 }, (_, i) =>
      plain(String(bottom.first + i), place(rows.length, bottom.first + i)),
    ),
  ];
}

const createLabel = (place: Place, text: string): Label => ({ ...place, text, ascii: text, tone: null });

/** Moves a label to a place in the plane. null: only the text drawing has it. */
const moveInPlane = (label: Label, place: Place | null): Label =>
  place === null ? { ...label, text: '' } : { ...label, x: place.x, y: place.y };

/** Boku's board has no cell of the last number. */
const hasNumber = ({ first, last }: Row, number: number): boolean => first <= number && number <= last;

/** A number, and the strokes to it from the first cell of its diagonal. The plane drawing has no strokes. */
function drawNumberLabels(place: Placer, { radius, rows }: HexafiveBoard, number: number): Label[] {
  const row = Math.max(0, number - radius);
  // The special board lacks some of the cells the text drawing starts from.
  const beginning = rows.findIndex(each => hasNumber(each, number));
  // Of two-digit numbers side by side, every other one is a line higher, at the end of a longer stroke.
  const strokes = number >= FIRST_TWO_DIGITS && number <= radius && number % 2 === 0 ? 2 : 1;
  return [
    ...Array.from({ length: strokes }, (_, i) => ({ ...createLabel(place(row - 1 - i, number), '/'), text: '' })),
    moveInPlane(
      createLabel(place(row - 1 - strokes, number), String(number)),
      beginning === -1 ? null : place(beginning - 1, number),
    ),
  ];
}

/** The drawing of a board, cached. */
const drawingOf = memoize((board: HexafiveBoard) => {
  const { radius, rows } = board;
  const place = createPlacer(radius);
  return {
    places: rows.flatMap(({ first, last }, row) =>
      Array.from({ length: last - first + 1 }, (_, i) => place(row, first + i)),
    ),
    labels: [
      ...Array.from(rows, (_, i) => i + 1)
        .filter(number => rows.some(row => hasNumber(row, number)))
        .flatMap(number => drawNumberLabels(place, board, number)),
      ...rows.map((row, r) => {
        const { letter, first } = row;
        const cell = place(r, first);
        return { ...createLabel(cell, letter), x: cell.x - 1, column: cell.column - LETTER_WIDTH, ascii: `${letter}-` };
      }),
      ...drawFarLabels(place, board),
    ],
  };
});

/** The stones of every five of the winner. */
function findFives({ setup, cells, end }: Position): ReadonlySet<Cell> {
  if (end?.reason !== 'five' || end.winner === null) return new Set();
  const board = boardOf(setup);
  const grid = board.fill(cells);
  return new Set(
    listCells(cells, LETTERS[end.winner]).filter(cell => isInFive(grid, slotOf(board, cell), board.steps)),
  );
}

/** Draws a position. It is the same for every seat. */
export function drawPicture(position: Position): Picture {
  const board = boardOf(position.setup);
  const { places, labels } = drawingOf(board);
  const legend = colours.map(({ letter, tone, title }) => ({ piece: { letter, tone }, title }));
  const fives = findFives(position);
  const pieces = new Map(legend.map(({ piece }) => [piece.letter, piece]));
  const { stock, ban, end } = position;
  const notes: Phrase[] = [];
  if (stock !== null) notes.push({ code: 'note-stock', parts: { white: stock[0], black: stock[1] } });
  if (ban !== null && end === null) {
    notes.push({ code: 'note-ban', parts: { cell: must(board.names[ban], 'a cell lies on its board') } });
  }
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
    notes,
  };
}
