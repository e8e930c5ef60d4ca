// The view of a game for neural networks: feature planes, and moves as changes of cells.
import type { Spot } from './picture.ts';

/** The features of a cell, as bits. `own` is the colour to move, `enemy` the other colour. */
export const FEATURES = {
  own: 1,
  enemy: 2,
  /** A neutral stone. In Hexafive: the cell that is forbidden to the colour to move. */
  neutral: 4,
  /** The last move changed the cell. */
  last: 8,
  /** The cell is on an edge that is a goal of the colour to move, or of the enemy. */
  ownEdge: 16,
  enemyEdge: 32,
  /** The colour that began the game is to move. This bit is the same for all cells. */
  first: 64,
} as const;

/** The state of a cell after a move has changed it, for the player who moved. */
export type NewCellState = 'own' | 'neutral' | 'empty';

/** The cells of a board and their neighbours. */
export interface CellMap {
  readonly cells: number;
  /** The number of neighbours of a cell: six on hexagons, eight on squares, always in the same order. */
  readonly directions: number;
  /** The neighbours of each cell by direction. -1: beyond the board. */
  readonly around: Int16Array;
}

/** A move and its policy logit: the sum of the logits of its cell changes. */
export interface PolicyMove<Move> {
  readonly move: Move;
  readonly logit: number;
}

/** The policy logit of a change of a cell. */
export type CellLogit = (cell: number, becomes: NewCellState) => number;

export interface CellView<Position, Move> {
  /** The new states that moves of this game can give to a cell. */
  readonly newStates: readonly NewCellState[];
  /** The feature bits of each cell. The game must not be over. */
  readonly featurePlanes: (position: Position) => Uint8Array;
  /** The changes of cells that define a legal move. Captured stones are left out. */
  readonly cellChanges: (position: Position, move: Move) => readonly (readonly [cell: number, becomes: NewCellState])[];
  /** The legal moves with the highest policy logits, at most `limit`, the best first. */
  readonly rankMoves: (position: Position, cellLogit: CellLogit, limit: number) => readonly PolicyMove<Move>[];
  /** The owner of each cell at the end of a game: 0 or 1 for the colours in their order, -1 for none. */
  readonly owners: (position: Position) => Int8Array;
}

const ROW_HEIGHT = Math.sqrt(3) / 2;
const HEXAGON_STEPS = [
  [1, 0],
  [0.5, -ROW_HEIGHT],
  [-0.5, -ROW_HEIGHT],
  [-1, 0],
  [-0.5, ROW_HEIGHT],
  [0.5, ROW_HEIGHT],
] as const;
const SQUARE_STEPS = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const;

/** A key for a point of the plane, with rounding errors removed. */
const pointKey = (x: number, y: number): string => `${Math.round(x * 16)} ${Math.round(y * 16)}`;

/** Derives the cells of a board and their neighbours from its picture. */
export function cellMapOf({ spots }: { readonly spots: readonly Pick<Spot, 'shape' | 'x' | 'y'>[] }): CellMap {
  const steps = spots[0]?.shape === 'hexagon' ? HEXAGON_STEPS : SQUARE_STEPS;
  const cellAt = new Map(spots.map(({ x, y }, cell) => [pointKey(x, y), cell]));
  const around = spots.flatMap(({ x, y }) => steps.map(([dx, dy]) => cellAt.get(pointKey(x + dx, y + dy)) ?? -1));
  return { cells: spots.length, directions: steps.length, around: Int16Array.from(around) };
}

/**
 * Lists the symmetries of the board (rotations and reflections), the identity first. Each maps a cell to its image. They form a group,
 * so the inverse of each is in the list.
 */
export function symmetriesOf({ cells, directions, around }: CellMap): readonly Int16Array[] {
  const rotations = Array.from({ length: directions }, (_, rotation) => rotation);
  const maps = [1, -1].flatMap(orientation =>
    rotations.flatMap(rotation =>
      Array.from({ length: cells }, (_, image) =>
        extendMap(image, direction => (((rotation + orientation * direction) % directions) + directions) % directions),
      ),
    ),
  );
  const distinct = new Map(maps.filter(map => map !== null).map(map => [map.join(' '), map]));
  return [...distinct.values()];

  /** Extends the map of cell 0 to its image over the board, from neighbour to neighbour. null: the map leaves the board. */
  function extendMap(image: number, imageDirection: (direction: number) => number): Int16Array | null {
    const map = new Int16Array(cells).fill(-1);
    map[0] = image;
    const pending = [0];
    for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
      for (let direction = 0; direction < directions; direction++) {
        const next = around[cell * directions + direction] ?? -1;
        const nextImage = around[(map[cell] ?? 0) * directions + imageDirection(direction)] ?? -1;
        if (next < 0 !== nextImage < 0) return null;
        if (next < 0) continue;
        if (map[next] === -1) {
          map[next] = nextImage;
          pending.push(next);
        } else if (map[next] !== nextImage) return null;
      }
    }
    return map;
  }
}
