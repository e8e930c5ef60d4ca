// Win in one, on boards of any size: finds the chain a side can finish in one move.
// The chain is found by walking over the cells.
import {
  type Cell,
  EMPTY,
  type Filling,
  NEUTRAL,
  STONE,
  type StoneBoard,
  type StoneSide,
} from '#games/stones/stone-game.ts';

/** A board, and one side's stones on it. */
export interface WideBoard {
  readonly board: StoneBoard;
  readonly filling: Filling;
  readonly side: StoneSide;
}

/** What the side may do by the number of stones alone. */
export interface Means {
  readonly places: boolean;
  readonly converts: boolean;
}

/** Is the cell on the first edge of this side, or on the second? Black joins top and bottom, White left and right. */
function touches({ board, side }: WideBoard, cell: Cell, edge: 0 | 1): boolean {
  const columns = board.rows[0] ?? 1;
  const [line, lines] = side === 0 ? [Math.floor(cell / columns), board.rows.length] : [cell % columns, columns];
  return line === (edge === 0 ? 0 : lines - 1);
}

const around = ({ board }: WideBoard, cell: Cell): readonly Cell[] => board.neighbours[cell] ?? [];

const edgeCells = (wide: WideBoard, edge: 0 | 1): Cell[] =>
  wide.board.names.map((_, cell) => cell).filter(cell => touches(wide, cell, edge));

/** Own stones connected with these cells, which need not be own, and all the neighbours of both: 1 a cell. */
function reach(wide: WideBoard, seeds: readonly Cell[]): Uint8Array {
  const own = STONE[wide.side];
  const reached = new Uint8Array(wide.board.names.length);
  const open = [...seeds];
  for (const cell of seeds) reached[cell] = 1;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    for (const next of around(wide, cell)) {
      if (reached[next] === 1) continue;
      reached[next] = 1;
      if (wide.filling[next] === own) open.push(next);
    }
  }
  return reached;
}

/** The cells beside own stones connected with an edge, and the edge's own cells. */
function beside(wide: WideBoard, edge: 0 | 1): Uint8Array {
  const cells = edgeCells(wide, edge);
  const near = reach(
    wide,
    cells.filter(cell => wide.filling[cell] === STONE[wide.side]),
  );
  for (const cell of cells) near[cell] = 1;
  return near;
}

/** A shortest chain of own stones and of `taken`, without `left`. */
function chainThrough(wide: WideBoard, taken: readonly Cell[], left: Cell | null): readonly Cell[] | null {
  const own = STONE[wide.side];
  const isOpen = (cell: Cell): boolean => cell !== left && (wide.filling[cell] === own || taken.includes(cell));
  const before = new Map<Cell, Cell | null>();
  const queue = edgeCells(wide, 0).filter(isOpen);
  for (const cell of queue) before.set(cell, null);
  for (const cell of queue) {
    if (touches(wide, cell, 1)) return traceBack(before, cell);
    for (const next of around(wide, cell)) {
      if (before.has(next) || !isOpen(next)) continue;
      before.set(next, cell);
      queue.push(next);
    }
  }
  return null;
}

function traceBack(before: ReadonlyMap<Cell, Cell | null>, end: Cell): readonly Cell[] {
  const chain: Cell[] = [];
  for (let cell: Cell | null = end; cell !== null; cell = before.get(cell) ?? null) chain.push(cell);
  return chain;
}

/** A chain through neutrals taken, that leaves an own stone to give. */
function chainSparingOne(wide: WideBoard, taken: readonly Cell[]): readonly Cell[] | null {
  const { filling, side } = wide;
  const own = wide.board.names.map((_, cell) => cell).filter(cell => filling[cell] === STONE[side]);
  const chain = chainThrough(wide, taken, null);
  if (chain === null || own.some(cell => !chain.includes(cell))) return chain;
  for (const cell of own) {
    const other = chainThrough(wide, taken, cell);
    if (other !== null) return other;
  }
  return null;
}

function convertedChain(wide: WideBoard, near: Uint8Array, far: Uint8Array): readonly Cell[] | null {
  const firsts = wide.board.names.map((_, cell) => cell).filter(cell => near[cell] === 1 && wide.filling[cell] === NEUTRAL); // prettier-ignore
  for (const first of firsts) {
    const chain = far[first] === 1 ? chainSparingOne(wide, [first]) : null;
    if (chain !== null) return chain;
  }
  for (const first of firsts) {
    const reached = reach(wide, [first]);
    for (const [second, isReached] of reached.entries()) {
      const isCandidate = isReached === 1 && second !== first && far[second] === 1;
      if (!isCandidate || wide.filling[second] !== NEUTRAL) continue;
      const chain = chainSparingOne(wide, [first, second]);
      if (chain !== null) return chain;
    }
  }
  return null;
}

/** The chain a side without one can finish by its next move, whichever that is; null: none. */
export function findWinInOne(wide: WideBoard, { places, converts }: Means): readonly Cell[] | null {
  const [near, far] = [beside(wide, 0), beside(wide, 1)];
  if (places) {
    const gap = wide.filling.findIndex((held, cell) => held === EMPTY && near[cell] === 1 && far[cell] === 1);
    if (gap >= 0) return chainThrough(wide, [gap], null);
  }
  return converts ? convertedChain(wide, near, far) : null;
}
