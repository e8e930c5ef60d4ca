// A grid of rows and columns, whatever the cells are neighbours of: names, neighbours, and the edges of the board. Hex and Go boards are made of it.
import type { Size } from '#games/kit/options.ts';
import type { Cell } from '../stone-game.ts';

export const TOP = 0;
export const BOTTOM = 1;
export const LEFT = 2;
export const RIGHT = 3;

export interface CellGrid {
  /** In reading order. */
  readonly names: readonly string[];
  readonly rows: readonly number[];
  readonly neighbours: readonly (readonly Cell[])[];
  /** As many entries a cell as `round` has steps, in its order; beyond the board stands cells + edge. */
  readonly ring: Int16Array;
}

/** `round`: the steps to the neighbours, down and right, going round a cell. */
export function grid(
  { rows, columns }: Size,
  round: readonly (readonly [down: number, right: number])[],
  nameOf: (row: number, column: number) => string,
): CellGrid {
  const cells = rows * columns;
  const degree = round.length;
  const names: string[] = [];
  const ring = new Int16Array(cells * degree);
  const at = (row: number, column: number): number => {
    if (row < 0) return cells + TOP;
    if (row >= rows) return cells + BOTTOM;
    if (column < 0) return cells + LEFT;
    return column >= columns ? cells + RIGHT : row * columns + column;
  };
  for (let cell = 0; cell < cells; cell++) {
    const row = Math.floor(cell / columns);
    const column = cell % columns;
    names.push(nameOf(row, column));
    round.forEach(([down, right], i) => (ring[cell * degree + i] = at(row + down, column + right)));
  }
  const around = (cell: Cell): Cell[] => [...ring.subarray(cell * degree, (cell + 1) * degree)];
  const neighbours = names.map((_, cell) => around(cell).filter(next => next < cells));
  return { names, rows: Array.from({ length: rows }, () => columns), neighbours, ring };
}
