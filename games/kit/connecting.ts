// The board of a game whose goal is a chain from edge to edge: Hex, Y, Gonnect.
import type { Net } from './connect.ts';
import type { StoneBoard } from './stones.ts';
import { finder } from './boards.ts';
import { connection } from './connect.ts';
import { filled, STONE } from './stones.ts';

/** What the edges count as (bits of stones), in the order of their numbers, and what a chain must touch. */
interface Goal extends Pick<Net, 'degree' | 'goals'> {
  readonly edges: readonly number[];
}

/** The cells of a board and everything else that is not the goal. */
interface Ground extends Pick<StoneBoard, 'names' | 'rows' | 'neighbours' | 'fewest' | 'captures' | 'drawing'> {
  readonly ring: Int16Array;
}

export function connecting({ ring, ...ground }: Ground, { degree, goals, edges }: Goal): StoneBoard {
  const { completes, connected } = connection({ cells: ground.names.length, degree, ring, goals });
  return {
    ...ground,
    find: finder(ground.names),
    fill: cells => filled(cells, edges),
    completes,
    wins: (filling, side) => connected(filling, STONE[side]),
  };
}
