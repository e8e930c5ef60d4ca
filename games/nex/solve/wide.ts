// Boards of any size: the chain a side can finish in one move, found by walking over the cells.
import type { Cell, Filling, StoneSide, StoneBoard } from '../../stones/stone-game.ts';
import { EMPTY, NEUTRAL, STONE } from '../../stones/stone-game.ts';

/** A board, and one side's stones on it. */
export interface Scene {
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
function touches({ board, side }: Scene, cell: Cell, edge: 0 | 1): boolean {
  const columns = board.rows[0] ?? 1;
  const [line, lines] = side === 0 ? [Math.floor(cell / columns), board.rows.length] : [cell % columns, columns];
  return line === (edge === 0 ? 0 : lines - 1);
}

const around = ({ board }: Scene, cell: Cell): readonly Cell[] => board.neighbours[cell] ?? [];

const edgeCells = (scene: Scene, edge: 0 | 1): Cell[] =>
  scene.board.names.map((_, cell) => cell).filter(cell => touches(scene, cell, edge));

/** Own stones connected with these cells, which need not be own, and all the neighbours of both: 1 a cell. */
function reach(scene: Scene, seeds: readonly Cell[]): Uint8Array {
  const own = STONE[scene.side];
  const reached = new Uint8Array(scene.board.names.length);
  const open = [...seeds];
  for (const cell of seeds) reached[cell] = 1;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    for (const next of around(scene, cell)) {
      if (reached[next] === 1) continue;
      reached[next] = 1;
      if (scene.filling[next] === own) open.push(next);
    }
  }
  return reached;
}

/** The cells beside own stones connected with an edge, and the edge's own cells. */
function beside(scene: Scene, edge: 0 | 1): Uint8Array {
  const cells = edgeCells(scene, edge);
  const near = reach(
    scene,
    cells.filter(cell => scene.filling[cell] === STONE[scene.side]),
  );
  for (const cell of cells) near[cell] = 1;
  return near;
}

/** A shortest chain of own stones and of `taken`, without `left`. */
function chainThrough(scene: Scene, taken: readonly Cell[], left: Cell | null): readonly Cell[] | null {
  const own = STONE[scene.side];
  const isOpen = (cell: Cell): boolean => cell !== left && (scene.filling[cell] === own || taken.includes(cell));
  const before = new Map<Cell, Cell | null>();
  const queue = edgeCells(scene, 0).filter(isOpen);
  for (const cell of queue) before.set(cell, null);
  for (const cell of queue) {
    if (touches(scene, cell, 1)) return traced(before, cell);
    for (const next of around(scene, cell)) {
      if (before.has(next) || !isOpen(next)) continue;
      before.set(next, cell);
      queue.push(next);
    }
  }
  return null;
}

function traced(before: ReadonlyMap<Cell, Cell | null>, end: Cell): readonly Cell[] {
  const chain: Cell[] = [];
  for (let cell: Cell | null = end; cell !== null; cell = before.get(cell) ?? null) chain.push(cell);
  return chain;
}

/** A chain through neutrals taken, that leaves an own stone to give. */
function spared(scene: Scene, taken: readonly Cell[]): readonly Cell[] | null {
  const { filling, side } = scene;
  const own = scene.board.names.map((_, cell) => cell).filter(cell => filling[cell] === STONE[side]);
  const chain = chainThrough(scene, taken, null);
  if (chain === null || own.some(cell => !chain.includes(cell))) return chain;
  for (const cell of own) {
    const other = chainThrough(scene, taken, cell);
    if (other !== null) return other;
  }
  return null;
}

function convertedChain(scene: Scene, near: Uint8Array, far: Uint8Array): readonly Cell[] | null {
  const firsts = scene.board.names.map((_, cell) => cell).filter(cell => near[cell] === 1 && scene.filling[cell] === NEUTRAL); // prettier-ignore
  for (const first of firsts) {
    const chain = far[first] === 1 ? spared(scene, [first]) : null;
    if (chain !== null) return chain;
  }
  for (const first of firsts) {
    const reached = reach(scene, [first]);
    for (const [second, isReached] of reached.entries()) {
      const isCandidate = isReached === 1 && second !== first && far[second] === 1;
      if (!isCandidate || scene.filling[second] !== NEUTRAL) continue;
      const chain = spared(scene, [first, second]);
      if (chain !== null) return chain;
    }
  }
  return null;
}

/** The chain a side without one can finish by its next move, whichever that is; null: none. */
export function chainInOne(scene: Scene, { places, converts }: Means): readonly Cell[] | null {
  const [near, far] = [beside(scene, 0), beside(scene, 1)];
  if (places) {
    const gap = scene.filling.findIndex((held, cell) => held === EMPTY && near[cell] === 1 && far[cell] === 1);
    if (gap >= 0) return chainThrough(scene, [gap], null);
  }
  return converts ? convertedChain(scene, near, far) : null;
}
