// Explains why a piece may not be placed, and suggests moves, places for a piece and segments.
import { must } from '../kit/assert.ts';
import { KIT_REFUSALS, type Refusal, createRefuse, formatOrList } from '../kit/refusal.ts';
import { type NexosBoard, boardOf, findHolder, formatPlacement, hasPlaced, isLegal, iterateLegal } from './board.ts';
import { type Hue, findPoint, hueOf, isSegment, listSegmentsAt, nameOf } from './lattice.ts';
import { nameOfPiece, findPlacement } from './pieces.ts';
import type { NexosMove, NexosPosition } from './rules.ts';

/** The codes, each with the parts of its sentence. */
export const NEXOS_REFUSALS = {
  ...KIT_REFUSALS,
  'point-hole': ['point'], // Nexos: between the lines
  'point-intersection': ['point', 'segments'], // an intersection among the names of segments
  'point-no-intersection': ['point', 'example'], // a line is drawn from intersection to intersection
  'line-crooked': ['from', 'to'],
  'segment-twice': ['segment'],
  'segment-taken': ['segment', 'by'],
  'piece-too-long': ['count', 'most'],
  'piece-apart': ['segment'],
  'piece-placed': ['piece', 'colour', 'segments'],
  'piece-crosses': ['point', 'by'],
  'piece-off-start': ['colour', 'start', 'segments'],
  'piece-detached': ['text', 'colour', 'example'],
  'piece-places': ['piece', 'count', 'places'], // a piece is named, and not where it is to lie
  'piece-nowhere': ['piece', 'colour'],
  'move-ambiguous': ['text', 'one', 'other'], // two legal moves may be meant
  'pass-refused': ['colour', 'example'],
} as const;

export const refusal = createRefuse(NEXOS_REFUSALS);

/** Refuses a placement that claims a taken segment, or crosses another piece. null: no piece is in its way. */
function refuseConflict(board: NexosBoard, placement: number): Refusal | null {
  for (const point of findPlacement(placement).claims) {
    const holder = findHolder(board, point);
    if (holder === null) continue;
    const by = hueOf(holder).name;
    return isSegment(point)
      ? refusal('segment-taken', { segment: nameOf(point), by })
      : refusal('piece-crosses', { point: nameOf(point), by });
  }
  return null;
}

/** Refuses a piece that the colour has placed already. */
function refuseUsedPiece({ placed }: NexosPosition, hue: Hue, piece: number): Refusal {
  const before = must(
    placed.find(each => each.hue === hue && findPlacement(each.placement).piece === piece),
    'a used piece lies on the board',
  );
  return refusal('piece-placed', {
    piece: nameOfPiece(piece),
    colour: hueOf(hue).name,
    segments: formatPlacement(before.placement),
  });
}

function refuseDetached(position: NexosPosition, hue: Hue, placement: number): Refusal {
  const { name, start, startName } = hueOf(hue);
  if (!position.placed.some(each => each.hue === hue)) {
    const segments = formatOrList(listSegmentsAt(start).map(nameOf));
    return refusal('piece-off-start', { colour: name, start: startName, segments });
  }
  const example = must(listExamples(position)[0], 'the colour to move has a legal move');
  return refusal('piece-detached', {
    text: formatPlacement(placement),
    colour: name,
    example: formatPlacement(example.placement),
  });
}

/** Explains why a placement is illegal for the colour to move. null: it is legal. */
export function explainIllegality(position: NexosPosition, hue: Hue, placement: number): Refusal | null {
  const board = boardOf(position.placed);
  if (isLegal(board, hue, placement)) return null;
  const { piece } = findPlacement(placement);
  if (hasPlaced(board, hue, piece)) return refuseUsedPiece(position, hue, piece);
  return refuseConflict(board, placement) ?? refuseDetached(position, hue, placement);
}

const SUGGESTION_COUNT = 3;

/** Lists some legal placements of a piece, if possible at the named points. */
export function explainPlacement(position: NexosPosition, hue: Hue, piece: number, points: readonly string[]): Refusal {
  const board = boardOf(position.placed);
  const name = nameOfPiece(piece);
  if (hasPlaced(board, hue, piece)) return refuseUsedPiece(position, hue, piece);
  const all = [...iterateLegal(board, hue)].filter(placement => findPlacement(placement).piece === piece);
  if (all.length === 0) return refusal('piece-nowhere', { piece: name, colour: hueOf(hue).title });
  const there = all.filter(placement => {
    // Whether a placement covers or touches all these points.
    const { segments, touched } = findPlacement(placement);
    const names = new Set([...segments, ...touched].map(nameOf));
    return points.every(point => names.has(point));
  });
  const found = there.length === 0 ? all : there;
  const shown = found.filter((_, i) => i % Math.ceil(found.length / SUGGESTION_COUNT) === 0).map(formatPlacement);
  return refusal('piece-places', { piece: name, count: found.length, places: formatOrList(shown) });
}

const EXAMPLE_COUNT = 2;

/** One move for each of the first pieces that can be placed, from the middle of its list, so that it looks like a move in a game. */
export function listExamples(position: NexosPosition): readonly NexosMove[] {
  if (position.turn === null) return [];
  const byPiece = new Map<number, number[]>();
  for (const placement of iterateLegal(boardOf(position.placed), position.turn)) {
    const { piece } = findPlacement(placement);
    const known = byPiece.get(piece);
    if (known !== undefined) known.push(placement);
    else if (byPiece.size < EXAMPLE_COUNT) byPiece.set(piece, [placement]);
    else break;
  }
  return [...byPiece.values()].flatMap(found => {
    const placement = found[Math.floor(found.length / 2)];
    return placement === undefined ? [] : [{ placement }];
  });
}

/** Lists the segments that a player can click next, for a move built in any order. */
export function listContinuations({ placed, turn }: NexosPosition, names: readonly string[]): readonly string[] {
  const named = names.map(findPoint).filter(point => point !== undefined);
  if (turn === null || named.length < names.length) return [];
  const next = new Set<number>();
  for (const placement of iterateLegal(boardOf(placed), turn)) {
    const { segments } = findPlacement(placement);
    if (named.every(point => segments.includes(point))) for (const segment of segments) next.add(segment);
  }
  for (const point of named) next.delete(point);
  return [...next].sort((a, b) => a - b).map(nameOf);
}
