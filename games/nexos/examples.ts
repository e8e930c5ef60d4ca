// Example moves for players: legal ones of different pieces, the largest pieces first.
import type { NexosMove, NexosPosition } from './rules.ts';
import { boardOf, legalFor, findPlacement } from './board.ts';

const HOW_MANY = 2;

/** One move each of the first pieces that can be placed; from the middle of each list, so that it looks like a move somebody might play. */
export function examples(position: NexosPosition): readonly NexosMove[] {
  if (position.turn === null) return [];
  const byPiece = new Map<number, number[]>();
  for (const placement of legalFor(boardOf(position.placed), position.turn)) {
    const { piece } = findPlacement(placement);
    const known = byPiece.get(piece);
    if (known !== undefined) known.push(placement);
    else if (byPiece.size < HOW_MANY) byPiece.set(piece, [placement]);
    else break;
  }
  return [...byPiece.values()].flatMap(found => {
    const placement = found[Math.floor(found.length / 2)];
    return placement === undefined ? [] : [{ placement }];
  });
}
