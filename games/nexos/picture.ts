// Draws a Nexos board as data: the line grid with its margins, rotated for the reader,
// the lines within pieces, and the pieces in hand.
import type { View } from '../game.ts';
import type { Joint, Label, Picture, Piece, Shape, Spot, Tray } from '../kit/picture.ts';
import type { Phrase } from '../kit/refusal.ts';
import {
  HUES,
  type Point,
  SIDE_POINTS,
  allPoints,
  columnOf,
  endsOf,
  hueOf,
  isSegment,
  kindOf,
  nameOf,
  rowOf,
  seatsOf,
} from './lattice.ts';
import { type NexosPosition, countPoints, hasRetired, isBlocked, sumPoints } from './rules.ts';
import { must } from '../kit/assert.ts';
import { boardOf, findHolder, hasPlaced } from './board.ts';
import { PIECES, findPlacement } from './pieces.ts';

const LAST = SIDE_POINTS - 1;

/** Text columns: the first point, the distance of two points, and the distance of the numbers. */
const FIRST_COLUMN = 5;
const STEP = 2;
const MARGIN = 3;

/** The place of a point on the rotated board, in points to the right and down. */
type RotatedPoint = readonly [across: number, down: number];

/** The quarter turns, counter-clockwise, that bring the start of each colour to the bottom left. */
const TURNS = [1, 2, 3, 0];

function rotatePoint(point: Point, turns: number): RotatedPoint {
  let rotated: RotatedPoint = [columnOf(point), LAST - rowOf(point)];
  for (let turn = 0; turn < turns; turn++) rotated = [rotated[1], LAST - rotated[0]];
  return rotated;
}

const textColumn = (across: number): number => FIRST_COLUMN + STEP * across;

const pieceOf = (hue: number): Piece => ({ letter: hueOf(hue).letter, tone: hueOf(hue).tone });

/** The colour whose start a point is, while that colour has placed nothing. */
function findHint({ placed }: NexosPosition, point: Point): Piece | null {
  const hue = HUES.findIndex(({ start }) => start === point);
  if (hue < 0 || placed.some(each => each.hue === hue)) return null;
  return { letter: hueOf(hue).letter.toLowerCase(), tone: hueOf(hue).tone };
}

function drawSpots(position: NexosPosition, turns: number): Spot[] {
  const board = boardOf(position.placed);
  const parts = new Map(
    position.placed.flatMap(({ placement }, part) =>
      findPlacement(placement).segments.map(point => [point, part] as const),
    ),
  );
  const newest = position.placed.at(-1);
  const last = newest === undefined ? [] : findPlacement(newest.placement).segments;
  return allPoints.flatMap(point => {
    const kind = kindOf(point);
    if (kind === 'hole') return [];
    const [across, down] = rotatePoint(point, turns);
    const holder = isSegment(point) ? findHolder(board, point) : null;
    const isTurned = turns % 2 === 1;
    const shape = kind === 'intersection' ? 'point' : (kind === 'across') === isTurned ? 'upright' : 'across';
    const spot: Spot = {
      name: nameOf(point),
      shape,
      x: across / 2,
      y: down / 2,
      column: textColumn(across),
      line: marginLines(turns) + down,
      piece: holder === null ? null : pieceOf(holder),
      part: parts.get(point) ?? null,
      last: last.includes(point),
      decided: false,
      banned: false,
      hint: findHint(position, point),
    };
    return [spot];
  });
}

const LETTERS = allPoints.slice(0, SIDE_POINTS).map(point => nameOf(point).charAt(0));
const NUMBERS = LETTERS.map((_, i) => String(i + 1));

/** The letters and numbers along the sides of a board, by quarter turns. */
const MARGINS = [
  { across: LETTERS, down: NUMBERS.toReversed() },
  { across: NUMBERS.toReversed(), down: LETTERS.toReversed() },
  { across: LETTERS.toReversed(), down: NUMBERS },
  { across: NUMBERS, down: LETTERS },
];

/** The lines of the margin. Numbers need two, since every other one is a line further out. */
const marginLines = (turns: number): number => (turns % 2 === 0 ? 1 : 2);

