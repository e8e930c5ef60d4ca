// Small boards of connection games in bits, and their chains: finished, or how far from finished.
import { listCellsOnEdge, listEdges, listSymmetries } from '../boards/connection.ts';
import { STONE, type StoneBoard } from '../stone-game.ts';

/** A set of cells: one integer, bit 0 the first cell in reading order. */
export type Bitboard = number;

/** Bits 30 and 31 of a word are left for marks of the transposition table. */
const MOST_CELLS = 30;

/** By ten bits of a set: the union of what belongs to each of its cells. Three times 1,024 sets. */
type UnionTable = Int32Array;

/** One side's aim on a board, with what the board's geometry needs. */
export interface Lane {
  readonly full: Bitboard;
  /** The neighbours of each cell. */
  readonly near: UnionTable;
  /** The cells on the edges to be joined. Where only two are to be joined, the last one is the whole board. */
  readonly edges: readonly [Bitboard, Bitboard, Bitboard];
  /** Room for a walk through the board, layer by layer. */
  readonly layers: Int32Array;
  /** Room for the cells at each edge. */
  readonly gates: Int32Array;
}

export interface BoardGeometry {
  readonly cells: number;
  readonly full: Bitboard;
  /** Black's aim and White's. */
  readonly lanes: readonly [Lane, Lane];
  /** The symmetries that leave both sides their edges, without the identity. */
  readonly symmetries: readonly UnionTable[];
  /** By symmetry: the one that takes it back. */
  readonly inverses: readonly UnionTable[];
}

/** `setOf`: what belongs to a cell. */
function createUnionTable(cells: number, setOf: (cell: number) => Bitboard): UnionTable {
  return Int32Array.from({ length: 3 * 1024 }, (_, index) => {
    let union = 0;
    for (let bit = 0; bit < 10; bit++) {
      const cell = 10 * (index >> 10) + bit;
      if ((index & (1 << bit)) !== 0 && cell < cells) union |= setOf(cell);
    }
    return union;
  });
}

/** The union of what belongs to the cells of a set. */
export const collectUnion = (table: UnionTable, set: Bitboard): Bitboard =>
  (table[set & 1023] ?? 0) | (table[1024 + ((set >>> 10) & 1023)] ?? 0) | (table[2048 + (set >>> 20)] ?? 0);

const setOfCells = (cells: readonly number[]): Bitboard => cells.reduce((set, cell) => set | (1 << cell), 0);

/** The geometry of a board. null: its cells are too many for a bitboard, or its goal is none of one chain between two or three edges. */
export function geometryOf(board: StoneBoard): BoardGeometry | null {
  const { edgeNet: net, neighbours } = board;
  const cells = board.names.length;
  if (net === null || board.findCaptures !== null || cells > MOST_CELLS) return null;
  const full = setOfCells([...neighbours.keys()]);
  const near = createUnionTable(cells, cell => setOfCells(neighbours[cell] ?? []));
  const lanes = STONE.map((stone): Lane => {
    const [goal = 0] = net.goals[stone] ?? [];
    const [first = 0, second = 0, third = full] = listEdges(goal).map(edge => setOfCells(listCellsOnEdge(edge, net)));
    return {
      full,
      near,
      edges: [first, second, third],
      layers: new Int32Array(2 * MOST_CELLS + 4),
      gates: new Int32Array(3),
    };
  }) as [Lane, Lane];
  const [, ...images] = listSymmetries(board);
  const symmetries = images.map(each => createUnionTable(cells, cell => 1 << (each[cell] ?? 0)));
  const isInverse = (a: UnionTable, b: UnionTable): boolean =>
    [...neighbours.keys()].every(cell => collectUnion(b, collectUnion(a, 1 << cell)) === 1 << cell);
  const inverses = symmetries.map(table => symmetries.find(other => isInverse(table, other)) ?? table);
  return { cells, full, lanes, symmetries, inverses };
}

/** The neighbours of these cells; may hold some of the cells themselves. */
const around = ({ near }: Lane, cells: Bitboard): Bitboard => collectUnion(near, cells);

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

const layer = (lane: Lane, depth: number): Bitboard => lane.layers[depth] ?? 0;

/** A shortest path of these cells between two sets. 0: there is none. */
function findPath(lane: Lane, from: Bitboard, to: Bitboard, cells: Bitboard): Bitboard {
  let front = cells & from;
  let seen = front;
  let depth = 0;
  while (front !== 0 && (front & to) === 0) {
    lane.layers[depth++] = front;
    front = around(lane, front) & cells & ~seen;
    seen |= front;
  }
  if (front === 0) return 0;
  let cell = firstOf(front & to);
  let path = cell;
  while (depth > 0) {
    cell = firstOf(around(lane, cell) & layer(lane, --depth));
    path |= cell;
  }
  return path;
}

/** A short chain of these cells that joins the edges. 0: there is none. */
export function findShortChain(lane: Lane, cells: Bitboard): Bitboard {
  const [first, second, third] = lane.edges;
  // Only the chains that reach the third edge.
  const reaching = third === lane.full ? cells : flood(lane, cells & third, cells);
  const path = findPath(lane, first, second, reaching);
  return path === 0 || (path & third) !== 0 ? path : path | findPath(lane, path, third, reaching);
}

