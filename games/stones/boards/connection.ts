// Tests whether a chain connects edges of the board, by walks over stones of one colour.
// Finds the symmetries of a board that leave both sides their aims.
import { cellMapOf, symmetriesOf } from '#games/kit/cell-view.ts';
import { type Cell, type EdgeNet, type Filling, STONE, type StoneBoard, createFilling } from '../stone-game.ts';
import { createFinder } from './grid.ts';

const ringOf = ({ degree, ring }: EdgeNet, cell: Cell): Int16Array => ring.subarray(cell * degree, (cell + 1) * degree);

/** Lists the cells that touch this edge. */
export const listCellsOnEdge = (edge: number, net: EdgeNet): Cell[] =>
  Array.from({ length: net.cells }, (_, cell) => cell).filter(cell => ringOf(net, cell).includes(net.cells + edge));

/** Lists the edges of a goal, which is a bit set. */
export const listEdges = (goal: number): number[] =>
  Array.from({ length: 31 }, (_, edge) => edge).filter(edge => (goal >> edge) & 1);

/** By cell, the number of stones of the shortest way to the edge, its own included. Infinity: there is no way. */
function measureDistances(edge: number, net: EdgeNet, isOwn: (cell: Cell) => boolean): readonly number[] {
  const distances = new Array<number>(net.cells).fill(Infinity);
  let frontier = listCellsOnEdge(edge, net).filter(isOwn);
  for (let distance = 1; frontier.length > 0; distance++) {
    for (const cell of frontier) distances[cell] = distance;
    const next = frontier.flatMap(cell => [...ringOf(net, cell)]);
    frontier = [...new Set(next)].filter(cell => cell < net.cells && isOwn(cell) && distances[cell] === Infinity);
  }
  return distances;
}

/** The shortest way from a cell to the edge, each time by the first neighbour that is nearer. */
function findWay(start: Cell, distances: readonly number[], net: EdgeNet): readonly Cell[] {
  const way = [start];
  for (let cell: Cell | undefined = start; cell !== undefined;) {
    const nearer: number = (distances[cell] ?? 0) - 1;
    cell = ringOf(net, cell).find(next => distances[next] === nearer);
    if (cell !== undefined) way.push(cell);
  }
  return way;
}

/** Finds the cells of the shortest chain that reaches a goal, in reading order. The game must be won. */
export function findShortestWin(net: EdgeNet, filling: Filling, stone: number): readonly Cell[] {
  const isOwn = (cell: Cell): boolean => filling[cell] === stone;
  const chains = (net.goals[stone] ?? []).map(goal => {
    const distances = listEdges(goal).map(edge => measureDistances(edge, net, isOwn));
    // The ways to all edges meet at one cell. The best cell has the smallest sum of distances.
    const sums = Array.from({ length: net.cells }, (_, cell) =>
      distances.reduce((sum, each) => sum + (each[cell] ?? Infinity), 0),
    );
    const smallestSum = Math.min(...sums);
    return { least: smallestSum, centre: sums.indexOf(smallestSum), distances };
  });
  const [best] = chains.toSorted((a, b) => a.least - b.least);
  if (best === undefined || best.least === Infinity) return [];
  const cells = best.distances.flatMap(distances => findWay(best.centre, distances, net));
  return [...new Set(cells)].sort((a, b) => a - b);
}

/** The goal of a connection game. `edges`: by edge, the stones that it counts as, as bits. */
interface ConnectionGoal extends Pick<EdgeNet, 'degree' | 'goals'> {
  readonly edges: readonly number[];
}

/** The board of a connection game without its goal. */
interface BoardWithoutGoal extends Pick<
  StoneBoard,
  'names' | 'rows' | 'neighbours' | 'minWinStones' | 'findCaptures' | 'draw'
> {
  readonly ring: Int16Array;
}

