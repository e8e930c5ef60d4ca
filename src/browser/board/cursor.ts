// Finds the spot that an arrow key leads to: along a row, and from row to row.
// All boards are drawn in rows, straight or shifted by half a place.
import type { Spot } from '#games/kit/picture.ts';

/** Places are in one row if their heights differ by less, in cells. */
const SAME_ROW = 0.1;

/** The two directions of an axis: -1 is left or up. */
export type Way = -1 | 1;

/** The next place in the row. undefined: this is the last one. */
export function findInRow(spots: readonly Spot[], from: Spot, way: Way): Spot | undefined {
  const ahead = spots.filter(({ x, y }) => Math.abs(y - from.y) < SAME_ROW && (x - from.x) * way > 0);
  return findSmallest(ahead, ({ x }) => (x - from.x) * way);
}

/** The nearest place in the next row. undefined: there is no other row. If two are equally near, up returns to the place that down came from. */
export function findInNextRow(spots: readonly Spot[], from: Spot, way: Way): Spot | undefined {
  const distanceOf = ({ y }: Spot): number => (y - from.y) * way;
  const ahead = spots.filter(spot => distanceOf(spot) >= SAME_ROW);
  const row = Math.min(...ahead.map(distanceOf));
  return findSmallest(
    ahead.filter(spot => distanceOf(spot) < row + SAME_ROW),
    ({ x }) => Math.abs(x - from.x - way * (SAME_ROW / 2)),
  );
}

function findSmallest(spots: readonly Spot[], size: (spot: Spot) => number): Spot | undefined {
  return [...spots].sort((a, b) => size(a) - size(b))[0];
}
