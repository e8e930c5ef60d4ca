// Checks which moves a stone game forbids beyond occupied cells.
// Where stones are captured, a move may not leave the mover a chain without liberties,
// nor bring back a position that was there before (positional superko).
import { no, ok, type Result } from '../kit/result.ts';
import { bitOf, boardOf, type Cell, EMPTY_LETTER, type StoneGame, type StonePosition, setCells } from './stone-game.ts';
import type { Phrase, Refusal } from '../kit/refusal.ts';
import { refusal } from './refusals.ts';
import { must } from '../kit/assert.ts';

/** A cell and the letter it shall hold. */
export type CellChange = readonly [cell: Cell, letter: string];

export interface Legality {
  /** Nothing is forbidden: what fits is legal, and can be counted by formula. */
  readonly isFree: boolean;
  /** The enemy's stones these changes capture, as cells; or what forbids them. */
  readonly captured: (changes: readonly CellChange[]) => Result<readonly Cell[], 'suicide' | 'repetition'>;
}

const FREE: Legality = { isFree: true, captured: () => ok([]) };

export const afterChanges = (cells: string, changes: readonly CellChange[], captured: readonly Cell[]): string =>
  setCells(cells, [...changes, ...captured.map(cell => [cell, EMPTY_LETTER] as const)]);

/** Few earlier positions agree with the changes even on the changed cells: only those are looked at as a whole. */
function repeatsPosition(position: StonePosition, changes: readonly CellChange[], captured: readonly Cell[]): boolean {
  const alike = position.seen.filter(
    seen =>
      changes.every(([cell, letter]) => seen.charAt(cell) === letter) &&
      captured.every(cell => seen.charAt(cell) === EMPTY_LETTER),
  );
  return alike.length > 0 && alike.includes(afterChanges(position.cells, changes, captured));
}

/** What is legal for the side to move here. */
export function legalityOf(game: StoneGame, position: StonePosition): Legality {
  const board = boardOf(game, position);
  const { captures } = board;
  if (captures === null) return FREE;
  const filling = board.fill(position.cells);
  return {
    isFree: false,
    captured: changes => {
      for (const [cell, letter] of changes) filling[cell] = bitOf(letter);
      const captured = captures(filling, changes.map(([cell]) => cell), position.turn); // prettier-ignore
      for (const [cell] of changes) filling[cell] = bitOf(position.cells.charAt(cell));
      if (captured === null) return no('suicide');
      return repeatsPosition(position, changes, captured) ? no('repetition') : ok(captured);
    },
  };
}

/** Are these changes legal for the side to move, which they fit? */
export const isLegal = (game: StoneGame, position: StonePosition, changes: readonly CellChange[]): boolean =>
  legalityOf(game, position).captured(changes).ok;

const namesOf = (game: StoneGame, position: StonePosition, cells: readonly Cell[]): string =>
  cells.map(cell => must(boardOf(game, position).names[cell], 'a cell lies on its board')).join(', ');

/** Why these changes are not legal; null: they are. */
export function refusalOf(game: StoneGame, position: StonePosition, changes: readonly CellChange[]): Refusal | null {
  const captured = legalityOf(game, position).captured(changes);
  if (captured.ok) return null;
  const cells = namesOf(game, position, changes.map(([cell]) => cell)); // prettier-ignore
  return captured.reason === 'suicide'
    ? refusal('no-liberty', { cells, colour: game.sides[position.turn].name })
    : refusal('arrangement-repeats', { cells });
}

/** A move in words with what it captures. */
export function describeCaptures(
  game: StoneGame,
  position: StonePosition,
  changes: readonly CellChange[],
  move: Phrase,
): Phrase {
  const captured = legalityOf(game, position).captured(changes);
  if (!captured.ok || captured.value.length === 0) return move;
  return { code: 'move-capturing', parts: { move, cells: namesOf(game, position, captured.value) } };
}
