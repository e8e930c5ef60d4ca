// Wins and losses by the next placement in Nexos.
// Only a placement that ends the game wins or loses at once, and most positions are far from that.
import type { Outcome, Seat } from '../game.ts';
import { boardOf, legalFor, findPlacement } from './board.ts';
import { type Hue, HUES, seatOf } from './colours.ts';
import { MOST_CLAIMS } from './pieces.ts';
import { hasRetired, moves, type NexosMove, type NexosPosition, outcome, play } from './rules.ts';
import { must } from '../kit/assert.ts';

/**
 * Is there so much room that no placement ends the game? A placement makes impossible at most one of several that claim no point in common for each
 * point it claims, and those of its own piece.
 */
function hasRoom(position: NexosPosition, mover: Hue): boolean {
  const board = boardOf(position.placed);
  const claimed = new Set<number>();
  const pieces = new Set<number>();
  let apart = 0;
  for (const hue of HUES.keys()) {
    if (hasRetired(position, hue)) continue;
    for (const placement of legalFor(board, hue)) {
      const { claims, piece } = findPlacement(placement);
      if (claims.some(point => claimed.has(point)) || (hue === mover && pieces.has(piece))) continue;
      for (const point of claims) claimed.add(point);
      if (hue === mover) pieces.add(piece);
      apart += 1;
      if (apart > MOST_CLAIMS + 1) return true;
    }
  }
  return false;
}

const seatToMove = (position: NexosPosition): Seat =>
  seatOf(position.setup, must(position.turn, 'the game is not over'));

const isFirstAlone = ({ ranks }: Outcome, seat: Seat): boolean =>
  ranks[seat] === 1 && ranks.every((rank, other) => other === seat || rank > 1);

const isLastAlone = ({ ranks }: Outcome, seat: Seat): boolean => ranks[seat] === ranks.length;

export function winningMove(position: NexosPosition): NexosMove | null {
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
    if (end !== null) return isLastAlone(end, seat);
    return seatToMove(after) !== seat && winningMove(after) !== null;
  };
