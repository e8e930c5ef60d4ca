// Parses moves of Nexos: segments by name (`g16,g18,f19,e20`), lines, or both in one move.
// A line runs through intersections (`e21-e19-g19-g17`).
import { formatAndList } from '../kit/lists.ts';
import { parseCells, tidyMoveText, type WrittenCells } from '../kit/move-text.ts';
import { shorten, type Refusal } from '../kit/refusal.ts';
import { no, ok, type Result } from '../kit/result.ts';
import {
  columnOf,
  endsOf,
  isSegment,
  kindOf,
  nameOf,
  type Point,
  findPoint,
  rowOf,
  segmentsAt,
  SIDE,
} from './lattice.ts';
import { type NexosMove, type NexosPosition, PASS } from './rules.ts';
import { must } from '../kit/assert.ts';
import { refusal } from './refusals.ts';
import { findPlacement, textOf } from './board.ts';
import { type Hue, hueOf } from './colours.ts';
import { examples } from './examples.ts';
import { illegality } from './legality.ts';
import { PIECES, placementOn } from './pieces.ts';
import { explainPlacement } from './where-to.ts';

const MOST_SEGMENTS = 4;

/** More cells are no move, and not looked at. */
const MOST_CELLS = 12;

const NAMES = PIECES.map(({ name }) => name.toLowerCase());

/** `F at e21-e19-g19`, `piece I4: …`: the name of a piece, and where it is to lie. */
const NAMED = new RegExp(
  `^(?:the )?(?:piece )?(${NAMES.join('|')})( ?[:=] ?| (?:at |on |to |in |from )?| ?[,-] ?)(?=[a-z0-9])(.*)$`,
);

/** `from e21 to e19` is a line as well. */
const asLine = (tidy: string): string => tidy.replace(/^(?:(?:line|from) )+/, '').replace(/ to |\.\./g, '-');

/** What a text may say: the cells it names, and the piece it says they are; null: it names none. */
interface Reading {
  readonly piece: number | null;
  readonly cells: WrittenCells;
}

const readingOf = (piece: number | null, cells: WrittenCells | null): readonly Reading[] =>
  cells === null || cells.names.length > MOST_CELLS ? [] : [{ piece, cells }];

/** A piece may have the name of a segment: written small it is the segment, and joined to others by a comma or a dash it is one, too. */
function isPiece(name: string, joint: string, text: string): boolean {
  const point = findPoint(name);
  if (point === undefined || !isSegment(point)) return true;
  return !/[,-]/.test(joint) && text.includes(name.toUpperCase());
}

/** `L3 k4` is two segments, or the piece L3 on one; `text` is what was written, `tidy` what is left of it. */
function readingsOf(text: string, tidy: string): readonly Reading[] {
  const [, name = '', joint = '', rest = ''] = NAMED.exec(tidy) ?? [];
  const named = rest !== '' && isPiece(name, joint, text) ? readingOf(NAMES.indexOf(name), parseCells(rest)) : [];
  return [...readingOf(null, parseCells(tidy)), ...named];
}

/** The piece a text names and nothing else: `I4` is the piece, `i4` a point. */
const pieceAlone = (text: string, tidy: string): number | null =>
  NAMES.includes(tidy) && (parseCells(tidy) === null || text.includes(tidy.toUpperCase())) ? NAMES.indexOf(tidy) : null;

export function looksLikeMove(text: string): boolean {
  const tidy = asLine(tidyMoveText(text));
  return tidy === PASS || readingsOf(text, tidy).length > 0;
}

/** A move somebody could play, for sentences. */
const exampleAt = (position: NexosPosition): string =>
  textOf(must(examples(position)[0], 'a running game has a legal move').placement);

/** A point by its name in a move, or that the board has none. */
function pointIn(name: string): Result<Point, Refusal> {
  const point = findPoint(name);
  return point === undefined
    ? no(refusal('cell-off-board', { cell: name, first: nameOf(0), last: nameOf(SIDE * SIDE - 1) }))
    : ok(point);
}

/** A segment by its own name. */
function segmentIn(name: string): Result<readonly Point[], Refusal> {
  const found = pointIn(name);
  if (!found.ok) return found;
  if (isSegment(found.value)) return ok([found.value]);
  return no(
    kindOf(found.value) === 'hole'
      ? refusal('point-hole', { point: name })
      : refusal('point-intersection', { point: name, segments: formatAndList(segmentsAt(found.value).map(nameOf)) }),
  );
}

/** The segments of a straight step between two intersections, which may run over others. */
function stepOf(from: Point, to: Point): Result<readonly Point[], Refusal> {
  const isAlong = columnOf(from) === columnOf(to) || rowOf(from) === rowOf(to);
  if (from === to || !isAlong) return no(refusal('line-crooked', { from: nameOf(from), to: nameOf(to) }));
  const stride = (rowOf(from) === rowOf(to) ? 1 : SIDE) * Math.sign(to - from);
  const count = Math.abs(to - from) / Math.abs(stride) / 2;
  return ok(Array.from({ length: count }, (_, i) => from + (2 * i + 1) * stride));
}

