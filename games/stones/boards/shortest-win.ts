// Finds the shortest winning chain of a connection game that is over.
import type { Cell, EdgeNet, Filling } from '../stone-game.ts';

/** By cell, the number of stones of the shortest way to the edge, its own included. Infinity: there is no way. */
function measureDistances(
  edge: number,
  { cells, degree, ring }: EdgeNet,
  isOwn: (cell: Cell) => boolean,
): readonly number[] {
  const distances = new Array<number>(cells).fill(Infinity);
  const ringOf = (cell: Cell): Int16Array => ring.subarray(cell * degree, (cell + 1) * degree);
  let frontier = distances.flatMap((_, cell) => (isOwn(cell) && ringOf(cell).includes(cells + edge) ? [cell] : []));
  for (let distance = 1; frontier.length > 0; distance++) {
    for (const cell of frontier) distances[cell] = distance;
    const next = frontier.flatMap(cell => [...ringOf(cell)]);
    frontier = [...new Set(next)].filter(cell => cell < cells && isOwn(cell) && distances[cell] === Infinity);
  }
  return distances;
}

/** The shortest way from a cell to the edge, each time by the first neighbour that is nearer. */
function findWay(start: Cell, distances: readonly number[], { degree, ring }: EdgeNet): readonly Cell[] {
  const way = [start];
  for (let cell: Cell | undefined = start; cell !== undefined;) {
    const nearer: number = (distances[cell] ?? 0) - 1;
    cell = ring.subarray(cell * degree, (cell + 1) * degree).find(next => distances[next] === nearer);
    if (cell !== undefined) way.push(cell);
  }
  return way;
}

/** Finds the cells of the shortest chain that reaches a goal, in reading order. The game must be won. */
export function findShortestWin(net: EdgeNet, filling: Filling, stone: number): readonly Cell[] {
  const isOwn = (cell: Cell): boolean => filling[cell] === stone;
  const chains = (net.goals[stone] ?? []).map(goal => {
    const edges = Array.from({ length: 31 }, (_, edge) => edge).filter(edge => (goal >> edge) & 1);
    const distances = edges.map(edge => measureDistances(edge, net, isOwn));
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
