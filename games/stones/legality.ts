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
  NEUTRAL,
  NEUTRAL_LETTER,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
  boardOf,
  letterOf,
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

/** Content of no cell: marks the stones of a walk. */
const VISITED = 8;

/** Creates the function that finds captures. It is the inner loop of playouts with captures. */
export function createCaptures(neighbours: readonly (readonly Cell[])[]): NonNullable<StoneBoard['findCaptures']> {
  const around = (cell: Cell): readonly Cell[] => neighbours[cell] ?? [];
  const touchesEmpty = (filling: Filling, cell: Cell): boolean => {
    for (const next of around(cell)) if (filling[next] === EMPTY) return true;
    return false;
  };
  /** The cells of the chain of a stone. Empty: the chain has a liberty. Restores the filling. */
  const findDeadChain = (filling: Filling, start: Cell): readonly Cell[] => {
    if (touchesEmpty(filling, start)) return [];
    const stone = filling[start] ?? EMPTY;
    const chain = [start];
    let isAlive = false;
    for (let i = 0; i < chain.length && !isAlive; i++) {
      for (const next of around(chain[i] ?? 0)) {
        if (filling[next] !== stone || next === start) continue;
        filling[next] = VISITED;
        chain.push(next);
        isAlive ||= touchesEmpty(filling, next);
      }
    }
    for (const cell of chain) filling[cell] = stone;
    return isAlive ? [] : chain;
  };
  // Only chains on or beside a changed cell can have lost a liberty.
  return (filling, changed, side) => {
    const enemy = STONE[otherSide(side)];
    const captured: Cell[] = [];
    for (const cell of changed) {
      for (const next of around(cell)) {
        if (filling[next] !== enemy) continue;
        // Other chains of the enemy do not touch this one, so that they get no liberty from its cells.
        for (const stone of findDeadChain(filling, next)) {
          filling[stone] = EMPTY;
          captured.push(stone);
        }
      }
    }
    const isDead = (cell: Cell): boolean => filling[cell] === STONE[side] && findDeadChain(filling, cell).length > 0;
    // A new stone belongs to the chains that it touches, so that only a cell of another kind needs a look at its neighbours.
    const isSuicide = changed.some(cell => (filling[cell] === STONE[side] ? isDead(cell) : around(cell).some(isDead)));
    for (const cell of captured) filling[cell] = enemy;
    return isSuicide ? null : captured.sort((a, b) => a - b);
  };
}

// A move may not leave the mover a chain without liberties, nor repeat an earlier position.

/** The content of cell i of a move before it: one or two empty cells, or two neutrals and an own stone. */
export const contentBefore = (cells: readonly Cell[], i: number, side: StoneSide): number =>
  cells.length < 3 ? EMPTY : i < 2 ? NEUTRAL : STONE[side];

/** Its content after the move: the last one of several gets a neutral stone, the others stones of the mover. */
export const contentAfter = (cells: readonly Cell[], i: number, side: StoneSide): number =>
  i > 0 && i === cells.length - 1 ? NEUTRAL : STONE[side];

/** The new letters of the cells of a move, and of those that it captures. */
export const listChanges = (
  game: StoneGame,
  { turn }: StonePosition,
  cells: readonly Cell[],
  captured: readonly Cell[] = [],
): readonly (readonly [cell: Cell, letter: string])[] => [
  ...cells.map((cell, i) => [cell, letterOf(game, contentAfter(cells, i, turn))] as const),
  ...captured.map(cell => [cell, EMPTY_LETTER] as const),
];

/** Whether the cells of a move hold what it changes. */
export const fitsBoard = (game: StoneGame, position: StonePosition, move: readonly Cell[]): boolean =>
  position.end === null &&
  move.every((cell, i) => position.cells.charAt(cell) === letterOf(game, contentBefore(move, i, position.turn)));

interface Legality {
  /** Whether every move that fits the board is legal, so that moves can be counted by a formula. */
  readonly isFree: boolean;
  /** The cells of the enemy's stones that the move with these cells captures, or the reason why it is illegal. */
  readonly findCaptures: (cells: readonly Cell[]) => Result<readonly Cell[], 'suicide' | 'repetition'>;
}

const UNRESTRICTED: Legality = { isFree: true, findCaptures: () => ok([]) };

