// Draws random legal moves by rejection sampling, and plays random games with captures.
// Candidates are drawn at random until one is legal, so every legal move has the same probability.
import type { Random } from '../kit/random.ts';
import { must } from '../kit/assert.ts';
import { hasWinningStone, contentAfter, contentBefore } from './legality.ts';
import {
  type Cell,
  EMPTY,
  type End,
  type Filling,
  type Material,
  NEUTRAL,
  STONE,
  type StoneGame,
  type StonePosition,
  type StoneSide,
  boardOf,
  findMaterial,
  listByContent,
  otherSide,
} from './stone-game.ts';

/** The cells of the moves that fit the board, legal or not, by number: one or two empty cells, or two neutrals and an own stone. */
export interface Candidates {
  readonly count: number;
  readonly cellsAt: (index: number) => readonly Cell[];
}

export interface MoveRules<Move> {
  readonly candidates: (material: Material) => Candidates;
  /** The move that names these cells, after which `nextCells` lists none. */
  readonly buildMove: (position: StonePosition, cells: readonly Cell[]) => Move;
  /** Creates a test whether moves that fit the board are legal. */
  readonly createMoveTest: (position: StonePosition) => (move: Move) => boolean;
  readonly moves: (position: StonePosition) => Iterable<Move>;
}

/** After this number of rejections in a row, the legal moves are listed. */
const MAX_REJECTIONS = 40;

/** Draws a legal candidate, all with equal probability. There must be one. */
function draw<Item>(
  count: number,
  candidateAt: (index: number) => Item,
  isLegal: (item: Item) => boolean,
  listLegal: () => readonly Item[],
  rng: Random,
): Item {
  for (let i = 0; i < MAX_REJECTIONS && count > 0; i++) {
    const candidate = candidateAt(rng.below(count));
    if (isLegal(candidate)) return candidate;
  }
  const legal = listLegal();
  return must(legal[rng.below(legal.length)], 'a game goes on while there is a move');
}

export function drawMove<Move>(game: StoneGame, rules: MoveRules<Move>, position: StonePosition, rng: Random): Move {
  const { count, cellsAt } = rules.candidates(findMaterial(game, position));
  const moveAt = (index: number): Move => rules.buildMove(position, cellsAt(index));
  return draw(count, moveAt, rules.createMoveTest(position), () => [...rules.moves(position)], rng);
}

function insertSorted(list: Cell[], cell: Cell): void {
  let i = list.length;
  for (; i > 0 && (list[i - 1] ?? 0) > cell; i--) list[i] = list[i - 1] ?? 0;
  list[i] = cell;
}

function removeSorted(list: Cell[], cell: Cell): void {
  for (let i = list.indexOf(cell) + 1; i < list.length; i++) list[i - 1] = list[i] ?? 0;
  list.pop();
}

/** A number by which cells are in the order of Game.moves. */
const rankOf = (cells: readonly Cell[]): number => cells.reduce((rank, cell) => rank * 1024 + cell, 1);

/** A position that is changed in place. Its legality is that of createLegality. */
interface Table {
  readonly material: (side: StoneSide) => Material;
  /** The cells that a move captures. null: it is illegal. */
  readonly test: (cells: readonly Cell[], side: StoneSide) => readonly Cell[] | null;
  /** Plays a legal move. Returns true if it wins. */
  readonly play: (cells: readonly Cell[], captured: readonly Cell[], side: StoneSide) => boolean;
}

