// Bitboards for small boards of Nex.
// A set of cells is one integer, bit 0 the first cell in reading order.
import type { Size } from '#games/options.ts';

/** A set of cells. */
export type Bitboard = number;

/** Bits 30 and 31 of a word are left for marks of the transposition table. */
const MOST_CELLS = 30;

/** One side's way across a board, with what the board's geometry needs. */
export interface Lane {
  readonly columns: number;
  readonly full: Bitboard;
  /** All cells but those of the first or last column: what a step to the left or right starts from. */
  readonly notFirst: Bitboard;
  readonly notLast: Bitboard;
  /** The cells on the edges to be joined. */
  readonly from: Bitboard;
  readonly to: Bitboard;
  /** Room for a walk through the board, layer by layer. */
  readonly layers: Int32Array;
}

export interface BoardGeometry {
  readonly cells: number;
  readonly full: Bitboard;
  /** Black's way and White's. */
  readonly lanes: readonly [Lane, Lane];
}

/** The geometry of a board; null where its cells are too many for a bitboard. */
export function geometryOf({ rows, columns }: Size): BoardGeometry | null {
  const cells = rows * columns;
  if (cells > MOST_CELLS) return null;
  const where = (test: (row: number, column: number) => boolean): Bitboard => {
    let mask = 0;
    for (let cell = 0; cell < cells; cell++) {
      if (test(Math.floor(cell / columns), cell % columns)) mask |= 1 << cell;
    }
    return mask;
  };
  const full = where(() => true);
  const lane = (from: Bitboard, to: Bitboard): Lane => ({
    columns,
    full,
    notFirst: where((_, column) => column > 0),
    notLast: where((_, column) => column < columns - 1),
    from,
    to,
    layers: new Int32Array(2 * MOST_CELLS + 4),
  });
  const black = lane(
    where(row => row === 0),
    where(row => row === rows - 1),
  );
  const white = lane(
    where((_, column) => column === 0),
    where((_, column) => column === columns - 1),
  );
  return { cells, full, lanes: [black, white] };
}

/** The neighbours of these cells; may hold some of the cells themselves. */
export function around({ columns, full, notFirst, notLast }: Lane, cells: Bitboard): Bitboard {
  const right = cells & notLast;
  const left = cells & notFirst;
  return (
    ((right << 1) |
      (left >>> 1) |
      (cells << columns) |
      (cells >>> columns) |
      (right >>> (columns - 1)) |
      (left << (columns - 1))) &
    full
  );
}

/** The cells of `within` that hang together with those of `seed`, which lie in it. */
export function flood(lane: Lane, seed: Bitboard, within: Bitboard): Bitboard {
  let reached = seed;
  for (;;) {
    const next = reached | (around(lane, reached) & within);
    if (next === reached) return reached;
    reached = next;
  }
}

export function count(cells: Bitboard): number {
  let rest = cells - ((cells >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The first cell of a set that is not empty, as a set. */
export const firstOf = (cells: Bitboard): Bitboard => cells & -cells;

const FLIPPED = Int32Array.from({ length: 1024 }, (_, bits) => {
  let flipped = 0;
  for (let i = 0; i < 10; i++) if ((bits & (1 << i)) !== 0) flipped |= 512 >> i;
  return flipped;
});

const flipped = (bits: number): number => FLIPPED[bits & 1023] ?? 0;

/** The set after the board is turned by half, which leaves both sides their edges. */
export const rotate = ({ cells }: BoardGeometry, set: Bitboard): Bitboard =>
  ((flipped(set) << 20) | (flipped(set >>> 10) << 10) | flipped(set >>> 20)) >>> (MOST_CELLS - cells);
