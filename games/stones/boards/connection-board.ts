// The board of a game whose goal is a chain from edge to edge: Hex, Y, Gonnect.
import { createConnectionTest } from './connection.ts';
import { findShortestWin } from './shortest-win.ts';
import { type Cell, createFilling, type EdgeNet, STONE, type StoneBoard } from '../stone-game.ts';
import { createFinder } from './by-size.ts';

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

/** Lists the cells that touch this edge. */
const cellsOnEdge = (edge: number, { ring, degree, cells }: EdgeNet): Cell[] =>
  Array.from({ length: cells }, (_, cell) => cell).filter(cell =>
    ring.subarray(cell * degree, (cell + 1) * degree).includes(cells + edge),
  );

function findGoal(net: EdgeNet): StoneBoard['goal'] {
  const ends = STONE.map(stone => {
    const [goal, ...others] = net.goals[stone] ?? [];
    // Lists the members of a bit set.
    const [from, to, ...moreEdges] =
      goal === undefined || others.length > 0
        ? []
        : Array.from({ length: 31 }, (_, i) => i).filter(i => (goal >> i) & 1);
    if (from === undefined || to === undefined || moreEdges.length > 0) return null;
    return { from: cellsOnEdge(from, net), to: cellsOnEdge(to, net) };
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
