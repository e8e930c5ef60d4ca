// Checks moves of stone games with captures: suicide and positional superko. Ends turns.
import type { ColourSpec, Outcome, Seat } from '../game.ts';
import { assert, must } from '../kit/assert.ts';
import type { Phrase, Refusal } from '../kit/refusal.ts';
import { type Result, no, ok } from '../kit/result.ts';
import { refusal } from './notation.ts';
import {
  type Cell,
  EMPTY,
  EMPTY_LETTER,
  type End,
  type Filling,
  NEUTRAL_LETTER,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
  bitOf,
  boardOf,
  otherSide,
  setCells,
} from './stone-game.ts';

/** Black and White, the two sides of a stone game. Each game defines their aims. */
export const createSide = (title: string, letter: string, tone: 'black' | 'white', aim: string): ColourSpec => ({
  name: tone,
  title,
  letter,
  tone,
  aim: { code: aim, parts: { title, letter } },
});

/** Creates both sides. The aims are codes of templates/sentences, with the parts title and letter. */
export const createBlackAndWhite = (aims: { readonly black: string; readonly white: string }): StoneGame['sides'] => [
  createSide('Black', 'B', 'black', aims.black),
  createSide('White', 'W', 'white', aims.white),
];

// A player may not leave a chain of their own without one.

/** The cells of the chain of a stone. null: the chain has a liberty. */
export function findDeadChain(
  neighbours: readonly (readonly Cell[])[],
  filling: Filling,
  start: Cell,
): readonly Cell[] | null {
  const stone = filling[start];
  const chain = [start];
  const seen = new Set(chain);
  for (const cell of chain) {
    for (const next of neighbours[cell] ?? []) {
      if (filling[next] === EMPTY) return null;
      if (filling[next] !== stone || seen.has(next)) continue;
      seen.add(next);
      chain.push(next);
    }
  }
  return chain;
}

const NO_CELLS: readonly Cell[] = [];

/** Whether every stone on or beside these cells touches an empty cell. Then all their chains have liberties. A quick test without chains. */
function haveLiberties(neighbours: readonly (readonly Cell[])[], filling: Filling, changed: readonly Cell[]): boolean {
  const touchesEmpty = (cell: Cell): boolean => neighbours[cell]?.some(next => filling[next] === EMPTY) === true;
  const isSafe = (cell: Cell): boolean =>
    (filling[cell] !== STONE[0] && filling[cell] !== STONE[1]) || touchesEmpty(cell);
  return changed.every(cell => isSafe(cell) && neighbours[cell]?.every(isSafe) !== false);
}

/** Creates the function that finds captures. Only chains on or beside a changed cell can have lost a liberty. */
export const createCaptures =
  (neighbours: readonly (readonly Cell[])[]): NonNullable<StoneBoard['findCaptures']> =>
  (filling: Filling, changed: readonly Cell[], side: StoneSide) => {
    if (haveLiberties(neighbours, filling, changed)) return NO_CELLS;
    const nearby = [...new Set(changed.flatMap(cell => [cell, ...(neighbours[cell] ?? [])]))];
    const enemy = STONE[otherSide(side)];
    const capturedCells = new Set<Cell>();
    for (const cell of nearby) {
      if (filling[cell] !== enemy || capturedCells.has(cell)) continue;
      for (const stone of findDeadChain(neighbours, filling, cell) ?? []) capturedCells.add(stone);
    }
    for (const cell of capturedCells) filling[cell] = EMPTY;
    const isSuicide = nearby.some(
      cell => filling[cell] === STONE[side] && findDeadChain(neighbours, filling, cell) !== null,
    );
    for (const cell of capturedCells) filling[cell] = enemy;
    return isSuicide ? null : [...capturedCells].sort((a, b) => a - b);
  };

// A move may not leave the mover a chain without liberties, nor repeat an earlier position.

/** A cell and its new letter. */
export type CellChange = readonly [cell: Cell, letter: string];

interface Legality {
  /** Whether every move that fits the board is legal, so that moves can be counted by a formula. */
  readonly isFree: boolean;
  /** The cells of the enemy's stones that these changes capture, or the reason why they are illegal. */
  readonly findCaptures: (changes: readonly CellChange[]) => Result<readonly Cell[], 'suicide' | 'repetition'>;
}

const UNRESTRICTED: Legality = { isFree: true, findCaptures: () => ok([]) };

const changeCells = (cells: string, changes: readonly CellChange[], captured: readonly Cell[]): string =>
  setCells(cells, [...changes, ...captured.map(cell => [cell, EMPTY_LETTER] as const)]);

/** Whether the changes lead to an earlier position. Compares the changed cells first, since few earlier positions agree on them. */
function repeatsPosition(position: StonePosition, changes: readonly CellChange[], captured: readonly Cell[]): boolean {
  const candidates = position.seen.filter(
    seen =>
      changes.every(([cell, letter]) => seen.charAt(cell) === letter) &&
      captured.every(cell => seen.charAt(cell) === EMPTY_LETTER),
  );
  return candidates.length > 0 && candidates.includes(changeCells(position.cells, changes, captured));
}

