// Detects the third occurrence of a position.
// Only captures can bring a position back, so it is enough to undo them one by one and compare.
import { enemyOf, type Grid, type Slot } from './board.ts';
import { EMPTY } from '../stones/stone-game.ts';

/** Slots a capture is told by: the stone placed, the stone taken, what was forbidden before (or NOWHERE). */
export const EXCHANGE = 3;
/** A player may not play at once where they lost a stone: a position recurs at the fourth ply at the earliest, and again at the eighth. */
const SOONEST = 8 * EXCHANGE;

/** Is this the third time (or a later one) that these stones stand so with the same side to move and the same cell forbidden? `exchanges`: the captures that led here, EXCHANGE slots each. */
export function isThird(grid: Grid, ban: Slot, exchanges: readonly Slot[]): boolean {
  if (exchanges.length < SOONEST) return false;
  const before = grid.slice();
  let differing = 0;
  let earlier = 0;
  const put = (slot: Slot, content: number): void => {
    differing += Number(content !== grid[slot]) - Number(before[slot] !== grid[slot]);
    before[slot] = content;
  };
  for (let i = exchanges.length - EXCHANGE; i >= 0; i -= EXCHANGE) {
    const [placed = 0, taken = 0, banned = 0] = exchanges.slice(i, i + EXCHANGE);
    const mover = before[placed] ?? EMPTY;
    put(placed, EMPTY);
    put(taken, enemyOf(mover));
    const isSameTurn = (exchanges.length - i) % (2 * EXCHANGE) === 0;
    if (isSameTurn && differing === 0 && banned === ban) earlier += 1;
  }
  return earlier >= 2;
}