/** Creates the legality check for the side to move. */
export function createLegality(game: StoneGame, position: StonePosition): Legality {
  const board = boardOf(game, position);
  const { findCaptures } = board;
  if (findCaptures === null) return UNRESTRICTED;
  const filling = board.fill(position.cells);
  return {
    isFree: false,
    findCaptures: cells => {
      cells.forEach((cell, i) => (filling[cell] = contentAfter(cells, i, position.turn)));
      const captured = findCaptures(filling, cells, position.turn);
      cells.forEach((cell, i) => (filling[cell] = contentBefore(cells, i, position.turn)));
      if (captured === null) return no('suicide');
      const changes = listChanges(game, position, cells, captured);
      // Few earlier positions agree on the changed cells.
      const mayRepeat = position.seen.some(seen => changes.every(([cell, letter]) => seen.charAt(cell) === letter));
      const isRepeated = mayRepeat && position.seen.includes(setCells(position.cells, changes));
      return isRepeated ? no('repetition') : ok(captured);
    },
  };
}

const formatCells = (game: StoneGame, position: StonePosition, cells: readonly Cell[]): string =>
  cells.map(cell => must(boardOf(game, position).names[cell], 'a cell lies on its board')).join(', ');

/** The reason why the move with these cells is illegal. null: it is legal. */
export function findRefusal(game: StoneGame, position: StonePosition, move: readonly Cell[]): Refusal | null {
  const captured = createLegality(game, position).findCaptures(move);
  if (captured.ok) return null;
  const cells = formatCells(game, position, move);
  return captured.reason === 'suicide'
    ? refusal('no-liberty', { cells, colour: game.sides[position.turn].name })
    : refusal('arrangement-repeats', { cells });
}

/** Adds the captured stones to the description of a move. */
export function describeCaptures(
  game: StoneGame,
  position: StonePosition,
  cells: readonly Cell[],
  move: Phrase,
): Phrase {
  const captured = createLegality(game, position).findCaptures(cells);
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
  /** The cells of the move. null: the position was set up, and the whole board is checked. */
  readonly move: readonly Cell[] | null;
  /** Whether the side to move has a legal move. */
  readonly hasMove: (position: StonePosition) => boolean;
}

/** Whether a stone of a move completes a win. Each is checked with only the earlier ones on the board. */
export function hasWinningStone(board: StoneBoard, filling: Filling, move: readonly Cell[]): boolean {
  const placed = move.length < 2 ? move : move.slice(0, -1);
  const stones = placed.map(cell => filling[cell] ?? EMPTY);
  for (const cell of placed) filling[cell] = EMPTY;
  let wins = false;
  for (let i = 0; i < placed.length && !wins; i++) {
    filling[placed[i] ?? 0] = stones[i] ?? EMPTY;
    wins = board.completes(filling, placed[i] ?? 0);
  }
  return wins;
}

function findWinner(game: StoneGame, position: StonePosition, move: Turn['move']): StoneSide | null {
  const board = boardOf(game, position);
  const filling = board.fill(position.cells);
  // Only the mover can win by a move. In a set-up position with two winners, the side that moved last has won.
  if (move === null) return [otherSide(position.turn), position.turn].find(side => board.hasWon(filling, side)) ?? null;
  return hasWinningStone(board, filling, move) ? position.turn : null;
}

function endWithoutMove(game: StoneGame, position: StonePosition): End {
  if (game.noMoveResult === 'loss') return { winner: otherSide(position.turn), reason: 'no-move' };
  const isFull = !position.cells.includes(EMPTY_LETTER) && !position.cells.includes(NEUTRAL_LETTER);
  return { winner: null, reason: isFull ? game.fullReason : 'no-move' };
}

/** Passes the turn to the other side (unless the position was set up), and detects the end of the game. */
export function finishTurn(game: StoneGame, position: StonePosition, { move, hasMove }: Turn): StonePosition {
  const winner = findWinner(game, position, move);
  const next = move === null ? position : { ...position, turn: otherSide(position.turn) };
  if (winner !== null) return { ...next, end: { winner, reason: game.winReason } };
  return hasMove(next) ? next : { ...next, end: endWithoutMove(game, next) };
}

/** The position after the move with these cells. Throws if that is illegal. */
export function applyMove(
  game: StoneGame,
  position: StonePosition,
  move: readonly Cell[],
  hasMove: Turn['hasMove'],
): StonePosition {
  const captured = createLegality(game, position).findCaptures(move);
  assert(captured.ok, 'only what is legal is played');
  const cells = setCells(position.cells, listChanges(game, position, move, captured.value));
  const last = [...move, ...captured.value];
  const seen = position.seen.length === 0 ? position.seen : [...position.seen, cells];
  return finishTurn(game, { ...position, cells, last, seen }, { move, hasMove });
}

/** Ends a game of two sides by a resignation. A finished game does not change. */
export function retireColour<Position extends Pick<StonePosition, 'end'>>(position: Position, seat: Seat): Position {
  assert(seat === 0 || seat === 1, 'a stone game has two seats');
  return position.end === null ? { ...position, end: { winner: otherSide(seat), reason: 'resigned' } } : position;
}
