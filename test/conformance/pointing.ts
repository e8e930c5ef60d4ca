// Ways through what may be named next, by chance: each must end in a move, wherever it begins.
import { expect } from 'vitest';
import type { AnyGame, Opaque } from '#games/game.ts';

/** How many names nobody has pointed at are tried. */
const TYPED = 20;

export function expectEveryWayToLead(game: AnyGame, position: Opaque, below: (bound: number) => number): void {
  const spots = game.picture(position, { seat: null }).spots.map(({ name }) => name);
  const followed = (named: readonly string[]): readonly string[] => {
    const next = game.continuations(position, named);
    next.forEach(name => expect(spots).toContain(name));
    return next.length === 0 ? named : followed([...named, next[below(next.length)]!]);
  };
  const whole = followed([]).join();
  expect(game.parse(position, whole).ok, whole).toBe(game.toMove(position) !== null);
  // Whoever types names what they like: nothing follows it, or a move does.
  for (let i = 0; i < TYPED; i++) {
    const typed = Array.from({ length: 1 + below(3) }, () => spots[below(spots.length)]!);
    const named = followed(typed);
    if (named.length > typed.length) expect(game.parse(position, named.join()).ok, named.join()).toBe(true);
  }
}