export function createTable(game: StoneGame, start: StonePosition): Table {
  const board = boardOf(game, start);
  const findCaptures = must(board.findCaptures, 'a game with captures');
  const filling = board.fill(start.cells);
  const cellCount = board.names.length;
  const { empties, neutrals, stones } = listByContent(game, start.cells);
  const listOf = (content: number): Cell[] =>
    content === EMPTY ? empties : content === NEUTRAL ? neutrals : stones[content === STONE[0] ? 0 : 1];
  /** The fillings of all positions so far, one after the other in one array, since creating an array is slow. */
  let history = new Uint8Array((start.seen.length + cellCount) * filling.length);
  let historySize = 0;
  /** By cell: the bits of all its contents so far. */
  const held = new Uint8Array(cellCount);
  const remember = (contents: Filling): void => {
    if (historySize === history.length) {
      const longer = new Uint8Array(2 * historySize);
      longer.set(history);
      history = longer;
    }
    history.set(contents, historySize);
    historySize += contents.length;
  };
  for (const cells of start.seen) {
    const contents = board.fill(cells);
    for (let cell = 0; cell < cellCount; cell++) held[cell] = (held[cell] ?? 0) | (contents[cell] ?? 0);
    remember(contents);
  }
  /** Whether the filling is an earlier position. It differs from the present one in these cells, and in captured ones. */
  const isRepeated = (cells: readonly Cell[]): boolean => {
    // Few cells of a move have held their new content before. This test decides most moves.
    for (const cell of cells) if (((held[cell] ?? 0) & (filling[cell] ?? 0)) === 0) return false;
    for (let at = 0; at < historySize; at += filling.length) {
      let cell = 0;
      if (history[at + (cells[0] ?? 0)] === filling[cells[0] ?? 0])
        while (cell < cellCount && history[at + cell] === filling[cell]) cell++;
      if (cell === cellCount) return true;
    }
    return false;
  };
  const test: Table['test'] = (cells, side) => {
    for (let i = 0; i < cells.length; i++) filling[cells[i] ?? 0] = contentAfter(cells, i, side);
    const captured = findCaptures(filling, cells, side);
    for (const cell of captured ?? []) filling[cell] = EMPTY;
    const isLegal = captured !== null && !isRepeated(cells);
    for (const cell of captured ?? []) filling[cell] = STONE[otherSide(side)];
    for (let i = 0; i < cells.length; i++) filling[cells[i] ?? 0] = contentBefore(cells, i, side);
    return isLegal ? captured : null;
  };
  const setCell = (cell: Cell, content: number): void => {
    removeSorted(listOf(filling[cell] ?? 0), cell);
    insertSorted(listOf(content), cell);
    filling[cell] = content;
    held[cell] = (held[cell] ?? 0) | content;
  };
  const play: Table['play'] = (cells, captured, side) => {
    for (const cell of captured) setCell(cell, EMPTY);
    for (let i = 0; i < cells.length; i++) setCell(cells[i] ?? 0, contentAfter(cells, i, side));
    remember(filling);
    return hasWinningStone(board, filling, cells);
  };
  return { material: side => ({ empties, neutrals, own: stones[side] }), test, play };
}

/** How a random game ended, and after how many moves. */
export interface RandomGame {
  readonly end: End;
  readonly plies: number;
}

/** Plays a random game with captures. */
export function playDrawnMoves<Move>(
  game: StoneGame,
  rules: MoveRules<Move>,
  start: StonePosition,
  rng: Random,
): RandomGame {
  const table = createTable(game, start);
  let turn = start.turn;
  for (let plies = 0; ; plies++) {
    const { count, cellsAt } = rules.candidates(table.material(turn));
    /** What the move that was tested last captures. */
    const last: { captured: readonly Cell[] | null } = { captured: null };
    const isLegal = (cells: readonly Cell[]): boolean => (last.captured = table.test(cells, turn)) !== null;
    let k = 0;
    while (k < count && !isLegal(cellsAt(k))) k++;
    if (k === count) return { end: { winner: otherSide(turn), reason: 'no-move' }, plies };
    const listLegal = () => {
      const legal = Array.from({ length: count }, (_, i) => cellsAt(i)).filter(isLegal);
      last.captured = null;
      return legal.sort((a, b) => rankOf(a) - rankOf(b));
    };
    const cells = draw(count, cellsAt, isLegal, listLegal, rng);
    if (table.play(cells, last.captured ?? table.test(cells, turn) ?? [], turn))
      return { end: { winner: turn, reason: game.winReason }, plies: plies + 1 };
    turn = otherSide(turn);
  }
}