function findGoal(net: EdgeNet): StoneBoard['goal'] {
  const ends = STONE.map(stone => {
    const [goal, ...others] = net.goals[stone] ?? [];
    const [from, to, ...moreEdges] = goal === undefined || others.length > 0 ? [] : listEdges(goal);
    if (from === undefined || to === undefined || moreEdges.length > 0) return null;
    return { from: listCellsOnEdge(from, net), to: listCellsOnEdge(to, net) };
  });
  const [first, second] = ends;
  return first && second ? { kind: 'edges', ends: [first, second] } : null;
}

export function createConnectionBoard(
  { ring, ...board }: BoardWithoutGoal,
  { degree, goals, edges }: ConnectionGoal,
): StoneBoard {
  const net: EdgeNet = { cells: board.names.length, degree, ring, goals };
  const { completes, hasConnection } = createConnectionTest(net);
  return {
    ...board,
    edgeNet: net,
    goal: findGoal(net),
    find: createFinder(board.names),
    fill: cells => createFilling(cells, edges),
    completes,
    hasWon: (filling, side) => hasConnection(filling, STONE[side]),
    winningCells: (filling, side) => findShortestWin(net, filling, STONE[side]),
  };
}

// This is the inner loop of every playout, so it uses typed arrays and allocates nothing.

interface ConnectionTest {
  /** Whether the stone just placed on this cell completes a chain that touches all edges of a goal. */
  readonly completes: (filling: Filling, cell: Cell) => boolean;
  /** Whether there is such a chain anywhere. */
  readonly hasConnection: (filling: Filling, stone: number) => boolean;
}

/** The memory of walks: `seen` holds for each cell the number of the last walk that visited it, `stack` the stones to continue from. */
interface Walker {
  readonly seen: Int32Array;
  readonly stack: Int16Array;
  walkNumber: number;
}

/** Starts a new walk by counting up, so that `seen` need not be cleared. It is cleared only when the counter overflows. */
function startWalk(walker: Walker): void {
  if (walker.walkNumber === 0x7fff_ffff) {
    walker.seen.fill(0);
    walker.walkNumber = 0;
  }
  walker.walkNumber++;
}

/** The bit of the stone if entry i of the ring holds the same colour, or else 0. */
const sameColour = (ring: Int16Array, filling: Filling, i: number, stone: number): number =>
  (filling[ring[i] ?? 0] ?? 0) & stone;

/**
 * Whether a stone on a hexagonal board joins two separate runs of neighbours of its colour. A single run is one chain already.
 * This quick test dismisses most stones of a playout.
 */
function joinsRuns(ring: Int16Array, filling: Filling, cell: Cell): boolean {
  const stone = filling[cell] ?? 0;
  const ringStart = cell * 6;
  const a = sameColour(ring, filling, ringStart, stone);
  const b = sameColour(ring, filling, ringStart + 1, stone);
  const c = sameColour(ring, filling, ringStart + 2, stone);
  const d = sameColour(ring, filling, ringStart + 3, stone);
  const e = sameColour(ring, filling, ringStart + 4, stone);
  const f = sameColour(ring, filling, ringStart + 5, stone);
  // In circular order every run begins and ends with a change. More than two changes mean more than one run.
  return (a ^ b) + (b ^ c) + (c ^ d) + (d ^ e) + (e ^ f) + (f ^ a) > 2 * stone;
}

/**
 * Marks the cells for which the quick test is not sufficient. Two edges next to each other in the ring are not one chain. Two chains that
 * meet only at an edge may each have touched other edges, which matters for goals of more than two edges.
 */
function markUnclear(net: EdgeNet): Uint8Array {
  const maxEdges = net.goals.flat().some(goal => goal.toString(2).replaceAll('0', '').length > 2) ? 0 : 1;
  return Uint8Array.from({ length: net.cells }, (_, cell) =>
    new Set(ringOf(net, cell).filter(next => next >= net.cells)).size > maxEdges ? 1 : 0,
  );
}

