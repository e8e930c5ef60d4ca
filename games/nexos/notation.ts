// Parses moves of Nexos (`g16,g18,f19,e20`), and writes and reads boards as texts.
// A line of a move runs through intersections (`e21-e19-g19-g17`).
import type { GameForFile, GameFromFile, GtpNotation, Setup, SgfNode } from '../game.ts';
import { must } from '../kit/assert.ts';
import { type WrittenCells, parseCells, tidyMoveText } from '../kit/move-text.ts';
import { type Refusal, shorten, formatAndList } from '../kit/refusal.ts';
import { type Result, no, ok } from '../kit/result.ts';
import { formatProperty, readMoves } from '../sgf.ts';
import { formatPlacement } from './board.ts';
import {
  HUES,
  type Hue,
  type Point,
  SIDE_POINTS,
  columnOf,
  countSeats,
  endsOf,
  findPoint,
  findSeat,
  hueOf,
  isSegment,
  kindOf,
  listSegmentsAt,
  nameOf,
  rowOf,
} from './lattice.ts';
import { explainIllegality, explainPlacement, listExamples, refusal } from './legality.ts';
import { PIECES, findPlacementOn, findPlacement } from './pieces.ts';
import { type NexosMove, type NexosPosition, PASS, play, retire, start } from './rules.ts';

const MAX_SEGMENTS = 4;

/** A text with more cells is not parsed. */
const MAX_CELLS = 12;

const NAMES = PIECES.map(({ name }) => name.toLowerCase());

/** A piece with its place: `F at e21-e19-g19`, `piece I4: …`. */
const PIECE_WITH_PLACE = new RegExp(
  `^(?:the )?(?:piece )?(${NAMES.join('|')})( ?[:=] ?| (?:at |on |to |in |from )?| ?[,-] ?)(?=[a-z0-9])(.*)$`,
);

/** Rewrites `from e21 to e19` as a line with a dash. */
const rewriteLine = (tidy: string): string => tidy.replace(/^(?:(?:line|from) )+/, '').replace(/ to |\.\./g, '-');

/** One interpretation of a text: its cells, and the piece that it names. null: it names no piece. */
interface Interpretation {
  readonly piece: number | null;
  readonly cells: WrittenCells;
}

const createInterpretation = (piece: number | null, cells: WrittenCells | null): readonly Interpretation[] =>
  cells === null || cells.names.length > MAX_CELLS ? [] : [{ piece, cells }];

/** Whether a name means a piece and not the segment of that name. In lower case, or joined by a comma or dash, it is the segment. */
function isPiece(name: string, joint: string, text: string): boolean {
  const point = findPoint(name);
  if (point === undefined || !isSegment(point)) return true;
  return !/[,-]/.test(joint) && text.includes(name.toUpperCase());
}

/** Lists the interpretations: `L3 k4` is two segments, or the piece L3 on one. `text` is the typed text, `tidy` the cleaned one. */
function listInterpretations(text: string, tidy: string): readonly Interpretation[] {
  const [, name = '', joint = '', rest = ''] = PIECE_WITH_PLACE.exec(tidy) ?? [];
  const named =
    rest !== '' && isPiece(name, joint, text) ? createInterpretation(NAMES.indexOf(name), parseCells(rest)) : [];
  return [...createInterpretation(null, parseCells(tidy)), ...named];
}

/** The piece in a text that names only a piece: `I4` is the piece, `i4` a point. */
const findSinglePiece = (text: string, tidy: string): number | null =>
  NAMES.includes(tidy) && (parseCells(tidy) === null || text.includes(tidy.toUpperCase())) ? NAMES.indexOf(tidy) : null;

export function looksLikeMove(text: string): boolean {
  const tidy = rewriteLine(tidyMoveText(text));
  return tidy === PASS || listInterpretations(text, tidy).length > 0;
}

/** Formats a legal move, as an example in sentences. */
const formatExample = (position: NexosPosition): string =>
  formatPlacement(must(listExamples(position)[0], 'a running game has a legal move').placement);

function parsePoint(name: string): Result<Point, Refusal> {
  const point = findPoint(name);
  return point === undefined
    ? no(refusal('cell-off-board', { cell: name, first: nameOf(0), last: nameOf(SIDE_POINTS * SIDE_POINTS - 1) }))
    : ok(point);
}

