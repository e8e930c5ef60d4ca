// The rules of Hexafive: captures, five in a row, and the end of a game.
import type { Setup } from '../game.ts';
import {
  type Cell,
  listCells,
  EMPTY_LETTER,
  type End,
  otherSide,
  STONE,
  type StoneSide,
  setCells,
} from '../stones/stone-game.ts';
import { AXES, boardOf, enemyOf, type Grid, type HexafiveBoard, LETTERS, type Slot, slotOf } from './board.ts';
import { assert } from '../kit/assert.ts';
import { UNLIMITED } from './options.ts';
import { isThird } from './repetition.ts';

/** A stone on a cell, and the enemy stone it takes, if any. */
export interface Move {
  readonly cell: Cell;
  readonly taken: Cell | null;
}

/** A capture that may yet be undone by others: the move, and what was forbidden when it was made. */
export interface Exchange {
  readonly cell: Cell;
  readonly taken: Cell;
  readonly ban: Cell | null;
}

/** Where a game stands: plain JSON. */
export interface Position {
  readonly setup: Setup;
  /** A letter a cell in reading order: '.' empty, 'O' White, 'X' Black. */
  readonly cells: string;
  readonly turn: StoneSide;
  /** Where the side to move may not play: there it has just lost a stone. */
  readonly ban: Cell | null;
  /** Stones in hand of White and Black; null: they are not counted. */
  readonly stock: readonly [number, number] | null;
  /** The cells the last move changed. */
  readonly last: readonly Cell[];
  /** The captures since the last move that took nothing. It raised the number of stones permanently, so a position can recur only among these. */
  readonly trail: readonly Exchange[];
  readonly end: End | null;
}

export const FIVE = 5;

/** Do the next two slots in this direction hold two such stones? */
export const hasPair = (grid: Grid, slot: Slot, step: number, stone: number): boolean =>
  grid[slot + step] === stone && grid[slot + 2 * step] === stone;

/** Would a stone on this slot enclose a pair in this direction? */
const encloses = (grid: Grid, slot: Slot, step: number, own: number): boolean =>
  hasPair(grid, slot, step, enemyOf(own)) && grid[slot + 3 * step] === own;

export function isEnclosing(grid: Grid, slot: Slot, steps: HexafiveBoard['steps'], own: number): boolean {
  for (const step of steps) if (encloses(grid, slot, step, own)) return true;
  return false;
}

/** Stones like the one on this slot, from it on in one direction. */
function run(grid: Grid, slot: Slot, step: number): number {
  const stone = grid[slot];
  let length = 0;
  for (let next = slot + step; grid[next] === stone; next += step) length++;
  return length;
}

/** Is the stone on this slot one of five or more in a row? */
export function isInFive(grid: Grid, slot: Slot, steps: HexafiveBoard['steps']): boolean {
  for (let axis = 0; axis < AXES; axis++) {
    const step = steps[axis] ?? 0;
    if (run(grid, slot, step) + 1 + run(grid, slot, -step) >= FIVE) return true;
  }
  return false;
}

/** The enemy stones of which a stone on this cell may take one, in reading order. */
function takeable(board: HexafiveBoard, grid: Grid, cell: Cell, side: StoneSide): Cell[] {
  const slot = slotOf(board, cell);
  return board.steps
    .filter(step => encloses(grid, slot, step, STONE[side]))
    .flatMap(step => [board.cells[slot + step] ?? 0, board.cells[slot + 2 * step] ?? 0])
    .sort((a, b) => a - b);
}

export const listChoices = ({ setup, cells, turn }: Position, cell: Cell): Cell[] =>
  takeable(boardOf(setup), boardOf(setup).fill(cells), cell, turn);

/** May a stone that encloses a pair be put down without taking anything? */
export const mayPass = (setup: Setup): boolean => setup['capture'] === 'may';

