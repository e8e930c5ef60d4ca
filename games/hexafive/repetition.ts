// Detects the third occurrence of a position.
// A position can recur only through captures, so undoing them one by one finds all repetitions.
import { enemyStone, type Grid, type Slot } from './board.ts';
import { EMPTY } from '../stones/stone-game.ts';

/** The number of slots that describe a capture: the placed stone, the taken stone, and the cell forbidden before (or NO_SLOT). */
export const SLOTS_PER_EXCHANGE = 3;
/** A third occurrence needs at least eight captures: a position recurs after four plies at the earliest. */
const MIN_EXCHANGE_SLOTS = 8 * SLOTS_PER_EXCHANGE;

/** Whether this position, with the same side to move and forbidden cell, occurs at least for the third time. `exchanges`: the last captures. */
export function isThirdOccurrence(grid: Grid, ban: Slot, exchanges: readonly Slot[]): boolean {
  if (exchanges.length < MIN_EXCHANGE_SLOTS) return false;
  const before = grid.slice();
  let differing = 0;
  let earlier = 0;
  const setContent = (slot: Slot, content: number): void => {
    differing += Number(content !== grid[slot]) - Number(before[slot] !== grid[slot]);
    before[slot] = content;
  };
  for (let i = exchanges.length - SLOTS_PER_EXCHANGE; i >= 0; i -= SLOTS_PER_EXCHANGE) {
    const [placed = 0, taken = 0, banned = 0] = exchanges.slice(i, i + SLOTS_PER_EXCHANGE);
    const mover = before[placed] ?? EMPTY;
    setContent(placed, EMPTY);
    setContent(taken, enemyStone(mover));
    const isSameTurn = (exchanges.length - i) % (2 * SLOTS_PER_EXCHANGE) === 0;
    if (isSameTurn && differing === 0 && banned === ban) earlier += 1;
  }
  return earlier >= 2;
}