function parseSegment(name: string): Result<readonly Point[], Refusal> {
  const found = parsePoint(name);
  if (!found.ok) return found;
  if (isSegment(found.value)) return ok([found.value]);
  return no(
    kindOf(found.value) === 'hole'
      ? refusal('point-hole', { point: name })
      : refusal('point-intersection', {
          point: name,
          segments: formatAndList(listSegmentsAt(found.value).map(nameOf)),
        }),
  );
}

/** Lists the segments of a straight line between two intersections. */
function listStep(from: Point, to: Point): Result<readonly Point[], Refusal> {
  const isAlong = columnOf(from) === columnOf(to) || rowOf(from) === rowOf(to);
  if (from === to || !isAlong) return no(refusal('line-crooked', { from: nameOf(from), to: nameOf(to) }));
  const stride = (rowOf(from) === rowOf(to) ? 1 : SIDE_POINTS) * Math.sign(to - from);
  const count = Math.abs(to - from) / Math.abs(stride) / 2;
  return ok(Array.from({ length: count }, (_, i) => from + (2 * i + 1) * stride));
}

/** Lists the segments of a line through intersections. */
function parseLine(names: readonly string[]): Result<readonly Point[], Refusal> {
  const segments: Point[] = [];
  let before: Point | null = null;
  for (const name of names) {
    const found = parsePoint(name);
    if (!found.ok) return found;
    if (kindOf(found.value) !== 'intersection') {
      return no(refusal('point-no-intersection', { point: name, example: 'e21-e19-g19' }));
    }
    const step = before === null ? ok([]) : listStep(before, found.value);
    if (!step.ok) return step;
    segments.push(...step.value);
    before = found.value;
  }
  return ok(segments);
}

