// Captures as in Go: a chain without an empty neighbour is taken off the board.
// A player may not leave a chain of their own without one.
import { type Cell, EMPTY, type Filling, otherSide, STONE, type StoneBoard, type StoneSide } from './stone-game.ts';

/** The cells of the chain of a stone. null: the chain has a liberty. */
export function findDeadChain(
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

const NO_CELLS: readonly Cell[] = [];

/** Whether every stone on or beside these cells touches an empty cell. Then all their chains have liberties. A quick test without chains. */
function haveLiberties(neighbours: readonly (readonly Cell[])[], filling: Filling, changed: readonly Cell[]): boolean {
  const touchesEmpty = (cell: Cell): boolean => neighbours[cell]?.some(next => filling[next] === EMPTY) === true;
  const isSafe = (cell: Cell): boolean =>
    (filling[cell] !== STONE[0] && filling[cell] !== STONE[1]) || touchesEmpty(cell);
  return changed.every(cell => isSafe(cell) && neighbours[cell]?.every(isSafe) !== false);
}

/** Creates the function that finds captures. Only chains on or beside a changed cell can have lost a liberty. */
export const createCaptures =
  (neighbours: readonly (readonly Cell[])[]): NonNullable<StoneBoard['findCaptures']> =>
  (filling: Filling, changed: readonly Cell[], side: StoneSide) => {
    if (haveLiberties(neighbours, filling, changed)) return NO_CELLS;
    const nearby = [...new Set(changed.flatMap(cell => [cell, ...(neighbours[cell] ?? [])]))];
    const enemy = STONE[otherSide(side)];
    const capturedCells = new Set<Cell>();
    for (const cell of nearby) {
      if (filling[cell] !== enemy || capturedCells.has(cell)) continue;
      for (const stone of findDeadChain(neighbours, filling, cell) ?? []) capturedCells.add(stone);
    }
    for (const cell of capturedCells) filling[cell] = EMPTY;
    const isSuicide = nearby.some(
      cell => filling[cell] === STONE[side] && findDeadChain(neighbours, filling, cell) !== null,
    );
    for (const cell of capturedCells) filling[cell] = enemy;
    return isSuicide ? null : [...capturedCells].sort((a, b) => a - b);
  };
