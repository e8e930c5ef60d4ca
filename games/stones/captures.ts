// Capturing as in Go: a chain without an empty neighbour is taken off the board, and nobody may leave a chain of their own so.
import { type Cell, EMPTY, type Filling, other, STONE, type StoneBoard, type StoneSide } from './stone-game.ts';

/** The chain of like stones a cell belongs to, as cells; null where it has a liberty. */
function chainWithoutLiberty(
  neighbours: readonly (readonly Cell[])[],
  filling: Filling,
  start: Cell,
): readonly Cell[] | null {
  const stone = filling[start];
  const chain = [start];
  const seen = new Set(chain);
  for (const cell of chain) {
    for (const next of neighbours[cell] ?? []) {
      if (filling[next] === EMPTY) return null;
      if (filling[next] !== stone || seen.has(next)) continue;
      seen.add(next);
      chain.push(next);
    }
  }
  return chain;
}

/** Only chains that hold or touch a changed cell can have lost a liberty. */
export const capturesOn =
  (neighbours: readonly (readonly Cell[])[]): NonNullable<StoneBoard['captures']> =>
  (filling: Filling, changed: readonly Cell[], side: StoneSide) => {
    const near = [...new Set(changed.flatMap(cell => [cell, ...(neighbours[cell] ?? [])]))];
    const enemy = STONE[other(side)];
    const taken = new Set<Cell>();
    for (const cell of near) {
      if (filling[cell] !== enemy || taken.has(cell)) continue;
      for (const stone of chainWithoutLiberty(neighbours, filling, cell) ?? []) taken.add(stone);
    }
    for (const cell of taken) filling[cell] = EMPTY;
    const isSuicide = near.some(
      cell => filling[cell] === STONE[side] && chainWithoutLiberty(neighbours, filling, cell) !== null,
    );
    for (const cell of taken) filling[cell] = enemy;
    return isSuicide ? null : [...taken].sort((a, b) => a - b);
  };
