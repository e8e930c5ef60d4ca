// Finds moves that win at once, and moves that lose at once, in Nexos.
// Only a placement that ends the game can do so, so a quick test excludes most positions.
import type { Outcome, Seat } from '../game.ts';
import { boardOf, iterateLegal, findPlacement } from './board.ts';
import { type Hue, HUES, findSeat } from './colours.ts';
import { MAX_CLAIMS } from './pieces.ts';
import { hasRetired, moves, type NexosMove, type NexosPosition, outcome, play } from './rules.ts';
import { must } from '../kit/assert.ts';

/**
 * Whether no placement can end the game. Counts legal placements that share no point. A placement makes at most one of them impossible
 * for each point that it claims, and those of its own piece.
 */
function hasRoom(position: NexosPosition, mover: Hue): boolean {
  const board = boardOf(position.placed);
  const claimed = new Set<number>();
  const pieces = new Set<number>();
  let separateCount = 0;
  for (const hue of HUES.keys()) {
    if (hasRetired(position, hue)) continue;
    for (const placement of iterateLegal(board, hue)) {
      const { claims, piece } = findPlacement(placement);
      if (claims.some(point => claimed.has(point)) || (hue === mover && pieces.has(piece))) continue;
      for (const point of claims) claimed.add(point);
      if (hue === mover) pieces.add(piece);
      separateCount += 1;
      if (separateCount > MAX_CLAIMS + 1) return true;
    }
  }
  return false;
}

const seatToMove = (position: NexosPosition): Seat =>
  findSeat(position.setup, must(position.turn, 'the game is not over'));

const isFirstAlone = ({ ranks }: Outcome, seat: Seat): boolean =>
  ranks[seat] === 1 && ranks.every((rank, other) => other === seat || rank > 1);

export function findWinningMove(position: NexosPosition): NexosMove | null {
  if (position.turn === null || hasRoom(position, position.turn)) return null;
  const seat = seatToMove(position);
  for (const move of moves(position)) {
    const end = outcome(play(position, move));
    if (end !== null && isFirstAlone(end, seat)) return move;
  }
  return null;
}

export const losesAtOnce =
  (position: NexosPosition) =>
  (move: NexosMove): boolean => {
    const seat = seatToMove(position);
    const after = play(position, move);
    const end = outcome(after);
    if (end !== null) return end.ranks[seat] === end.ranks.length;
    return seatToMove(after) !== seat && findWinningMove(after) !== null;
  };
