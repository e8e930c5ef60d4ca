// Makes example moves for players: legal moves of different pieces, the largest pieces first.
import type { NexosMove, NexosPosition } from './rules.ts';
import { boardOf, iterateLegal, findPlacement } from './board.ts';

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
