// Suggests places for a piece, if a player names a piece without a place.
import { formatOrList } from '../kit/lists.ts';
import type { Refusal } from '../kit/refusal.ts';
import { boardOf, hasPlaced, iterateLegal, findPlacement, formatPlacement } from './board.ts';
import { type Hue, hueOf } from './colours.ts';
import { refuseUsedPiece } from './legality.ts';
import { nameOf } from './lattice.ts';
import { nameOfPiece } from './pieces.ts';
import { refusal } from './refusals.ts';
import type { NexosPosition } from './rules.ts';

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
