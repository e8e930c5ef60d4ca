// The board of a game whose goal is a chain from edge to edge: Hex, Y, Gonnect.
import { connection, type EdgeNet } from './connection.ts';
import { findShortestWin } from './shortest-win.ts';
import { type Cell, fillingOf, STONE, type StoneBoard } from '../stone-game.ts';
import { finder } from './by-size.ts';

/** What the edges count as (bits of stones), in the order of their numbers, and what a chain must touch. */
interface Goal extends Pick<EdgeNet, 'degree' | 'goals'> {
  readonly edges: readonly number[];
}

/** The cells of a board and everything else that is not the goal. */
interface Ground extends Pick<StoneBoard, 'names' | 'rows' | 'neighbours' | 'fewest' | 'captures' | 'drawing'> {
  readonly ring: Int16Array;
}

/** The cells that touch this edge. */
const along = (edge: number, { ring, degree, cells }: EdgeNet): Cell[] =>
  Array.from({ length: cells }, (_, cell) => cell).filter(cell =>
    ring.subarray(cell * degree, (cell + 1) * degree).includes(cells + edge),
  );

/** The numbers of the bits of a set. */
const members = (set: number): number[] => Array.from({ length: 31 }, (_, i) => i).filter(i => (set >> i) & 1);

function goalOf(net: EdgeNet): StoneBoard['goal'] {
  const ends = STONE.map(stone => {
    const [goal, ...others] = net.goals[stone] ?? [];
    const [from, to, ...more] = goal === undefined || others.length > 0 ? [] : members(goal);
    if (from === undefined || to === undefined || more.length > 0) return null;
    return { from: along(from, net), to: along(to, net) };
  });
  const [first, second] = ends;
  return first && second ? { kind: 'edges', ends: [first, second] } : null;
}

export function connectionBoard({ ring, ...ground }: Ground, { degree, goals, edges }: Goal): StoneBoard {
  const net: EdgeNet = { cells: ground.names.length, degree, ring, goals };
  const { completes, connected } = connection(net);
  return {
    ...ground,
    goal: goalOf(net),
    find: finder(ground.names),
    fill: cells => fillingOf(cells, edges),
    completes,
    wins: (filling, side) => connected(filling, STONE[side]),
    decisive: (filling, side) => findShortestWin(net, filling, STONE[side]),
  };
}