/** Groups names into lines. Names joined by dashes are a line, unless all are segments. Intersections without dashes are a line too. */
function groupLines({ names, marks }: WrittenCells): readonly (readonly string[])[] {
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

/** Lists the segments of a move in the typed order. */
function parseSegments(cells: WrittenCells): Result<readonly Point[], Refusal> {
  const segments: Point[] = [];
  for (const line of groupLines(cells)) {
    const [first = '', second] = line;
    const found = second === undefined ? parseSegment(first) : parseLine(line);
    if (!found.ok) return found;
    segments.push(...found.value);
  }
  const twice = segments.find((segment, i) => segments.indexOf(segment) < i);
  return twice === undefined ? ok(segments) : no(refusal('segment-twice', { segment: nameOf(twice) }));
}

/** Finds the placement of these segments, for any colour. */
function findPlacementOf(segments: readonly Point[]): Result<number, Refusal> {
  if (segments.length > MAX_SEGMENTS) {
    return no(refusal('piece-too-long', { count: segments.length, most: MAX_SEGMENTS }));
  }
  const placement = findPlacementOn(segments.toSorted((a, b) => a - b));
  // Any connected segments are a piece, so these are not connected.
  return placement === undefined ? no(refusal('piece-apart', { segment: nameOf(findStray(segments)) })) : ok(placement);
}

/** The first segment that is not connected with the first one. */
function findStray(segments: readonly Point[]): Point {
  const reached = new Set(segments.slice(0, 1));
  // Each round reaches at least one more segment, or none is left.
  for (const _ of segments) {
    const ends = new Set([...reached].flatMap(endsOf));
    for (const segment of segments) if (endsOf(segment).some(end => ends.has(end))) reached.add(segment);
  }
  return must(
    segments.find(segment => !reached.has(segment)),
    'what is no piece falls apart',
  );
}

/** The legal move of an interpretation, or the reason for refusing it. */
function interpret(position: NexosPosition, hue: Hue, { piece, cells }: Interpretation): Result<number, Refusal> {
  const segments = parseSegments(cells);
  const placement = segments.ok ? findPlacementOf(segments.value) : segments;
  if (piece !== null && (!placement.ok || findPlacement(placement.value).piece !== piece))
    return no(explainPlacement(position, hue, piece, cells.names));
  if (!placement.ok) return placement;
  const reason = explainIllegality(position, hue, placement.value);
  return reason === null ? placement : no(reason);
}

/** Parses a legal move, or returns the most precise reason for refusing it. */
export function parse(position: NexosPosition, text: string): Result<NexosMove, Refusal> {
  const { turn } = position;
  if (turn === null) return no(refusal('over', {}));
  const tidy = rewriteLine(tidyMoveText(text));
  if (tidy === PASS)
    return no(refusal('pass-refused', { colour: hueOf(turn).title, example: formatExample(position) }));
  const alone = findSinglePiece(text, tidy);
  if (alone !== null) return no(explainPlacement(position, turn, alone, []));
  const judged = listInterpretations(text, tidy).map(reading => interpret(position, turn, reading));
  const [one, other] = judged.flatMap(read => (read.ok ? [read.value] : []));
  if (one !== undefined && other !== undefined && one !== other)
    return no(
      refusal('move-ambiguous', { text: shorten(text), one: formatPlacement(one), other: formatPlacement(other) }),
    );
  if (one !== undefined) return ok({ placement: one });
  const refused = judged.at(-1);
  return refused !== undefined && !refused.ok
    ? refused
    : no(refusal('move-unreadable', { text: shorten(text), example: formatExample(position) }));
}

/** Marks among the moves where a seat has given up. Its colours are skipped from there on. */
const RETIRED = 'retired=';

/** The maximal number of moves and resignations of a game. */
const MAX_PARTS = HUES.length * (PIECES.length + 1);

/** Writes the moves. The colour of each move is not written: the rules determine it. */
export function encode({ placed, retired }: NexosPosition): string {
  const parts = placed.map(({ placement }) => formatPlacement(placement));
  // Inserted from the last on, so that the indexes of the others stay valid.
  for (const { seat, after } of retired.toReversed()) parts.splice(after, 0, `${RETIRED}${hueOf(seat).name}`);
  return parts.join('/');
}

/** Plays one part of the text. null: it is illegal. */
function playPart(position: NexosPosition, part: string): NexosPosition | null {
  if (part.startsWith(RETIRED)) {
    const hue = HUES.findIndex(({ name }) => part === `${RETIRED}${name}`);
    return hue < 0 || position.end !== null ? null : retire(position, findSeat(position.setup, hue));
  }
  const move = parse(position, part);
  return move.ok ? play(position, move.value) : null;
}

export function decode(setup: Setup, text: string): Result<NexosPosition, Refusal> {
  const parts = text.trim() === '' ? [] : text.trim().split('/', MAX_PARTS + 1);
  let position = start(setup);
  for (const [i, part] of parts.entries()) {
    const next = playPart(position, part);
    if (next === null) {
      return no(
        refusal('position-unreadable', {
          text: shorten(text),
          expected: `legal moves joined by / (number ${i + 1}, '${shorten(part)}', is none there)`,
        }),
      );
    }
    position = next;
  }
  return ok(position);
}

/** Writes a Nexos game as a Blokus SGF file for the program Pentobi. */
export const EXTENSION = 'blksgf';

/** Writes the game: one node for each move, with the number of its colour as the property. Skipped colours have no node. */
export function writeBlokusSgf({
  position,
  players,
}: Pick<GameForFile<NexosPosition>, 'position' | 'players'>): string {
  const { setup, placed } = position;
  const seats = countSeats(setup);
  // The properties of the players' names, by seat.
  const names = players
    .map((player, seat) => formatProperty((seats === 2 ? ['PB', 'PW'] : ['P1', 'P2', 'P3', 'P4'])[seat] ?? '', player))
    .join('');
  const root = `;GM[Nexos${seats === 2 ? ' Two-Player' : ''}]CA[UTF-8]${names}`;
  const moves = placed.map(({ hue, placement }) => `;${hue + 1}${formatProperty('', formatPlacement(placement))}`);
  return `(${[root, ...moves].join('\n')})\n`;
}

export const GAME_NAMES = ['nexos', 'nexos two-player'];

/** Reads such a file: a property for each colour, `1` to `4`. */
export function readBlokusSgf(nodes: readonly SgfNode[]): Result<GameFromFile, string> {
  const moves = readMoves(nodes, Object.fromEntries(HUES.map(({ name }, hue) => [hue + 1, name])));
  if (!moves.ok) return moves;
  const players = nodes[0]?.get('GM')?.trim().toLowerCase() === GAME_NAMES[0] ? '4' : '2';
  return ok({ setup: { players }, moves: moves.value, swappedAfter: null, isMirrored: [false, false], retired: null });
}

/** How Pentobi writes Nexos in GTP: colours are numbers, and a move is a list of its segments. */
const SEGMENTS = /^[a-y]\d{1,2}(?:,[a-y]\d{1,2}){0,3}$/;

export const PENTOBI_GTP: GtpNotation = {
  chooseGame: setup => (countSeats(setup) === 2 ? 'set_game Nexos Two-Player' : 'set_game Nexos'),
  nameColour: colour => [String(HUES.findIndex(({ name }) => name === colour) + 1), colour],
  writeMove: text => text,
  readMove: text => (SEGMENTS.test(text) ? text : null),
  mirrored: null,
};