/** Creates the legality check for the side to move. */
export function createLegality(game: StoneGame, position: StonePosition): Legality {
  const board = boardOf(game, position);
  const { findCaptures } = board;
  if (findCaptures === null) return UNRESTRICTED;
  const filling = board.fill(position.cells);
  return {
    isFree: false,
    findCaptures: changes => {
      for (const [cell, letter] of changes) filling[cell] = bitOf(letter);
      const captured = findCaptures(filling, changes.map(([cell]) => cell), position.turn); // prettier-ignore
      for (const [cell] of changes) filling[cell] = bitOf(position.cells.charAt(cell));
      if (captured === null) return no('suicide');
      return repeatsPosition(position, changes, captured) ? no('repetition') : ok(captured);
    },
  };
}

const formatCells = (game: StoneGame, position: StonePosition, cells: readonly Cell[]): string =>
  cells.map(cell => must(boardOf(game, position).names[cell], 'a cell lies on its board')).join(', ');

/** The reason why these changes are illegal. null: they are legal. */
export function findRefusal(game: StoneGame, position: StonePosition, changes: readonly CellChange[]): Refusal | null {
  const captured = createLegality(game, position).findCaptures(changes);
  if (captured.ok) return null;
  const cells = formatCells(game, position, changes.map(([cell]) => cell)); // prettier-ignore
  return captured.reason === 'suicide'
    ? refusal('no-liberty', { cells, colour: game.sides[position.turn].name })
    : refusal('arrangement-repeats', { cells });
}

/** Adds the captured stones to the description of a move. */
export function describeCaptures(
  game: StoneGame,
  position: StonePosition,
  changes: readonly CellChange[],
  move: Phrase,
): Phrase {
  const captured = createLegality(game, position).findCaptures(changes);
  if (!captured.ok || captured.value.length === 0) return move;
  return { code: 'move-capturing', parts: { move, cells: formatCells(game, position, captured.value) } };
}

export function outcomeOf(end: End | null): Outcome | null {
  if (end === null) return null;
  const ranks = end.winner === null ? [1, 1] : end.winner === 0 ? [1, 2] : [2, 1];
  return { ranks, reason: end.reason, scores: null };
}

/** The facts of a turn that decide whether the game is over. */
interface Turn {
  /** The stones that the mover has just placed. null: the position was set up, and the whole board is checked. */
  readonly placed: readonly Cell[] | null;
  /** Whether the side to move has a legal move. */
  readonly hasMove: (position: StonePosition) => boolean;
}

function findWinner(game: StoneGame, position: StonePosition, placed: Turn['placed']): StoneSide | null {
  const board = boardOf(game, position);
  const filling = board.fill(position.cells);
  // Only the mover can win by a move. In a set-up position with two winners, the side that moved last has won.
  if (placed === null)
    return [otherSide(position.turn), position.turn].find(side => board.hasWon(filling, side)) ?? null;
  // Each stone is checked with only the earlier ones on the board.
  const stones = placed.map(cell => filling[cell] ?? EMPTY);
  for (const cell of placed) filling[cell] = EMPTY;
  const wins = placed.some((cell, i) => {
    filling[cell] = stones[i] ?? EMPTY;
    return board.completes(filling, cell);
  });
  return wins ? position.turn : null;
}

function endWithoutMove(game: StoneGame, position: StonePosition): End {
  if (game.noMoveResult === 'loss') return { winner: otherSide(position.turn), reason: 'no-move' };
  const isFull = !position.cells.includes(EMPTY_LETTER) && !position.cells.includes(NEUTRAL_LETTER);
  return { winner: null, reason: isFull ? game.fullReason : 'no-move' };
}

/** Passes the turn to the other side (unless the position was set up), and detects the end of the game. */
export function finishTurn(game: StoneGame, position: StonePosition, { placed, hasMove }: Turn): StonePosition {
  const winner = findWinner(game, position, placed);
  const next = placed === null ? position : { ...position, turn: otherSide(position.turn) };
  if (winner !== null) return { ...next, end: { winner, reason: game.winReason } };
  return hasMove(next) ? next : { ...next, end: endWithoutMove(game, next) };
}

/** The position after the mover has changed these cells. Throws if that is illegal. */
export function applyChanges(
  game: StoneGame,
  position: StonePosition,
  changes: readonly CellChange[],
  hasMove: Turn['hasMove'],
): StonePosition {
  const captured = createLegality(game, position).findCaptures(changes);
  assert(captured.ok, 'only what is legal is played');
  const cells = changeCells(position.cells, changes, captured.value);
  const last = [...changes.map(([cell]) => cell), ...captured.value];
  const own = game.sides[position.turn].letter;
  const placed = changes.filter(([, letter]) => letter === own).map(([cell]) => cell);
  const seen = position.seen.length === 0 ? position.seen : [...position.seen, cells];
  return finishTurn(game, { ...position, cells, last, seen }, { placed, hasMove });
}

/** Ends a game of two sides by a resignation. A finished game does not change. */
export function retireColour<Position extends Pick<StonePosition, 'end'>>(position: Position, seat: Seat): Position {
  assert(seat === 0 || seat === 1, 'a stone game has two seats');
  return position.end === null ? { ...position, end: { winner: otherSide(seat), reason: 'resigned' } } : position;
}
