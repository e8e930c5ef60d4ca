// Small boards of Nex in bits, and their chains: finished, cut off, or how far from finished.
import type { Size } from '#games/options.ts';

/** A set of cells: one integer, bit 0 the first cell in reading order. */
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
function around({ columns, full, notFirst, notLast }: Lane, cells: Bitboard): Bitboard {
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
function flood(lane: Lane, seed: Bitboard, within: Bitboard): Bitboard {
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

const layer = (lane: Lane, depth: number): Bitboard => lane.layers[depth] ?? 0;

/** A shortest chain of these cells from edge to edge; 0: there is none. */
export function findShortestChain(lane: Lane, cells: Bitboard): Bitboard {
  let front = cells & lane.from;
  let seen = front;
  let depth = 0;
  while (front !== 0 && (front & lane.to) === 0) {
    lane.layers[depth++] = front;
    front = around(lane, front) & cells & ~seen;
    seen |= front;
  }
  if (front === 0) return 0;
  let cell = firstOf(front & lane.to);
  let chain = cell;
  while (depth > 0) {
    cell = firstOf(around(lane, cell) & layer(lane, --depth));
    chain |= cell;
  }
  return chain;
}

/** A chain through neutrals taken by one conversion, a stone to spare besides; `pair` are the cells taken that may be needed. */
function chainSparingOne(lane: Lane, mine: Bitboard, pair: Bitboard): Bitboard {
  const chain = findShortestChain(lane, mine | pair);
  if ((mine & ~chain) !== 0) return chain;
  // As short a chain may leave out a stone where this one leaves out a neutral.
  for (let rest = mine; rest !== 0; rest &= rest - 1) {
    const other = findShortestChain(lane, (mine | pair) & ~firstOf(rest));
    if (other !== 0) return other;
  }
  return 0;
}

/** The same for what one conversion may take: `near` are the neutrals beside the one edge's stones, `far` those beside the other's. */
function convertedChain(lane: Lane, mine: Bitboard, near: Bitboard, far: Bitboard): Bitboard {
  for (let both = near & far; both !== 0; both &= both - 1) {
    const chain = chainSparingOne(lane, mine, firstOf(both));
    if (chain !== 0) return chain;
  }
  for (let first = near; first !== 0; first &= first - 1) {
    const one = firstOf(first);
    const reach = around(lane, flood(lane, one, mine | one));
    for (let second = reach & far & ~one; second !== 0; second &= second - 1) {
      const chain = chainSparingOne(lane, mine, one | firstOf(second));
      if (chain !== 0) return chain;
    }
  }
  return 0;
}

/**
 * The chain a side that has none can finish by its next move; 0: it cannot.
 * `empties` are 0 where nothing can be placed, `neutrals` 0 where nothing can be converted.
 */
export function findChainInOne(lane: Lane, mine: Bitboard, neutrals: Bitboard, empties: Bitboard): Bitboard {
  const near = around(lane, flood(lane, mine & lane.from, mine)) | lane.from;
  const far = around(lane, flood(lane, mine & lane.to, mine)) | lane.to;
  const gap = near & far & empties;
  if (gap !== 0) return findShortestChain(lane, mine | firstOf(gap));
  if (neutrals === 0 || mine === 0) return 0;
  return convertedChain(lane, mine, near & neutrals, far & neutrals);
}

/** Further than any way on a small board. */
const NO_WAY = 64;

/** What a way costs at least, where the mover's own cells cost nothing, neutral ones 1 and empty ones 2. */
export function distance(lane: Lane, mine: Bitboard, neutrals: Bitboard, empties: Bitboard): number {
  let reached = flood(lane, mine & lane.from, mine);
  /** The neighbours of what was reached a step ago: there an empty cell is paid for now. */
  let border = 0;
  for (let cost = 0; cost < NO_WAY; cost++) {
    if ((reached & lane.to) !== 0) return cost;
    const next = around(lane, reached) | lane.from;
    const grown = reached | (next & neutrals) | (border & empties);
    border = next;
    reached = flood(lane, grown, mine | grown);
  }
  return NO_WAY;
}

/**
 * Makes `part` hold a set that joins the edges, made of `cells` alone, adding as few cells as can be; the cells of `part` among them are free.
 * Asked only where `cells` join the edges.
 */
export function joined(lane: Lane, part: Bitboard, cells: Bitboard): Bitboard {
  const free = part & cells;
  let depth = 0;
  let reached = flood(lane, free & lane.from, free);
  lane.layers[0] = reached;
  while ((reached & lane.to) === 0) {
    const paid = (around(lane, reached) | lane.from) & cells & ~reached;
    if (paid === 0) return part;
    reached |= flood(lane, paid, free | paid);
    lane.layers[++depth] = reached;
  }
  let target = reached & lane.to;
  let whole = part;
  while (depth > 0) {
    const fresh = layer(lane, depth) & ~layer(lane, depth - 1);
    const zone = flood(lane, target & fresh & free, fresh & free);
    const gate = (around(lane, layer(lane, depth - 1)) | lane.from) & fresh & ~free;
    const cell = firstOf(gate & (around(lane, zone) | target));
    whole |= cell;
    target = around(lane, cell) & layer(lane, depth - 1);
    // A cell on the edge itself needs nothing before it.
    if ((cell & lane.from) !== 0) return whole;
    depth = lowestWith(lane, target, depth - 1);
    target &= layer(lane, depth);
  }
  return whole;
}

/** The first layer, from 0, that holds any of these cells. */
function lowestWith(lane: Lane, cells: Bitboard, most: number): number {
  let depth = 0;
  while (depth < most && (layer(lane, depth) & cells) === 0) depth++;
  return depth;
}
