// Draws a Nexos board as data: the line grid with its margins, turned for the reader.
// Also draws the lines within pieces, and the pieces in hand.
import type { View } from '../game.ts';
import type { Joint, Label, Picture, Piece, Shape, Spot, Tray } from '../kit/picture.ts';
import type { Phrase } from '../kit/refusal.ts';
import { allPoints, columnOf, endsOf, isSegment, kindOf, nameOf, type Point, rowOf, SIDE } from './lattice.ts';
import { hasRetired, isBlocked, type NexosPosition, scoresOf, totalOf } from './rules.ts';
import { must } from '../kit/assert.ts';
import { boardOf, hasPlaced, holderOf, findPlacement } from './board.ts';
import { hueOf, HUES, seatsOf } from './colours.ts';
import { PIECES } from './pieces.ts';

const LAST = SIDE - 1;

/** Columns of text: where the points begin, how far apart they are, and how far off the numbers stand. */
const FIRST_COLUMN = 5;
const STEP = 2;
const MARGIN = 3;

/** Where a point lies once the board is turned: points to the right, points down. */
type Lie = readonly [across: number, down: number];

/** Quarter turns, counter-clockwise, that bring the start of each colour to the bottom left. */
const TURNS = [1, 2, 3, 0];

function lieOf(point: Point, turns: number): Lie {
  let lie: Lie = [columnOf(point), LAST - rowOf(point)];
  for (let turn = 0; turn < turns; turn++) lie = [lie[1], LAST - lie[0]];
  return lie;
}

const columnAt = (across: number): number => FIRST_COLUMN + STEP * across;

const pieceOf = (hue: number): Piece => ({ letter: hueOf(hue).letter, tone: hueOf(hue).tone });

/** Whose start a point is, while that colour has placed nothing. */
function hintAt({ placed }: NexosPosition, point: Point): Piece | null {
  const hue = HUES.findIndex(({ start }) => start === point);
  if (hue < 0 || placed.some(each => each.hue === hue)) return null;
  return { letter: hueOf(hue).letter.toLowerCase(), tone: hueOf(hue).tone };
}

function spotsOf(position: NexosPosition, turns: number): Spot[] {
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
    const [across, down] = lieOf(point, turns);
    const holder = isSegment(point) ? holderOf(board, point) : null;
    const isTurned = turns % 2 === 1;
    const shape = kind === 'intersection' ? 'point' : (kind === 'across') === isTurned ? 'upright' : 'across';
    const spot: Spot = {
      name: nameOf(point),
      shape,
      x: across / 2,
      y: down / 2,
      column: columnAt(across),
      line: depthOf(turns) + down,
      piece: holder === null ? null : pieceOf(holder),
      part: parts.get(point) ?? null,
      last: last.includes(point),
      decided: false,
      banned: false,
      hint: hintAt(position, point),
    };
    return [spot];
  });
}

const LETTERS = allPoints.slice(0, SIDE).map(point => nameOf(point).charAt(0));
const NUMBERS = LETTERS.map((_, i) => String(i + 1));

/** The letters and numbers along the sides of a board, by quarter turns. */
const MARGINS = [
  { across: LETTERS, down: NUMBERS.toReversed() },
  { across: NUMBERS.toReversed(), down: LETTERS.toReversed() },
  { across: LETTERS.toReversed(), down: NUMBERS },
  { across: NUMBERS, down: LETTERS },
];

/** Numbers are as wide as the points are apart: every other one stands a line further out. */
const depthOf = (turns: number): number => (turns % 2 === 0 ? 1 : 2);

function labelsOf(turns: number): Label[] {
  const { across, down } = must(MARGINS[turns], 'a board is turned less than once');
  const depth = depthOf(turns);
  const label = (text: string, place: Omit<Label, 'text' | 'ascii' | 'tone'>): Label => ({ text, ascii: text, ...place, tone: null }); // prettier-ignore
  const aboveAndBelow = across.flatMap((text, i) => {
    const [x, column, out] = [i / 2, columnAt(i), i % depth];
    return [
      label(text, { x, y: -1 - out / 2, column, line: depth - 1 - out }),
      label(text, { x, y: LAST / 2 + 1 + out / 2, column, line: depth + SIDE + out }),
    ];
  });
  const leftAndRight = down.flatMap((text, i) => {
    const [y, line] = [i / 2, depth + i];
    return [
      label(text, { x: -1, y, column: FIRST_COLUMN - MARGIN - text.length + 1, line }),
      label(text, { x: LAST / 2 + 1, y, column: columnAt(LAST) + MARGIN + 1, line }),
    ];
  });
  return [...aboveAndBelow, ...leftAndRight];
}

/** From the middle of each segment to the intersections that it shares with the rest of its piece. */
function jointsOf({ placed }: NexosPosition, turns: number): Joint[] {
  const at = (point: Point): readonly [number, number] => {
    const [across, down] = lieOf(point, turns);
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

/** A piece in unit strokes: half a unit to either side of each middle. */
const strokesOf = ({ middles }: (typeof PIECES)[number]): Shape['strokes'] =>
  middles.map(([x, y]) =>
    x % 2 === 1 ? [(x - 1) / 2, y / 2, (x + 1) / 2, y / 2] : [x / 2, (y - 1) / 2, x / 2, (y + 1) / 2],
  );

const SHAPES: readonly Shape[] = PIECES.map(piece => ({ name: piece.name, strokes: strokesOf(piece) }));

function traysOf({ placed }: NexosPosition): Tray[] {
  const board = boardOf(placed);
  return HUES.map(({ title }, hue) => ({
    piece: pieceOf(hue),
    title,
    shapes: SHAPES.filter((_, piece) => !hasPlaced(board, hue, piece)),
  }));
}

/** The points so far, those of each player where one has two colours, and who takes no more part. */
function notesOf(position: NexosPosition): Phrase[] {
  const { setup, placed, end } = position;
  const scores = scoresOf(placed);
  const notes: Phrase[] = [
    { code: 'note-points', parts: Object.fromEntries(HUES.map(({ name }, hue) => [name, scores[hue] ?? 0])) },
  ];
  const [first, second, third] = seatsOf(setup).map(({ title }) => title);
  if (first !== undefined && second !== undefined && third === undefined) {
    const [firstPoints, secondPoints] = [totalOf(setup, scores, 0), totalOf(setup, scores, 1)];
    notes.push({ code: 'note-points-together', parts: { first, firstPoints, second, secondPoints } });
  }
  for (const [hue, { title: colour }] of HUES.entries()) {
    if (hasRetired(position, hue)) notes.push({ code: 'note-retired', parts: { colour } });
    else if (end === null && isBlocked(position, hue)) notes.push({ code: 'note-blocked', parts: { colour } });
  }
  return notes;
}

/** Where each colour starts, until it has; and what wins. */
function aimsOf({ placed }: NexosPosition): Phrase[] {
  const waiting = HUES.filter((_, hue) => !placed.some(each => each.hue === hue));
  return [...waiting.map(({ aim }) => aim), { code: 'aim-most', parts: {} }];
}

export function picture(position: NexosPosition, { seat }: View): Picture {
  const turns = seat === null ? 0 : must(TURNS[seat], 'a seat has a starting corner');
  return {
    spots: spotsOf(position, turns),
    labels: labelsOf(turns),
    sides: [],
    legend: HUES.map(({ title }, hue) => ({ piece: pieceOf(hue), title })),
    aims: aimsOf(position),
    joints: jointsOf(position, turns),
    trays: traysOf(position),
    notes: notesOf(position),
  };
}
