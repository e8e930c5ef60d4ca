// The rules of Hexafive: captures, five in a row, and the end of a game.
import type { Setup } from '../game.ts';
import { assert } from '../kit/assert.ts';
import {
  type Cell,
  EMPTY,
  EMPTY_LETTER,
  STONE,
  type StonePosition,
  type StoneSide,
  listCells,
  otherSide,
  setCells,
} from '../stones/stone-game.ts';
import {
  AXES,
  type Grid,
  type HexafiveBoard,
  LETTERS,
  type Slot,
  UNLIMITED,
  boardOf,
  enemyStone,
  slotOf,
} from './board.ts';

// A position can recur only through captures, so undoing them one by one finds all repetitions.

/** The number of slots that describe a capture: the placed stone, the taken stone, and the cell forbidden before (or NO_SLOT). */
const SLOTS_PER_EXCHANGE = 3;
/** A third occurrence needs at least eight captures: a position recurs after four plies at the earliest. */
const MIN_EXCHANGE_SLOTS = 8 * SLOTS_PER_EXCHANGE;

/** Whether this position, with the same side to move and forbidden cell, occurs at least for the third time. `exchanges`: the last captures. */
export function isThirdOccurrence(grid: Grid, ban: Slot, exchanges: readonly Slot[]): boolean {
  if (exchanges.length < MIN_EXCHANGE_SLOTS) return false;
  const before = grid.slice();
  let differing = 0;
  let earlier = 0;
  const setContent = (slot: Slot, content: number): void => {
    differing += Number(content !== grid[slot]) - Number(before[slot] !== grid[slot]);
    before[slot] = content;
  };
  for (let i = exchanges.length - SLOTS_PER_EXCHANGE; i >= 0; i -= SLOTS_PER_EXCHANGE) {
    const [placed = 0, taken = 0, banned = 0] = exchanges.slice(i, i + SLOTS_PER_EXCHANGE);
    const mover = before[placed] ?? EMPTY;
    setContent(placed, EMPTY);
    setContent(taken, enemyStone(mover));
    const isSameTurn = (exchanges.length - i) % (2 * SLOTS_PER_EXCHANGE) === 0;
    if (isSameTurn && differing === 0 && banned === ban) earlier += 1;
  }
  return earlier >= 2;
}

/** A move: the cell of the stone, and the enemy stone that it takes, if any. */
export interface Move {
  readonly cell: Cell;
  readonly taken: Cell | null;
}

/** A capture that later captures may undo: the move, and the cell that was forbidden before it. */
interface Exchange {
  readonly cell: Cell;
  readonly taken: Cell;
  readonly ban: Cell | null;
}

/** A position, as plain JSON. */
export interface Position extends Pick<StonePosition, 'setup' | 'turn' | 'last' | 'end'> {
  /** One letter for each cell in reading order: '.' empty, 'O' White, 'X' Black. */
  readonly cells: string;
  /** The cell that is forbidden to the side to move, since it has just lost a stone there. */
  readonly ban: Cell | null;
  /** The stones in hand of White and Black. null: the stock is unlimited. */
  readonly stock: readonly [number, number] | null;
  /** The captures since the last move without one. A position can recur only within these moves. */
  readonly trail: readonly Exchange[];
}

export const WIN_LENGTH = 5;

/** Whether the next two slots in this direction hold these stones. */
export const hasPair = (grid: Grid, slot: Slot, step: number, stone: number): boolean =>
  grid[slot + step] === stone && grid[slot + 2 * step] === stone;

/** Whether a stone on this slot encloses a pair in this direction. */
const encloses = (grid: Grid, slot: Slot, step: number, own: number): boolean =>
  hasPair(grid, slot, step, enemyStone(own)) && grid[slot + 3 * step] === own;

export function isEnclosing(grid: Grid, slot: Slot, steps: HexafiveBoard['steps'], own: number): boolean {
  for (const step of steps) if (encloses(grid, slot, step, own)) return true;
  return false;
}

/** Counts the stones of the slot's colour that follow it without a gap in one direction. */
function runLength(grid: Grid, slot: Slot, step: number): number {
  const stone = grid[slot];
  let length = 0;
  for (let next = slot + step; grid[next] === stone; next += step) length++;
  return length;
}

/** Whether the stone on this slot is one of five or more in a row. */
export function isInFive(grid: Grid, slot: Slot, steps: HexafiveBoard['steps']): boolean {
  for (let axis = 0; axis < AXES; axis++) {
    const step = steps[axis] ?? 0;
    if (runLength(grid, slot, step) + 1 + runLength(grid, slot, -step) >= WIN_LENGTH) return true;
  }
  return false;
}

