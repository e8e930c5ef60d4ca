// Connection tests: walks over like stones from edge to edge.
// This is the inner loop of every random game, hence typed arrays and no allocation.
import type { Cell, Filling } from '../stone-game.ts';

export interface EdgeNet {
  readonly cells: number;
  /** Entries for each cell in `ring`, going round it. Entries from `cells` on are edges. With six, each entry is adjacent to the next. */
  readonly degree: 4 | 6;
  readonly ring: Int16Array;
  /** By stone (its bit): the sets of edges a chain may touch to win, as bits of edge numbers; one whole set is enough. */
  readonly goals: readonly (readonly number[])[];
}

interface ConnectionTest {
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
 * On hexagons like neighbours that touch each other are one chain already; only a stone between two separate runs of them joins anything.
 * Most stones of a random game are dismissed here.
 */
function joinsRuns(ring: Int16Array, filling: Filling, cell: Cell): boolean {
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

/**
 * Cells of which a glance at the neighbours says too little. Edges side by side in the ring are not one chain for that; and two chains that meet
 * only at an edge may each have touched others, which matters where a goal has more than two.
 */
function unclear({ cells, degree, ring, goals }: EdgeNet): Uint8Array {
  const most = goals.flat().some(goal => bitsOf(goal) > 2) ? 0 : 1;
  return Uint8Array.from({ length: cells }, (_, cell) => {
    const around = ring.subarray(cell * degree, (cell + 1) * degree);
    return new Set(around.filter(next => next >= cells)).size > most ? 1 : 0;
  });
}

const bitsOf = (set: number): number => set.toString(2).replaceAll('0', '').length;

/** On squares neighbours of a stone never touch: it joins whatever like ones it has, if there are two. */
function joinsAny(ring: Int16Array, filling: Filling, cell: Cell): boolean {
  const stone = filling[cell] ?? 0;
  let found = 0;
  for (let i = cell * 4; i < cell * 4 + 4; i++) if (like(ring, filling, i, stone) > 0) found++;
  return found > 1;
}

/** By stone and set of edges touched: is that enough? */
function enough(goals: EdgeNet['goals'], edges: number): readonly Uint8Array[] {
  return goals.map(sets =>
    Uint8Array.from({ length: 1 << edges }, (_, touched) => (sets.some(set => (touched & set) === set) ? 1 : 0)),
  );
}

/** A net with what walking over it needs. */
interface Ground extends EdgeNet {
  readonly enough: readonly Uint8Array[];
}

/** Walks the chain of `start`; true as soon as it has touched the edges of a goal. */
function reaches(ground: Ground, { seen, stack, walk }: Walker, filling: Filling, start: Cell): boolean {
  const { cells, degree, ring } = ground;
  const stone = filling[start] ?? 0;
  const won = ground.enough[stone];
  let touched = 0;
  let top = 1;
  stack[0] = start;
  seen[start] = walk;
  while (top > 0) {
    const from = (stack[--top] ?? 0) * degree;
    for (let i = from; i < from + degree; i++) {
      const next = ring[i] ?? 0;
      if (((filling[next] ?? 0) & stone) === 0 || seen[next] === walk) continue;
      seen[next] = walk;
      if (next < cells) stack[top++] = next;
      else touched |= 1 << (next - cells);
    }
    if (won?.[touched] === 1) return true;
  }
  return false;
}

export function connection(net: EdgeNet): ConnectionTest {
  const edges = 32 - Math.clz32(Math.max(...net.goals.flat()));
  const walker: Walker = { seen: new Int32Array(net.cells + edges), stack: new Int16Array(net.cells), walk: 0 };
  const ground: Ground = { ...net, enough: enough(net.goals, edges) };
  const joins = net.degree === 6 ? joinsRuns : joinsAny;
  const isUnclear = unclear(net);
  return {
    completes: (filling, cell) => {
      if (isUnclear[cell] === 0 && !joins(net.ring, filling, cell)) return false;
      setOut(walker);
      return reaches(ground, walker, filling, cell);
    },
    connected: (filling, stone) => {
      for (let cell = 0; cell < net.cells; cell++) {
        if (filling[cell] !== stone) continue;
        setOut(walker);
        if (reaches(ground, walker, filling, cell)) return true;
      }
      return false;
    },
  };
}