/** Every legal move: by the cell of the stone in reading order, without a capture first, then by the stone taken. */
export function* moves({ setup, cells, turn, ban, end }: Position): Generator<Move> {
  if (end !== null) return;
  const board = boardOf(setup);
  const grid = board.fill(cells);
  for (const cell of listCells(cells, EMPTY_LETTER)) {
    if (cell === ban) continue;
    const choices = takeable(board, grid, cell, turn);
    if (choices.length === 0 || mayPass(setup)) yield { cell, taken: null };
    for (const taken of choices) yield { cell, taken };
  }
}

export function countMoves({ setup, cells, turn, ban, end }: Position): number {
  if (end !== null) return 0;
  const board = boardOf(setup);
  const grid = board.fill(cells);
  let count = 0;
  for (const cell of listCells(cells, EMPTY_LETTER)) {
    if (cell === ban) continue;
    const pairs = board.steps.filter(step => encloses(grid, slotOf(board, cell), step, STONE[turn])).length;
    count += 2 * pairs + (pairs === 0 || mayPass(setup) ? 1 : 0);
  }
  return count;
}

function isLegal(position: Position, { cell, taken }: Move): boolean {
  if (position.end !== null || cell === position.ban || position.cells.charAt(cell) !== EMPTY_LETTER) return false;
  const choices = listChoices(position, cell);
  return taken === null ? choices.length === 0 || mayPass(position.setup) : choices.includes(taken);
}

/** The side with five in a row. In a set-up position where both have five, the side that moved last has won. */
function winnerOf({ setup, cells, turn }: Position, grid: Grid): StoneSide | null {
  const board = boardOf(setup);
  const hasFive = (side: StoneSide): boolean =>
    listCells(cells, LETTERS[side]).some(cell => isInFive(grid, slotOf(board, cell), board.steps));
  return [otherSide(turn), turn].find(hasFive) ?? null;
}

/** The captures a position remembers, as isThird wants them. */
export function exchangesOf({ setup, trail }: Position): Slot[] {
  const board = boardOf(setup);
  return trail.flatMap(({ cell, taken, ban }) => [cell, taken, ban].map(each => slotOf(board, each)));
}

/** The reason why the side to move cannot move, or the game cannot go on. null: none. */
function drawOf(position: Position, grid: Grid): string | null {
  const empty = listCells(position.cells, EMPTY_LETTER);
  // A full board ends the game at once, an empty stock only when its owner would have to move.
  if (empty.length === 0) return 'full';
  if (position.stock?.[position.turn] === 0) return 'stock';
  if (empty.length === 1 && empty[0] === position.ban) return 'only-banned';
  const ban = slotOf(boardOf(position.setup), position.ban);
  return isThird(grid, ban, exchangesOf(position)) ? 'repetition' : null;
}

/** The same position, with its end where it is one. */
export function settled(position: Position): Position {
  const grid = boardOf(position.setup).fill(position.cells);
  const winner = winnerOf(position, grid);
  const reason = winner === null ? drawOf(position, grid) : 'five';
  return reason === null ? position : { ...position, end: { winner, reason } };
}

/** The opening position. */
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

/** A stone leaves the mover's hand; one that was taken goes back to its owner's. */
function stockAfter({ stock, turn }: Position, taken: Cell | null): Position['stock'] {
  if (stock === null) return null;
  const back = taken === null ? 0 : 1;
  return turn === 0 ? [stock[0] - 1, stock[1] + back] : [stock[0] + back, stock[1] - 1];
}

export function play(position: Position, move: Move): Position {
  assert(isLegal(position, move), 'only legal moves are played');
  const { setup, cells, turn, ban, trail } = position;
  const { cell, taken } = move;
  return settled({
    setup,
    cells: setCells(cells, [[cell, LETTERS[turn]], ...(taken === null ? [] : [[taken, EMPTY_LETTER] as const])]),
    turn: otherSide(turn),
    ban: taken,
    stock: stockAfter(position, taken),
    last: taken === null ? [cell] : [cell, taken],
    trail: taken === null ? [] : [...trail, { cell, taken, ban }],
    end: null,
  });
}