/** The segments of a line through intersections. */
function lineIn(names: readonly string[]): Result<readonly Point[], Refusal> {
  const segments: Point[] = [];
  let before: Point | null = null;
  for (const name of names) {
    const found = pointIn(name);
    if (!found.ok) return found;
    if (kindOf(found.value) !== 'intersection') {
      return no(refusal('point-no-intersection', { point: name, example: 'e21-e19-g19' }));
    }
    const step = before === null ? ok([]) : stepOf(before, found.value);
    if (!step.ok) return step;
    segments.push(...step.value);
    before = found.value;
  }
  return ok(segments);
}

/** Names joined by dashes are a line, unless segments alone are; those joined by none are one where all are intersections. */
function linesIn({ names, marks }: WrittenCells): readonly (readonly string[])[] {
  const points = names.map(findPoint);
  const areAll = (test: (point: Point) => boolean): boolean =>
    points.every(point => point !== undefined && test(point));
  if (areAll(isSegment)) return names.map(name => [name]);
  if (!marks.includes('-') && areAll(point => kindOf(point) === 'intersection')) return [names];
  const lines: string[][] = [];
  names.forEach((name, index) => {
    if (index > 0 && marks[index - 1] === '-') lines.at(-1)?.push(name);
    else lines.push([name]);
  });
  return lines;
}

/** Every segment of the move, in the order written. */
function segmentsIn(cells: WrittenCells): Result<readonly Point[], Refusal> {
  const segments: Point[] = [];
  for (const line of linesIn(cells)) {
    const [first = '', second] = line;
    const found = second === undefined ? segmentIn(first) : lineIn(line);
    if (!found.ok) return found;
    segments.push(...found.value);
  }
  const twice = segments.find((segment, i) => segments.indexOf(segment) < i);
  return twice === undefined ? ok(segments) : no(refusal('segment-twice', { segment: nameOf(twice) }));
}

/** The segments of a move → their placement, whichever colour is to move. */
function placementIn(segments: readonly Point[]): Result<number, Refusal> {
  if (segments.length > MOST_SEGMENTS) {
    return no(refusal('piece-too-long', { count: segments.length, most: MOST_SEGMENTS }));
  }
  const placement = placementOn(segments.toSorted((a, b) => a - b));
  // Any segments that hang together are a piece: what is none falls apart.
  return placement === undefined ? no(refusal('piece-apart', { segment: nameOf(strayOf(segments)) })) : ok(placement);
}

/** The first segment that cannot be reached from those written before it, nor through those after. */
function strayOf(segments: readonly Point[]): Point {
  const reached = new Set(segments.slice(0, 1));
  // Each round reaches one segment further; there are at most as many rounds as segments.
  for (const _ of segments) {
    const ends = new Set([...reached].flatMap(endsOf));
    for (const segment of segments) if (endsOf(segment).some(end => ends.has(end))) reached.add(segment);
  }
  return must(
    segments.find(segment => !reached.has(segment)),
    'what is no piece falls apart',
  );
}

/** The legal move of one reading, or why it is none. */
function judge(position: NexosPosition, hue: Hue, { piece, cells }: Reading): Result<number, Refusal> {
  const segments = segmentsIn(cells);
  const placement = segments.ok ? placementIn(segments.value) : segments;
  if (piece !== null && (!placement.ok || findPlacement(placement.value).piece !== piece))
    return no(explainPlacement(position, hue, piece, cells.names));
  if (!placement.ok) return placement;
  const reason = illegality(position, hue, placement.value);
  return reason === null ? placement : no(reason);
}

/** A text → the legal move it names, or the most precise reason why not. */
export function parse(position: NexosPosition, text: string): Result<NexosMove, Refusal> {
  const { turn } = position;
  if (turn === null) return no(refusal('over', {}));
  const tidy = asLine(tidyMoveText(text));
  if (tidy === PASS) return no(refusal('pass-refused', { colour: hueOf(turn).title, example: exampleAt(position) }));
  const alone = pieceAlone(text, tidy);
  if (alone !== null) return no(explainPlacement(position, turn, alone, []));
  const judged = readingsOf(text, tidy).map(reading => judge(position, turn, reading));
  const [one, other] = judged.flatMap(read => (read.ok ? [read.value] : []));
  if (one !== undefined && other !== undefined && one !== other)
    return no(refusal('move-ambiguous', { text: shorten(text), one: textOf(one), other: textOf(other) }));
  if (one !== undefined) return ok({ placement: one });
  const refused = judged.at(-1);
  return refused !== undefined && !refused.ok
    ? refused
    : no(refusal('move-unreadable', { text: shorten(text), example: exampleAt(position) }));
}
