// Caches the boards of stone games by size, and finds cells by name.
import { parseSize, type Size } from '#games/options.ts';
import type { Cell, StoneBoard } from '../stone-game.ts';
import { must } from '#games/kit/assert.ts';
import { memoize } from '#games/kit/remember.ts';

/** Memoizes the boards of a game by size, since every move needs the board. */
export const boardsBySize = (make: (size: Size) => StoneBoard): ((size: string) => StoneBoard) =>
  memoize(size => make(must(parseSize(size), 'a setup holds a canonical size')));

/** Returns a function that finds a cell by its name, in upper or lower case. */
export function createFinder(names: readonly string[]): (name: string) => Cell | undefined {
  const cellByName = new Map(names.map((name, cell) => [name, cell]));
  return name => cellByName.get(name.toLowerCase());
}
