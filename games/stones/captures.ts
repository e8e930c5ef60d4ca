// Captures as in Go: a chain without an empty neighbour is taken off the board.
// A player may not leave a chain of their own without one.
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

const NOTHING: readonly Cell[] = [];

/** Does every stone on or beside these cells touch an empty one? Then every chain there has a liberty: nearly always, and told without following chains. */
function isRoomy(neighbours: readonly (readonly Cell[])[], filling: Filling, changed: readonly Cell[]): boolean {
  const touchesEmpty = (cell: Cell): boolean => neighbours[cell]?.some(next => filling[next] === EMPTY) === true;
  const isSafe = (cell: Cell): boolean =>
    (filling[cell] !== STONE[0] && filling[cell] !== STONE[1]) || touchesEmpty(cell);
  return changed.every(cell => isSafe(cell) && neighbours[cell]?.every(isSafe) !== false);
}

/** Only chains that hold or touch a changed cell can have lost a liberty. */
export const capturesOn =
  (neighbours: readonly (readonly Cell[])[]): NonNullable<StoneBoard['captures']> =>
  (filling: Filling, changed: readonly Cell[], side: StoneSide) => {
    if (isRoomy(neighbours, filling, changed)) return NOTHING;
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
