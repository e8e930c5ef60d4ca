// Finds wins and losses within one move, on boards of any size.
// Chains are found by walking over the cells. Either the next move wins, or every move lets the other side win.
import { hexStones } from '#games/hex/stones.ts';
import { must } from '#games/kit/assert.ts';
import { type NeutralMove, cellsOf, listMoves } from '#games/stones/neutral/moves.ts';
import { contentAfter } from '#games/stones/legality.ts';
import {
  type Cell,
  EMPTY,
  type Filling,
  NEUTRAL,
  STONE,
  type StoneBoard,
  type StonePosition,
  type StoneSide,
  boardOf,
  findMaterial,
  otherSide,
} from '#games/stones/stone-game.ts';

/** A board, and one side's stones on it. */
interface WideBoard {
  readonly board: StoneBoard;
  readonly filling: Filling;
  readonly side: StoneSide;
}

/** What the side may do by the number of stones alone. */
interface Means {
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
function findWinInOne(wide: WideBoard, { places, converts }: Means): readonly Cell[] | null {
  const [near, far] = [beside(wide, 0), beside(wide, 1)];
  if (places) {
    const gap = wide.filling.findIndex((held, cell) => held === EMPTY && near[cell] === 1 && far[cell] === 1);
    if (gap >= 0) return chainThrough(wide, [gap], null);
  }
  return converts ? convertedChain(wide, near, far) : null;
}

/** A refutation of a move: the cells of the chain the answer finishes, and what the move made of them. */
interface Refutation {
  readonly kind: NeutralMove['kind'];
  readonly chain: readonly Cell[];
  readonly made: string;
}

/** Threats that are checked before giving up: far more than any board has needed. */
const MOST_LOOKS = 20_000;

/** The chain the side to move finishes by its next move; null: none. */
function ownChain(position: StonePosition): readonly Cell[] | null {
  const { empties, neutrals, own } = findMaterial(hexStones, position);
  const board = boardOf(hexStones, position);
  return findWinInOne(
    { board, filling: board.fill(position.cells), side: position.turn },
    { places: empties.length >= 2, converts: neutrals.length >= 2 && own.length > 0 },
  );
}

/** A move that wins at once; null: there is none. Asked of positions in which a regular move is left. */
export function winningMove(position: StonePosition): NeutralMove | null {
  const chain = ownChain(position);
  if (chain === null) return null;
  const { empties, neutrals, own } = findMaterial(hexStones, position);
  const gap = chain.find(cell => empties.includes(cell));
  const isFree = (cell: Cell): boolean => !chain.includes(cell);
  if (gap !== undefined) {
    return { kind: 'place', own: gap, neutral: must(empties.find(isFree), 'two cells are empty') };
  }
  const taken = chain.filter(cell => neutrals.includes(cell));
  const [a, b] = [...taken, ...neutrals.filter(isFree)];
  const [first, second] = [must(a, 'a chain takes a neutral'), must(b, 'there are two neutrals')];
  const given = must(own.find(isFree), 'a stone is left to give');
  return { kind: 'convert', first: Math.min(first, second), second: Math.max(first, second), given };
}

/** What a move makes of these cells: the same text, the same change. */
const madeOf = (filling: Filling, chain: readonly Cell[]): string => chain.map(cell => filling[cell]).join('');

/** Does every move leave the other side a win by its next one? Asked where no move wins at once. */
export function losesAtSight(position: StonePosition): boolean {
  const board = boardOf(hexStones, position);
  const filling = board.fill(position.cells);
  const { empties, neutrals } = findMaterial(hexStones, position);
  const enemy = otherSide(position.turn);
  const hasStone = filling.includes(STONE[enemy]);
  const refutations: Refutation[] = [];
  let looks = 0;
  for (const move of listMoves(hexStones, position)) {
    // Sets the cells of a move; the answer takes them back.
    const cells = cellsOf(move);
    const before = cells.map(cell => filling[cell] ?? EMPTY);
    cells.forEach((cell, i) => (filling[cell] = contentAfter(cells, i, position.turn)));
    const undo = () => cells.forEach((cell, i) => (filling[cell] = before[i] ?? EMPTY));
    const isPlacement = move.kind === 'place';
    const isKnown = refutations.some(({ kind, chain, made }) => kind === move.kind && madeOf(filling, chain) === made);
    const room = empties.length - (isPlacement ? 2 : 0);
    const converts = hasStone && neutrals.length + (isPlacement ? 1 : -1) >= 2;
    const chain = isKnown ? null : findWinInOne({ board, filling, side: enemy }, { places: room >= 2, converts });
    if (chain !== null) refutations.unshift({ kind: move.kind, chain, made: madeOf(filling, chain) });
    undo();
    looks += isKnown ? 0 : 1;
    if ((!isKnown && chain === null) || looks > MOST_LOOKS) return false;
  }
  return looks > 0;
}

/** Are there two cells to place on, or neutrals to convert? Else conventions fill the last cells, or no move is left. */
export function hasRegularMove(position: StonePosition): boolean {
  const { empties, neutrals, own } = findMaterial(hexStones, position);
  return empties.length >= 2 || (neutrals.length >= 2 && own.length > 0);
}
