// Builds the grid of a stone board from rows of cells: names, neighbours, and edges.
import { must } from '#games/kit/assert.ts';
import { memoize } from '#games/kit/remember.ts';
import { type Size, parseSize } from '#games/options.ts';
import type { Cell, StoneBoard } from '../stone-game.ts';

/** Memoizes the boards of a game by size, since every move needs the board. */
export const boardsBySize = (make: (size: Size) => StoneBoard): ((size: string) => StoneBoard) =>
  memoize(size => make(must(parseSize(size), 'a setup holds a canonical size')));

/** Returns a function that finds a cell by its name, in upper or lower case. */
export function createFinder(names: readonly string[]): (name: string) => Cell | undefined {
  const cellByName = new Map(names.map((name, cell) => [name, cell]));
  return name => cellByName.get(name.toLowerCase());
}

/** The edges of a board whose rows have the same length. */
export const TOP = 0;
export const BOTTOM = 1;
export const LEFT = 2;
export const RIGHT = 3;

export interface CellGrid {
  /** In reading order. */
  readonly names: readonly string[];
  readonly rows: readonly number[];
  readonly neighbours: readonly (readonly Cell[])[];
  /** The neighbours of each cell in the order of `NeighbourSteps`. A neighbour beyond the board is cells + its edge. */
  readonly ring: Int16Array;
}

/** The steps to the neighbours of a cell, in circular order. */
type NeighbourSteps = readonly (readonly [down: number, right: number])[];

/** Builds a grid. `rows`: the number of cells of each row. `edgeAt`: the edge of a place beyond the board. */
export function buildGrid(
  rows: readonly number[],
  steps: NeighbourSteps,
  nameOf: (row: number, place: number) => string,
  edgeAt: (row: number, place: number) => number,
): CellGrid {
  const places = rows.flatMap((length, row) => Array.from({ length }, (_, place) => [row, place] as const));
  const cells = places.length;
  const firstCells = rows.map((_, row) => places.findIndex(([each]) => each === row));
  const cellOrEdge = (row: number, place: number): number =>
    place >= 0 && place < (rows[row] ?? 0) ? (firstCells[row] ?? 0) + place : cells + edgeAt(row, place);
  const rings = places.map(([row, place]) => steps.map(([down, right]) => cellOrEdge(row + down, place + right)));
  return {
    names: places.map(([row, place]) => nameOf(row, place)),
    rows,
    neighbours: rings.map(ring => ring.filter(next => next < cells)),
    ring: Int16Array.from(rings.flat()),
  };
}

/** Builds a grid with rows of one length. */
export const buildRectangle = (
  { rows, columns }: Size,
  steps: NeighbourSteps,
  nameOf: (row: number, column: number) => string,
): CellGrid =>
  buildGrid(
    Array.from({ length: rows }, () => columns),
    steps,
    nameOf,
    (row, column) => {
      if (row < 0) return TOP;
      if (row >= rows) return BOTTOM;
      return column < 0 ? LEFT : RIGHT;
    },
  );
