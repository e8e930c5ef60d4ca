// What the boards of all stone games share: one board a size, made when first asked for, and cells found by name.
import { readSize, type Size } from '#games/kit/options.ts';
import type { Cell, StoneBoard } from '../stone-game.ts';
import { must } from '#games/kit/assert.ts';

/** There are a few hundred sizes at most, and a position asks for its board at every move. */
export function boardsBySize(make: (size: Size) => StoneBoard): (size: string) => StoneBoard {
  const boards = new Map<string, StoneBoard>();
  return size => {
    const known = boards.get(size);
    if (known !== undefined) return known;
    const made = make(must(readSize(size), 'a setup holds a canonical size'));
    boards.set(size, made);
    return made;
  };
}

/** A name in any case → its cell. */
export function finder(names: readonly string[]): (name: string) => Cell | undefined {
  const index = new Map(names.map((name, cell) => [name, cell]));
  return name => index.get(name.toLowerCase());
}