function drawLabels(turns: number): Label[] {
  const { across, down } = must(MARGINS[turns], 'a board is turned less than once');
  const depth = marginLines(turns);
  const label = (text: string, place: Omit<Label, 'text' | 'ascii' | 'tone'>): Label => ({ text, ascii: text, ...place, tone: null }); // prettier-ignore
  const aboveAndBelow = across.flatMap((text, i) => {
    const [x, column, out] = [i / 2, textColumn(i), i % depth];
    return [
      label(text, { x, y: -1 - out / 2, column, line: depth - 1 - out }),
      label(text, { x, y: LAST / 2 + 1 + out / 2, column, line: depth + SIDE_POINTS + out }),
    ];
  });
  const leftAndRight = down.flatMap((text, i) => {
    const [y, line] = [i / 2, depth + i];
    return [
      label(text, { x: -1, y, column: FIRST_COLUMN - MARGIN - text.length + 1, line }),
      label(text, { x: LAST / 2 + 1, y, column: textColumn(LAST) + MARGIN + 1, line }),
    ];
  });
  return [...aboveAndBelow, ...leftAndRight];
}

/** From the middle of each segment to the intersections that it shares with the rest of its piece. */
function drawJoints({ placed }: NexosPosition, turns: number): Joint[] {
  const at = (point: Point): readonly [number, number] => {
    const [across, down] = rotatePoint(point, turns);
    return [across / 2, down / 2];
  };
  return placed.flatMap(({ hue, placement }) => {
    const { segments } = findPlacement(placement);
    const ends = segments.flatMap(endsOf);
    const shared = (end: Point): boolean => ends.indexOf(end) !== ends.lastIndexOf(end);
    return segments.flatMap(segment =>
      endsOf(segment)
        .filter(shared)
        .map(end => ({ tone: hueOf(hue).tone, from: at(segment), to: at(end) })),
    );
  });
}

/** The unit strokes of a piece: half a unit to either side of each middle. */
const drawStrokes = ({ middles }: (typeof PIECES)[number]): Shape['strokes'] =>
  middles.map(([x, y]) =>
    x % 2 === 1 ? [(x - 1) / 2, y / 2, (x + 1) / 2, y / 2] : [x / 2, (y - 1) / 2, x / 2, (y + 1) / 2],
  );

const SHAPES: readonly Shape[] = PIECES.map(piece => ({ name: piece.name, strokes: drawStrokes(piece) }));

function drawTrays({ placed }: NexosPosition): Tray[] {
  const board = boardOf(placed);
  return HUES.map(({ title }, hue) => ({
    piece: pieceOf(hue),
    title,
    shapes: SHAPES.filter((_, piece) => !hasPlaced(board, hue, piece)),
  }));
}

export function drawPicture(position: NexosPosition, { seat }: View): Picture {
  const turns = seat === null ? 0 : must(TURNS[seat], 'a seat has a starting corner');
  // Notes about the points of each colour and player, and about colours that are blocked or retired.
  const { setup, placed, end } = position;
  const scores = countPoints(placed);
  const notes: Phrase[] = [
    { code: 'note-points', parts: Object.fromEntries(HUES.map(({ name }, hue) => [name, scores[hue] ?? 0])) },
  ];
  const [first, second, third] = seatsOf(setup).map(({ title }) => title);
  if (first !== undefined && second !== undefined && third === undefined) {
    const [firstPoints, secondPoints] = [sumPoints(setup, scores, 0), sumPoints(setup, scores, 1)];
    notes.push({ code: 'note-points-together', parts: { first, firstPoints, second, secondPoints } });
  }
  for (const [hue, { title: colour }] of HUES.entries()) {
    if (hasRetired(position, hue)) notes.push({ code: 'note-retired', parts: { colour } });
    else if (end === null && isBlocked(position, hue)) notes.push({ code: 'note-blocked', parts: { colour } });
  }
  // The aims: the start of each colour that has not placed a piece, and the aim of the game.
  const waiting = HUES.filter((_, hue) => !placed.some(each => each.hue === hue));
  return {
    spots: drawSpots(position, turns),
    labels: drawLabels(turns),
    sides: [],
    legend: HUES.map(({ title }, hue) => ({ piece: pieceOf(hue), title })),
    aims: [...waiting.map(({ aim }) => aim), { code: 'aim-most', parts: {} }],
    joints: drawJoints(position, turns),
    trays: drawTrays(position),
    notes,
  };
}
