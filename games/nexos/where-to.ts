// Suggests where a piece could be placed, if a player names a piece without a place.
import { formatOrList } from '../kit/lists.ts';
import type { Refusal } from '../kit/refusal.ts';
import { boardOf, hasPlaced, legalFor, findPlacement, textOf } from './board.ts';
import { type Hue, hueOf } from './colours.ts';
import { placedAlready } from './legality.ts';
import { nameOf } from './lattice.ts';
import { nameOfPiece } from './pieces.ts';
import { refusal } from './refusals.ts';
import type { NexosPosition } from './rules.ts';

const HOW_MANY = 3;

/** Does a placement lie on or touch all these points? */
const liesAt = (placement: number, points: readonly string[]): boolean => {
  const { segments, touched } = findPlacement(placement);
  const names = new Set([...segments, ...touched].map(nameOf));
  return points.every(point => names.has(point));
};

/** Some legal placements of a piece, spread over the list; those at the points named, where there are any. */
export function explainPlacement(position: NexosPosition, hue: Hue, piece: number, points: readonly string[]): Refusal {
  const board = boardOf(position.placed);
  const name = nameOfPiece(piece);
  if (hasPlaced(board, hue, piece)) return placedAlready(position, hue, piece);
  const all = [...legalFor(board, hue)].filter(placement => findPlacement(placement).piece === piece);
  if (all.length === 0) return refusal('piece-nowhere', { piece: name, colour: hueOf(hue).title });
  const there = all.filter(placement => liesAt(placement, points));
  const found = there.length === 0 ? all : there;
  const shown = found.filter((_, i) => i % Math.ceil(found.length / HOW_MANY) === 0).map(textOf);
  return refusal('piece-places', { piece: name, count: found.length, places: formatOrList(shown) });
}
