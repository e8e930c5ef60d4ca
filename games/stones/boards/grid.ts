// A grid of rows of cells: names, neighbours, and the edges of the board.
// Every stone board is made of it, whatever its cells' neighbours are.
import type { Size } from '#games/options.ts';
import type { Cell } from '../stone-game.ts';

/** The edges of a board whose rows are all of one length. */
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

/** The steps to the neighbours of a cell, going round it. */
type Round = readonly (readonly [down: number, right: number])[];

/** `rows`: the cells of each row; `edgeAt`: the edge on which a place beyond the board lies. */
export function grid(
  rows: readonly number[],
  round: Round,
  nameOf: (row: number, place: number) => string,
  edgeAt: (row: number, place: number) => number,
): CellGrid {
  const places = rows.flatMap((length, row) => Array.from({ length }, (_, place) => [row, place] as const));
  const cells = places.length;
  const firsts = rows.map((_, row) => places.findIndex(([each]) => each === row));
  const at = (row: number, place: number): number =>
    place >= 0 && place < (rows[row] ?? 0) ? (firsts[row] ?? 0) + place : cells + edgeAt(row, place);
  const rings = places.map(([row, place]) => round.map(([down, right]) => at(row + down, place + right)));
  return {
    names: places.map(([row, place]) => nameOf(row, place)),
    rows,
    neighbours: rings.map(around => around.filter(next => next < cells)),
    ring: Int16Array.from(rings.flat()),
  };
}

/** The same with rows of one length. */
export const rectangle = (
  { rows, columns }: Size,
  round: Round,
  nameOf: (row: number, column: number) => string,
): CellGrid =>
  grid(
    Array.from({ length: rows }, () => columns),
    round,
    nameOf,
    (row, column) => {
      if (row < 0) return TOP;
      if (row >= rows) return BOTTOM;
      return column < 0 ? LEFT : RIGHT;
    },
  );
