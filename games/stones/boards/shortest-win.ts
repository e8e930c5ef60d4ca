// Finds the stones that won a connection game: the fewest that join all edges of a goal.
// The search runs only once a game is over.
import type { Cell, Filling } from '../stone-game.ts';
import type { EdgeNet } from './connection.ts';

/** For every cell how many stones lead to the edge, its own among them; Infinity: it holds no such stone, or none leads there. */
function distancesTo(
  edge: number,
  { cells, degree, ring }: EdgeNet,
  isOwn: (cell: Cell) => boolean,
): readonly number[] {
  const distances = new Array<number>(cells).fill(Infinity);
  const around = (cell: Cell): Int16Array => ring.subarray(cell * degree, (cell + 1) * degree);
  let frontier = distances.flatMap((_, cell) => (isOwn(cell) && around(cell).includes(cells + edge) ? [cell] : []));
  for (let distance = 1; frontier.length > 0; distance++) {
    for (const cell of frontier) distances[cell] = distance;
    const next = frontier.flatMap(cell => [...around(cell)]);
    frontier = [...new Set(next)].filter(cell => cell < cells && isOwn(cell) && distances[cell] === Infinity);
  }
  return distances;
}

/** From a cell to the edge the distances lead to, always to the first neighbour that is nearer. */
function wayFrom(start: Cell, distances: readonly number[], { degree, ring }: EdgeNet): readonly Cell[] {
  const way = [start];
  for (let cell: Cell | undefined = start; cell !== undefined;) {
    const nearer: number = (distances[cell] ?? 0) - 1;
    cell = ring.subarray(cell * degree, (cell + 1) * degree).find(next => distances[next] === nearer);
    if (cell !== undefined) way.push(cell);
  }
  return way;
}

/** The cells of the shortest connection that reaches a goal, in reading order; there is one. */
export function findShortestWin(net: EdgeNet, filling: Filling, stone: number): readonly Cell[] {
  const isOwn = (cell: Cell): boolean => filling[cell] === stone;
  const trees = (net.goals[stone] ?? []).map(goal => {
    const edges = Array.from({ length: 31 }, (_, edge) => edge).filter(edge => (goal >> edge) & 1);
    const distances = edges.map(edge => distancesTo(edge, net, isOwn));
    // Wherever the ways to all edges part is a cell that belongs to each: the best is the one with the shortest ways.
    const sums = Array.from({ length: net.cells }, (_, cell) =>
      distances.reduce((sum, each) => sum + (each[cell] ?? Infinity), 0),
    );
    const least = Math.min(...sums);
    return { least, from: sums.indexOf(least), distances };
  });
  const [best] = trees.toSorted((a, b) => a.least - b.least);
  if (best === undefined || best.least === Infinity) return [];
  const cells = best.distances.flatMap(distances => wayFrom(best.from, distances, net));
  return [...new Set(cells)].sort((a, b) => a - b);
}
