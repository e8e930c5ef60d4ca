// Who is connected: walks over like stones from edge to edge. The inner loop of every random game, hence typed arrays and no allocation.
import type { Cell, Filling } from './stones.ts';

export interface Net {
  readonly cells: number;
  /** Six entries a cell, going round it, each adjacent to the next; entries from `cells` on are edges. */
  readonly ring: Int16Array;
  /** For a stone (its bit): the set of edges a chain must touch, as bits of edge numbers. */
  readonly goal: (stone: number) => number;
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
  top: number;
}

/** Forgets what was seen, by counting; the array is wiped only when the count runs out. */
function setOut(walker: Walker): void {
  if (walker.walk === 0x7fff_ffff) {
    walker.seen.fill(0);
    walker.walk = 0;
  }
  walker.walk++;
}

function visit(walker: Walker, cell: Cell): void {
  if (walker.seen[cell] === walker.walk) return;
  walker.seen[cell] = walker.walk;
  walker.stack[walker.top++] = cell;
}

/**
 * Like neighbours that touch each other are one chain already; only a stone between two separate runs of them joins anything.
 * Most stones of a random game are dismissed here.
 */
function joins(ring: Int16Array, filling: Filling, cell: Cell): boolean {
  const stone = filling[cell] ?? 0;
  const from = cell * 6;
  let runs = 0;
  let before = (filling[ring[from + 5] ?? 0] ?? 0) & stone;
  for (let i = from; i < from + 6; i++) {
    const now = (filling[ring[i] ?? 0] ?? 0) & stone;
    if (now > before) runs++;
    before = now;
  }
  return runs > 1;
}

/** Walks the chain of `start`; true as soon as it has touched every edge of its goal. */
function reaches({ cells, ring, goal }: Net, walker: Walker, filling: Filling, start: Cell): boolean {
  const stone = filling[start] ?? 0;
  let wanted = goal(stone);
  walker.top = 0;
  visit(walker, start);
  while (walker.top > 0) {
    const from = (walker.stack[--walker.top] ?? 0) * 6;
    for (let i = from; i < from + 6; i++) {
      const next = ring[i] ?? 0;
      if (((filling[next] ?? 0) & stone) === 0) continue;
      if (next < cells) visit(walker, next);
      else wanted &= ~(1 << (next - cells));
    }
    if (wanted === 0) return true;
  }
  return false;
}

export function connection(net: Net): Connection {
  const walker: Walker = { seen: new Int32Array(net.cells), stack: new Int16Array(net.cells), walk: 0, top: 0 };
  return {
    completes: (filling, cell) => {
      if (!joins(net.ring, filling, cell)) return false;
      setOut(walker);
      return reaches(net, walker, filling, cell);
    },
    connected: (filling, stone) => {
      setOut(walker);
      for (let cell = 0; cell < net.cells; cell++) {
        const fresh = filling[cell] === stone && walker.seen[cell] !== walker.walk;
        if (fresh && reaches(net, walker, filling, cell)) return true;
      }
      return false;
    },
  };
}
