// The view of a position cell by cell, for players that learn, and moves as changes of cells.
import type { Picture } from './picture.ts';

/** Properties of a cell, as bits. `own` and `enemy` are meant from the side of the colour to move. */
export const SEEN = {
  own: 1,
  enemy: 2,
  /** A neutral stone; in Hexafive the cell on which the mover may not play. */
  neutral: 4,
  /** The last move changed it. */
  last: 8,
  /** It lies on an edge that the mover, or the enemy, may want to reach. */
  ownEdge: 16,
  enemyEdge: 32,
  /** The colour that began is to move: the same on all cells. */
  first: 64,
} as const;

/** The state of a cell behind a move that changes it. */
export type Becomes = 'own' | 'neutral' | 'empty';

/** The cells of a board and what lies around them. */
export interface CellMap {
  readonly cells: number;
  /** Six on hexagons, eight on squares, always in the same order. */
  readonly directions: number;
  /** As many entries a cell as there are directions: the cell that lies there, -1 beyond the board. */
  readonly around: Int16Array;
}

/** A move and the sum of what the cells it changes are worth. */
export interface WeighedMove<Move> {
  readonly move: Move;
  readonly worth: number;
}

/** The worth of a cell to the mover if it becomes this. */
export type Gain = (cell: number, becomes: Becomes) => number;

export interface CellView<Position, Move> {
  /** The states that moves of this game bring about. */
  readonly becomes: readonly Becomes[];
  /** By cell, bits of SEEN; asked of positions that are not over. */
  readonly look: (position: Position) => Uint8Array;
  /** The cells a legal move changes by the mover's choice, captures by the rules left out. */
  readonly choices: (position: Position, move: Move) => readonly (readonly [cell: number, becomes: Becomes])[];
  /** The `most` legal moves with the largest sums of worth, the best first. Where there are few moves, all of them. */
  readonly weigh: (position: Position, gain: Gain, most: number) => readonly WeighedMove<Move>[];
  /** The owner of each cell at the end of a game: 0 or 1 for the colours in their order, -1 for none. */
  readonly owners: (position: Position) => Int8Array;
}

const LINE = Math.sqrt(3) / 2;
const ON_HEXAGONS = [
  [1, 0],
  [0.5, -LINE],
  [-0.5, -LINE],
  [-1, 0],
  [-0.5, LINE],
  [0.5, LINE],
] as const;
const ON_SQUARES = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const;

/** Places this close are one. */
const placeKey = (x: number, y: number): string => `${Math.round(x * 16)} ${Math.round(y * 16)}`;

/** The cells of a board by its picture: the spots in their order, and what lies one step away. */
export function cellMapOf({ spots }: Pick<Picture, 'spots'>): CellMap {
  const steps = spots[0]?.shape === 'hexagon' ? ON_HEXAGONS : ON_SQUARES;
  const cellAt = new Map(spots.map(({ x, y }, cell) => [placeKey(x, y), cell]));
  const around = spots.flatMap(({ x, y }) => steps.map(([dx, dy]) => cellAt.get(placeKey(x + dx, y + dy)) ?? -1));
  return { cells: spots.length, directions: steps.length, around: Int16Array.from(around) };
}

/**
 * Every way to turn and mirror the board onto itself, the board as it stands first: by cell, the cell it comes to lie on. They form a group, so that each
 * way back is among them. A map is a symmetry where what lay in a direction lies in the direction it is turned to.
 */
export function symmetriesOf({ cells, directions, around }: CellMap): readonly Int16Array[] {
  const turns = Array.from({ length: directions }, (_, turn) => turn);
  const maps = [1, -1].flatMap(sense =>
    turns.flatMap(turn =>
      Array.from({ length: cells }, (_, image) => grown(image, direction => mod(turn + sense * direction, directions))),
    ),
  );
  const distinct = new Map(maps.filter(map => map !== null).map(map => [map.join(' '), map]));
  return [...distinct.values()];

  /** The map that takes cell 0 to this one, followed from neighbour to neighbour; null: it leaves the board. */
  function grown(image: number, turned: (direction: number) => number): Int16Array | null {
    const to = new Int16Array(cells).fill(-1);
    to[0] = image;
    const open = [0];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      for (let direction = 0; direction < directions; direction++) {
        const next = around[cell * directions + direction] ?? -1;
        const goal = around[(to[cell] ?? 0) * directions + turned(direction)] ?? -1;
        if (next < 0 !== goal < 0) return null;
        if (next < 0) continue;
        if (to[next] === -1) {
          to[next] = goal;
          open.push(next);
        } else if (to[next] !== goal) return null;
      }
    }
    return to;
  }
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;