/** Whether a stone on a square board has two neighbours of its colour. Neighbours never touch each other there. */
function joinsAny(ring: Int16Array, filling: Filling, cell: Cell): boolean {
  const stone = filling[cell] ?? 0;
  let count = 0;
  for (let i = cell * 4; i < cell * 4 + 4; i++) if (sameColour(ring, filling, i, stone) > 0) count++;
  return count > 1;
}

/** By stone and set of touched edges: 1 if the set contains a goal. */
function tableWinningSets(goals: EdgeNet['goals'], edges: number): readonly Uint8Array[] {
  return goals.map(sets =>
    Uint8Array.from({ length: 1 << edges }, (_, touched) => (sets.some(set => (touched & set) === set) ? 1 : 0)),
  );
}

/** A net with its table of winning edge sets. */
interface WalkedNet extends EdgeNet {
  readonly winningSets: readonly Uint8Array[];
}

/** Walks the chain of `start`. Returns true as soon as it has touched all edges of a goal. */
function reachesGoal(
  walkedNet: WalkedNet,
  { seen, stack, walkNumber }: Walker,
  filling: Filling,
  start: Cell,
): boolean {
  const { cells, degree, ring } = walkedNet;
  const stone = filling[start] ?? 0;
  const isWinningSet = walkedNet.winningSets[stone];
  let touched = 0;
  let stackSize = 1;
  stack[0] = start;
  seen[start] = walkNumber;
  while (stackSize > 0) {
    const from = (stack[--stackSize] ?? 0) * degree;
    for (let i = from; i < from + degree; i++) {
      const next = ring[i] ?? 0;
      if (((filling[next] ?? 0) & stone) === 0 || seen[next] === walkNumber) continue;
      seen[next] = walkNumber;
      if (next < cells) stack[stackSize++] = next;
      else touched |= 1 << (next - cells);
    }
    if (isWinningSet?.[touched] === 1) return true;
  }
  return false;
}

export function createConnectionTest(net: EdgeNet): ConnectionTest {
  const edges = 32 - Math.clz32(Math.max(...net.goals.flat()));
  const walker: Walker = { seen: new Int32Array(net.cells + edges), stack: new Int16Array(net.cells), walkNumber: 0 };
  const walkedNet: WalkedNet = { ...net, winningSets: tableWinningSets(net.goals, edges) };
  const joinsChains = net.degree === 6 ? joinsRuns : joinsAny;
  const isUnclear = markUnclear(net);
  return {
    completes: (filling, cell) => {
      if (isUnclear[cell] === 0 && !joinsChains(net.ring, filling, cell)) return false;
      startWalk(walker);
      return reachesGoal(walkedNet, walker, filling, cell);
    },
    hasConnection: (filling, stone) => {
      for (let cell = 0; cell < net.cells; cell++) {
        if (filling[cell] !== stone) continue;
        startWalk(walker);
        if (reachesGoal(walkedNet, walker, filling, cell)) return true;
      }
      return false;
    },
  };
}

/** The aims of both sides as a text, with each cell replaced by its image. */
function writeAims({ edgeNet, goal }: StoneBoard, images: ArrayLike<Cell>): string {
  const write = (sets: readonly (readonly Cell[])[]): string =>
    sets.map(cells => cells.map(cell => images[cell]).sort().join()).sort().join(' '); // prettier-ignore
  if (edgeNet === null) return goal?.kind === 'lines' ? write(goal.lines) : Array.from(images).join();
  const edges = (goalSet: number): string => write(listEdges(goalSet).map(edge => listCellsOnEdge(edge, edgeNet)));
  return STONE.map(stone => (edgeNet.goals[stone] ?? []).map(edges).sort().join('; ')).join(' / ');
}

/** By symmetry: the image of each cell. The first leaves every cell where it is. Of an unknown aim only this one is certain. */
export function listSymmetries(board: StoneBoard): readonly Int16Array[] {
  const { shape, places } = board.draw(null);
  const all = symmetriesOf(cellMapOf({ spots: places.map(place => ({ ...place, shape })) }));
  const aims = writeAims(board, Array.from(places.keys()));
  return all.filter(images => writeAims(board, images) === aims);
}
