// Makes one board for each size, on demand, and finds cells by name, for all stone games.
import { readSize, type Size } from '#games/options.ts';
import type { Cell, StoneBoard } from '../stone-game.ts';
import { must } from '#games/kit/assert.ts';
import { memoize } from '#games/kit/remember.ts';

/** A position asks for its board at every move. */
export const boardsBySize = (make: (size: Size) => StoneBoard): ((size: string) => StoneBoard) =>
  memoize(size => make(must(readSize(size), 'a setup holds a canonical size')));

/** A name in any case → its cell. */
export function finder(names: readonly string[]): (name: string) => Cell | undefined {
  const index = new Map(names.map((name, cell) => [name, cell]));
  return name => index.get(name.toLowerCase());
}
