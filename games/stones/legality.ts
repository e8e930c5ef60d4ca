// Checks moves of stone games with captures: suicide and positional superko.
// A move may not leave the mover a chain without liberties, nor repeat an earlier position.
import { no, ok, type Result } from '../kit/result.ts';
import { bitOf, boardOf, type Cell, EMPTY_LETTER, type StoneGame, type StonePosition, setCells } from './stone-game.ts';
import type { Phrase, Refusal } from '../kit/refusal.ts';
import { refusal } from './refusals.ts';
import { must } from '../kit/assert.ts';

/** A cell and its new letter. */
export type CellChange = readonly [cell: Cell, letter: string];

export interface Legality {
  /** Whether every move that fits the board is legal, so that moves can be counted by a formula. */
  readonly isFree: boolean;
  /** The cells of the enemy's stones that these changes capture, or the reason why they are illegal. */
  readonly findCaptures: (changes: readonly CellChange[]) => Result<readonly Cell[], 'suicide' | 'repetition'>;
}

const UNRESTRICTED: Legality = { isFree: true, findCaptures: () => ok([]) };

export const changeCells = (cells: string, changes: readonly CellChange[], captured: readonly Cell[]): string =>
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
