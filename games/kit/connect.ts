// Who is connected: walks over like stones from edge to edge. The inner loop of every random game, hence typed arrays and no allocation.
import type { Cell, Filling } from './stones.ts';

export interface Net {
  readonly cells: number;
  /** Six entries a cell, going round it, each adjacent to the next; entries from `cells` on are edges. */
  readonly ring: Int16Array;
  /** By stone (its bit): the set of edges a chain must touch, as bits of edge numbers. */
  readonly goal: readonly number[];
}

interface Connection {
  /** Does the stone just put here join a chain that touches all the edges of its goal? */
  readonly completes: (filling: Filling, cell: Cell) => boolean;
  /** Is there such a chain anywhere? */
  readonly connected: (filling: Filling, stone: number) => boolean;
}

/** The memory of a walk: `seen` holds the number of the walk that came by last, `stack` the stones still to leave. */
interface Walker {
  readonly seen: Int32Array;
  readonly stack: Int16Array;
  walk: number;
}

/** Forgets what was seen, by counting; the array is wiped only when the count runs out. */
function setOut(walker: Walker): void {
  if (walker.walk === 0x7fff_ffff) {
    walker.seen.fill(0);
    walker.walk = 0;
  }
  walker.walk++;
}

/** The stone's own bit where entry i of the ring is like it, else 0. */
const like = (ring: Int16Array, filling: Filling, i: number, stone: number): number =>
  (filling[ring[i] ?? 0] ?? 0) & stone;

/**
 * Like neighbours that touch each other are one chain already; only a stone between two separate runs of them joins anything.
 * Most stones of a random game are dismissed here.
 */
function joins(ring: Int16Array, filling: Filling, cell: Cell): boolean {
  const stone = filling[cell] ?? 0;
  const from = cell * 6;
  const a = like(ring, filling, from, stone);
  const b = like(ring, filling, from + 1, stone);
  const c = like(ring, filling, from + 2, stone);
  const d = like(ring, filling, from + 3, stone);
  const e = like(ring, filling, from + 4, stone);
  const f = like(ring, filling, from + 5, stone);
  // Going round, every run begins and ends with a change: more than two changes are more than one run.
  return (a ^ b) + (b ^ c) + (c ^ d) + (d ^ e) + (e ^ f) + (f ^ a) > 2 * stone;
}

/** Walks the chain of `start`; true as soon as it has touched every edge of its goal. */
function reaches({ cells, ring, goal }: Net, { seen, stack, walk }: Walker, filling: Filling, start: Cell): boolean {
  const stone = filling[start] ?? 0;
  let wanted = goal[stone] ?? 0;
  let top = 1;
  stack[0] = start;
  seen[start] = walk;
  while (top > 0) {
    const from = (stack[--top] ?? 0) * 6;
    for (let i = from; i < from + 6; i++) {
      const next = ring[i] ?? 0;
      if (((filling[next] ?? 0) & stone) === 0 || seen[next] === walk) continue;
      seen[next] = walk;
      if (next < cells) stack[top++] = next;
      else wanted &= ~(1 << (next - cells));
    }
    if (wanted === 0) return true;
  }
  return false;
}

export function connection(net: Net): Connection {
  const edges = 32 - Math.clz32(Math.max(...net.goal));
  const walker: Walker = { seen: new Int32Array(net.cells + edges), stack: new Int16Array(net.cells), walk: 0 };
  return {
    completes: (filling, cell) => {
      if (!joins(net.ring, filling, cell)) return false;
      setOut(walker);
      return reaches(net, walker, filling, cell);
    },
    connected: (filling, stone) => {
      for (let cell = 0; cell < net.cells; cell++) {
        if (filling[cell] !== stone) continue;
        setOut(walker);
        if (reaches(net, walker, filling, cell)) return true;
      }
      return false;
    },
  };
}
