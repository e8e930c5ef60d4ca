// Moves of Nexos as text: segments by name (`g16,g18,f19,e20`), lines through intersections (`e21-e19-g19-g17`), or both in one move.
import { closedUp, tidyMoveText } from '../kit/move-text.ts';
import { echo, type Refusal } from '../kit/refusal.ts';
import { no, ok, type Result } from '../kit/result.ts';
import {
  columnOf,
  endsOf,
  isSegment,
  kindOf,
  listed,
  nameOf,
  type Point,
  pointNamed,
  rowOf,
  segmentsAt,
  SIDE,
} from './lattice.ts';
import { type NexosMove, type NexosPosition, PASS } from './rules.ts';
import { must } from '../kit/assert.ts';
import { refusal } from './refusals.ts';
import { textOf } from './board.ts';
import { hueOf } from './colours.ts';
import { examples } from './examples.ts';
import { illegality } from './legality.ts';
import { placementOn } from './pieces.ts';

const MOST_SEGMENTS = 4;

/** Up to a dozen names with commas or dashes between them: what is longer is no move, and not looked at. */
const SHAPE = /^[a-z][1-9]\d?(?:[,-][a-z][1-9]\d?){0,11}$/;

/** Small, blanks only where they mean nothing; '' for what is too long. A line end is no blank. */
const tidy = (text: string): string => {
  const small = tidyMoveText(text).replace(/[\u2010-\u2015\u2212]/g, '-');
  return /[^\S ]/.test(small) ? small : closedUp(small, '-');
};

export const looksLikeMove = (text: string): boolean => tidy(text) === PASS || SHAPE.test(tidy(text));

/** A move somebody could play, for sentences. */
const exampleAt = (position: NexosPosition): string =>
  textOf(must(examples(position)[0], 'a running game has a legal move').placement);

/** A point by its name in a move, or that the board has none. */
function pointIn(name: string): Result<Point, Refusal> {
  const point = pointNamed(name);
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
      : refusal('point-intersection', { point: name, segments: listed(segmentsAt(found.value), 'and') }),
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

/** Every segment of the move, in the order written. */
function segmentsIn(text: string): Result<readonly Point[], Refusal> {
  const segments: Point[] = [];
  for (const part of text.split(',')) {
    const found = part.includes('-') ? lineIn(part.split('-')) : segmentIn(part);
    if (!found.ok) return found;
    segments.push(...found.value);
  }
  const twice = segments.find((segment, i) => segments.indexOf(segment) < i);
  return twice === undefined ? ok(segments) : no(refusal('segment-twice', { segment: nameOf(twice) }));
}

/** The segments of a move → the placement they are, whoever's turn it is. */
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

/** A text → the legal move it names, or the most precise reason why not. */
export function parse(position: NexosPosition, text: string): Result<NexosMove, Refusal> {
  if (position.turn === null) return no(refusal('over', {}));
  const tidied = tidy(text);
  const example = (): string => exampleAt(position);
  if (tidied === PASS) return no(refusal('pass-refused', { colour: hueOf(position.turn).title, example: example() }));
  if (!SHAPE.test(tidied)) return no(refusal('move-unreadable', { text: echo(text), example: example() }));
  const segments = segmentsIn(tidied);
  if (!segments.ok) return segments;
  const placement = placementIn(segments.value);
  if (!placement.ok) return placement;
  const reason = illegality(position, position.turn, placement.value);
  return reason === null ? ok({ placement: placement.value }) : no(reason);
}
