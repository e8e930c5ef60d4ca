// The graph of all positions of a board of up to 12 cells as bits, for counting millions of them. Held against the rules by a test.
import type { Ply, Tree } from './tree.ts';
import { hexStones } from '#games/hex/stones.ts';
import { assert } from '#games/kit/assert.ts';

/** Stones as bits: the own of either side, and the neutrals; two bits a cell make the key of a position. */
interface Stand {
  readonly own: number;
  readonly enemy: number;
  readonly neutral: number;
}

interface Edges {
  readonly cells: number;
  readonly around: Int32Array;
  /** By side: the cells on one edge and on the other. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

const maskOf = (cells: readonly number[]): number => cells.reduce((mask, cell) => mask | (1 << cell), 0);

function edgesOf(size: string): Edges {
  const board = hexStones.boardOfSize(size);
  assert(board.goal?.kind === 'edges', 'Nex joins edges');
  const [black, white] = board.goal.ends;
  return {
    cells: board.names.length,
    around: Int32Array.from(board.neighbours, maskOf),
    from: [maskOf(black.from), maskOf(white.from)],
    to: [maskOf(black.to), maskOf(white.to)],
  };
}

const indexOf = (mask: number): number => 31 - Math.clz32(mask);

/** Do these stones join the edges of their side? */
function joins({ around, from, to }: Edges, stones: number, side: 0 | 1): boolean {
  let fresh = stones & from[side];
  let reached = fresh;
  while (fresh !== 0) {
    if ((reached & to[side]) !== 0) return true;
    let grown = 0;
    for (let rest = fresh; rest !== 0; rest &= rest - 1) grown |= around[indexOf(rest & -rest)] ?? 0;
    fresh = grown & stones & ~reached;
    reached |= fresh;
  }
  return false;
}

function count(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

/** Everything of one distance: keys of positions that go on, with the number of ways to each; a key is three masks of `cells` bits each. */
type Layer = Map<number, number>;

const keyOf = ({ own, enemy, neutral }: Stand, cells: number): number =>
  own + enemy * 2 ** cells + neutral * 2 ** (2 * cells);

function standOf(key: number, cells: number): Stand {
  const low = key % 2 ** (2 * cells);
  return { own: low % 2 ** cells, enemy: Math.floor(low / 2 ** cells), neutral: Math.floor(key / 2 ** (2 * cells)) };
}

/** Calls `reach` with the mover's and the neutral stones after each move. */
function eachMove({ own, enemy, neutral }: Stand, full: number, reach: (own: number, neutral: number) => void): void {
  const empties = full & ~(own | enemy | neutral);
  for (let a = empties; a !== 0; a &= a - 1) {
    const stone = a & -a;
    for (let b = empties & ~stone; b !== 0; b &= b - 1) reach(own | stone, neutral | (b & -b));
  }
  for (let a = neutral; a !== 0; a &= a - 1) {
    const first = a & -a;
    for (let b = a & (a - 1); b !== 0; b &= b - 1) {
      const pair = first | (b & -b);
      for (let c = own; c !== 0; c &= c - 1) reach((own | pair) & ~(c & -c), (neutral & ~pair) | (c & -c));
    }
  }
}

/** What one distance adds: the next layer, won and stuck positions. */
interface Step {
  readonly next: Layer;
  readonly won: Layer;
}

function stepFrom(layer: Layer, edges: Edges, side: 0 | 1): Step {
  const full = 2 ** edges.cells - 1;
  const next: Layer = new Map<number, number>();
  const won: Layer = new Map<number, number>();
  for (const [key, ways] of layer) {
    const stand = standOf(key, edges.cells);
    eachMove(stand, full, (own, neutral) => {
      // Whoever has just moved is the enemy of whoever moves next.
      const after = keyOf({ own: stand.enemy, enemy: own, neutral }, edges.cells);
      const to = joins(edges, own, side) ? won : next;
      to.set(after, (to.get(after) ?? 0) + ways);
    });
  }
  return { next, won };
}

const waysIn = (layer: Layer): number => [...layer.values()].reduce((sum, ways) => sum + ways, 0);

/** No regular move: fewer than two empty cells, fewer than two neutrals or no stone to give. */
function isStuck(key: number, { cells }: Edges): boolean {
  const { own, enemy, neutral } = standOf(key, cells);
  return cells - count(own | enemy | neutral) < 2 && (count(neutral) < 2 || own === 0);
}

/** The tree by nexC's convention: what has no regular move is a draw. `tell` is told each distance. */
export function countedTree(size: string, tell: (line: string) => void): Tree {
  const edges = edgesOf(size);
  const plies: Ply[] = [{ ply: 0, positions: 1, sequences: 1, won: 0, drawn: 0 }];
  let layer: Layer = new Map([[0, 1]]);
  for (let ply = 1; layer.size > 0; ply++) {
    const { next, won } = stepFrom(layer, edges, ((ply - 1) % 2) as 0 | 1);
    const stuck = [...next].filter(([key]) => isStuck(key, edges));
    const drawn = stuck.reduce((sum, [, ways]) => sum + ways, 0);
    const sequences = waysIn(next) + waysIn(won);
    if (sequences > 0) plies.push({ ply, positions: next.size + won.size, sequences, won: waysIn(won), drawn });
    for (const [key] of stuck) next.delete(key);
    layer = next;
    tell(`${size}: ply ${ply}, ${next.size + won.size} positions`);
  }
  const sum = (of: (ply: Ply) => number): number => plies.reduce((total, ply) => total + of(ply), 0);
  return { size, endgame: 'nexc', positions: sum(ply => ply.positions), nodes: sum(ply => ply.sequences), plies };
}