/** Lists the enemy stones of which a stone on this slot may take one, in reading order. */
export const listTakeableSlots = ({ steps }: HexafiveBoard, grid: Grid, slot: Slot, own: number): Slot[] =>
  steps
    .filter(step => encloses(grid, slot, step, own))
    .flatMap(step => [slot + step, slot + 2 * step])
    .sort((a, b) => a - b);

const listTakeable = (board: HexafiveBoard, grid: Grid, cell: Cell, side: StoneSide): Cell[] =>
  listTakeableSlots(board, grid, slotOf(board, cell), STONE[side]).map(slot => board.cells[slot] ?? 0);

export const listChoices = ({ setup, cells, turn }: Position, cell: Cell): Cell[] =>
  listTakeable(boardOf(setup), boardOf(setup).fill(cells), cell, turn);

export const isCaptureOptional = (setup: Setup): boolean => setup['capture'] === 'may';

/** Every legal move: by the cell of the stone in reading order, without a capture first, then by the stone taken. */
export function* moves({ setup, cells, turn, ban, end }: Position): Generator<Move> {
  if (end !== null) return;
  const board = boardOf(setup);
  const grid = board.fill(cells);
  for (const cell of listCells(cells, EMPTY_LETTER)) {
    if (cell === ban) continue;
    const choices = listTakeable(board, grid, cell, turn);
    if (choices.length === 0 || isCaptureOptional(setup)) yield { cell, taken: null };
    for (const taken of choices) yield { cell, taken };
  }
}

export const countMoves = (position: Position): number => [...moves(position)].length;

function isLegal(position: Position, { cell, taken }: Move): boolean {
  if (position.end !== null || cell === position.ban || position.cells.charAt(cell) !== EMPTY_LETTER) return false;
  const choices = listChoices(position, cell);
  return taken === null ? choices.length === 0 || isCaptureOptional(position.setup) : choices.includes(taken);
}

/** The captures of a position's trail, as slots for isThirdOccurrence. */
export function listExchanges({ setup, trail }: Position): Slot[] {
  const board = boardOf(setup);
  return trail.flatMap(({ cell, taken, ban }) => [cell, taken, ban].map(each => slotOf(board, each)));
}

/** The reason why the side to move cannot move, or the game cannot go on. null: none. */
function findDrawReason(position: Position, grid: Grid): string | null {
  const empty = listCells(position.cells, EMPTY_LETTER);
  // A full board ends the game at once, an empty stock only when its owner would have to move.
  if (empty.length === 0) return 'full';
  if (position.stock?.[position.turn] === 0) return 'stock';
  if (empty.length === 1 && empty[0] === position.ban) return 'only-banned';
  const ban = slotOf(boardOf(position.setup), position.ban);
  return isThirdOccurrence(grid, ban, listExchanges(position)) ? 'repetition' : null;
}

/** Adds the end to a position in which the game is over. */
export function finishMove(position: Position): Position {
  const grid = boardOf(position.setup).fill(position.cells);
  // The side with five in a row. In a set-up position where both have five, the side that moved last has won.
  const { setup, cells, turn } = position;
  const board = boardOf(setup);
  const hasFive = (side: StoneSide): boolean =>
    listCells(cells, LETTERS[side]).some(cell => isInFive(grid, slotOf(board, cell), board.steps));
  const winner = [otherSide(turn), turn].find(hasFive) ?? null;
  const reason = winner === null ? findDrawReason(position, grid) : 'five';
  return reason === null ? position : { ...position, end: { winner, reason } };
}

export function start(setup: Setup): Position {
  const pieces = setup['pieces'] === UNLIMITED ? null : Number(setup['pieces']);
  return {
    setup,
    cells: EMPTY_LETTER.repeat(boardOf(setup).names.length),
    turn: 0,
    ban: null,
    stock: pieces === null ? null : [pieces, pieces],
    last: [],
    trail: [],
    end: null,
  };
}

/** The stock after a move: the mover loses a stone, and a taken stone returns to its owner. */
function computeStock({ stock, turn }: Position, taken: Cell | null): Position['stock'] {
  if (stock === null) return null;
  const back = taken === null ? 0 : 1;
  return turn === 0 ? [stock[0] - 1, stock[1] + back] : [stock[0] + back, stock[1] - 1];
}

export function play(position: Position, move: Move): Position {
  assert(isLegal(position, move), 'only legal moves are played');
  const { setup, cells, turn, ban, trail } = position;
  const { cell, taken } = move;
  return finishMove({
    setup,
    cells: setCells(cells, [[cell, LETTERS[turn]], ...(taken === null ? [] : [[taken, EMPTY_LETTER] as const])]),
    turn: otherSide(turn),
    ban: taken,
    stock: computeStock(position, taken),
    last: taken === null ? [cell] : [cell, taken],
    trail: taken === null ? [] : [...trail, { cell, taken, ban }],
    end: null,
  });
}
