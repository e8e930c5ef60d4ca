// Which arrangements of stones a game allows. Where stones are captured, a move may not leave a chain of one's own without liberties,
// nor bring back an arrangement that was there before (positional superko).
import type { Result } from './result.ts';
import type { Cell, StoneGame, StonePosition } from './stones.ts';
import type { Phrase, Refusal } from './refusal.ts';
import { refusal } from './refusal.ts';
import { no, ok } from './result.ts';
import { must } from './assert.ts';
import { bitOf, boardOf, EMPTY_LETTER, withCells } from './stones.ts';

/** A cell and the letter it shall hold. */
export type Change = readonly [cell: Cell, letter: string];

export interface Law {
  /** Nothing is forbidden: what fits is legal, and can be counted by formula. */
  readonly isFree: boolean;
  /** The enemy's stones these changes capture, as cells; or what forbids them. */
  readonly captured: (changes: readonly Change[]) => Result<readonly Cell[], 'smothers' | 'repeats'>;
}

const FREE: Law = { isFree: true, captured: () => ok([]) };

export const afterChanges = (cells: string, changes: readonly Change[], captured: readonly Cell[]): string =>
  withCells(cells, [...changes, ...captured.map(cell => [cell, EMPTY_LETTER] as const)]);

/** Few arrangements agree with the changes even on the changed cells: only those are looked at as a whole. */
function repeats(position: StonePosition, changes: readonly Change[], captured: readonly Cell[]): boolean {
  const alike = position.seen.filter(
    seen =>
      changes.every(([cell, letter]) => seen.charAt(cell) === letter) &&
      captured.every(cell => seen.charAt(cell) === EMPTY_LETTER),
  );
  return alike.length > 0 && alike.includes(afterChanges(position.cells, changes, captured));
}

/** The law as it is for the side to move here. */
export function lawOf(game: StoneGame, position: StonePosition): Law {
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
      if (captured === null) return no('smothers');
      return repeats(position, changes, captured) ? no('repeats') : ok(captured);
    },
  };
}

const namesOf = (game: StoneGame, position: StonePosition, cells: readonly Cell[]): string =>
  cells.map(cell => must(boardOf(game, position).names[cell], 'a cell lies on its board')).join(', ');

/** Why the law forbids these changes; null: it does not. */
export function forbidden(game: StoneGame, position: StonePosition, changes: readonly Change[]): Refusal | null {
  const captured = lawOf(game, position).captured(changes);
  if (captured.ok) return null;
  const cells = namesOf(game, position, changes.map(([cell]) => cell)); // prettier-ignore
  return captured.reason === 'smothers'
    ? refusal('no-liberty', { cells, colour: game.sides[position.turn].name })
    : refusal('arrangement-repeats', { cells });
}

/** A move in words with what it captures. */
export function tellCaptures(
  game: StoneGame,
  position: StonePosition,
  changes: readonly Change[],
  move: Phrase,
): Phrase {
  const captured = lawOf(game, position).captured(changes);
  if (!captured.ok || captured.value.length === 0) return move;
  return { code: 'move-capturing', parts: { move, cells: namesOf(game, position, captured.value) } };
}