/** A chain through neutrals taken by one conversion, a stone to spare besides; `pair` are the cells taken that may be needed. */
function chainSparingOne(lane: Lane, mine: Bitboard, pair: Bitboard): Bitboard {
  const chain = findShortChain(lane, mine | pair);
  if ((mine & ~chain) !== 0) return chain;
  // As short a chain may leave out a stone where this one leaves out a neutral.
  for (let rest = mine; rest !== 0; rest &= rest - 1) {
    const other = findShortChain(lane, (mine | pair) & ~firstOf(rest));
    if (other !== 0) return other;
  }
  return 0;
}

const gate = (lane: Lane, edge: number): Bitboard => lane.gates[edge] ?? 0;

/** Sets the gates: the cells where a stone of this side's would be joined to each edge. */
function setGates(lane: Lane, mine: Bitboard): void {
  for (let index = 0; index < 3; index++) {
    const edge = lane.edges[index] ?? 0;
    lane.gates[index] = edge === lane.full ? edge : around(lane, flood(lane, mine & edge, mine)) | edge;
  }
}

/** The same for what one conversion may take, where the gates are set. */
function convertedChain(lane: Lane, mine: Bitboard, neutrals: Bitboard): Bitboard {
  const [b, c] = [gate(lane, 1), gate(lane, 2)];
  for (let all = neutrals & gate(lane, 0) & b & c; all !== 0; all &= all - 1) {
    const chain = chainSparingOne(lane, mine, firstOf(all));
    if (chain !== 0) return chain;
  }
  for (let first = neutrals & gate(lane, 0); first !== 0; first &= first - 1) {
    const one = firstOf(first);
    // The second cell is at the edges that the first one is not at.
    const open = ((one & b) === 0 ? b : lane.full) & ((one & c) === 0 ? c : lane.full);
    const others = neutrals & open & ~one;
    if (others === 0) continue;
    for (let second = around(lane, flood(lane, one, mine | one)) & others; second !== 0; second &= second - 1) {
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
  setGates(lane, mine);
  const gap = gate(lane, 0) & gate(lane, 1) & gate(lane, 2) & empties;
  if (gap !== 0) return findShortChain(lane, mine | firstOf(gap));
  return neutrals === 0 || mine === 0 ? 0 : convertedChain(lane, mine, neutrals);
}

/** Further than any way on a small board. */
const NO_WAY = 64;

/** What a way from an edge to the next one costs at least, where the mover's own cells cost nothing, neutral ones 1 and empty ones 2. */
function measureWay(lane: Lane, edge: 0 | 1 | 2, mine: Bitboard, neutrals: Bitboard, empties: Bitboard): number {
  const [from, to] = [lane.edges[edge], lane.edges[(edge + 1) % 3] ?? 0];
  let reached = flood(lane, mine & from, mine);
  /** The neighbours of what was reached a step ago: there an empty cell is paid for now. */
  let border = 0;
  for (let cost = 0; cost < NO_WAY; cost++) {
    if ((reached & to) !== 0) return cost;
    const next = around(lane, reached) | from;
    const grown = reached | (next & neutrals) | (border & empties);
    border = next;
    reached = flood(lane, grown, mine | grown);
  }
  return NO_WAY;
}

/** What joining the edges costs at least: the longest of the ways between them. */
export function distance(lane: Lane, mine: Bitboard, neutrals: Bitboard, empties: Bitboard): number {
  const way = measureWay(lane, 0, mine, neutrals, empties);
  if (lane.edges[2] === lane.full || way === NO_WAY) return way;
  const others = measureWay(lane, 1, mine, neutrals, empties);
  return Math.max(way, others, measureWay(lane, 2, mine, neutrals, empties));
}

/**
 * Makes `part` hold a set that joins the edges, made of `cells` alone, adding as few cells as can be; the cells of `part` among them are free.
 * Asked only where `cells` join the edges.
 */
export function joined(lane: Lane, part: Bitboard, cells: Bitboard): Bitboard {
  const [from, to, third] = lane.edges;
  if (third !== lane.full) return part | findShortChain(lane, cells);
  const free = part & cells;
  let depth = 0;
  let reached = flood(lane, free & from, free);
  lane.layers[0] = reached;
  while ((reached & to) === 0) {
    const paid = (around(lane, reached) | from) & cells & ~reached;
    if (paid === 0) return part;
    reached |= flood(lane, paid, free | paid);
    lane.layers[++depth] = reached;
  }
  let target = reached & to;
  let whole = part;
  while (depth > 0) {
    const fresh = layer(lane, depth) & ~layer(lane, depth - 1);
    const zone = flood(lane, target & fresh & free, fresh & free);
    const paid = (around(lane, layer(lane, depth - 1)) | from) & fresh & ~free;
    const cell = firstOf(paid & (around(lane, zone) | target));
    whole |= cell;
    target = around(lane, cell) & layer(lane, depth - 1);
    // A cell on the edge itself needs nothing before it.
    if ((cell & from) !== 0) return whole;
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
