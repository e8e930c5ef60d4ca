// Where arrow keys lead on the boards of all games.
import { describe, expect, it } from 'vitest';
import { findInRow, findInNextRow } from '#browser/board/cursor.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import type { GivenOptions } from '#games/game.ts';
import type { Spot } from '#games/kit/picture.ts';
import { findGame, games } from '#games/registry/index.ts';

/** The spots of the first position. */
function spotsOf(name: string, given: GivenOptions = []): readonly Spot[] {
  const game = findGame(name)!;
  const setup = game.setup(given);
  if (!setup.ok) throw new Error(setup.reason.code);
  return drawPosition(game, game.start(setup.value), null).picture.spots.filter(({ shape }) => shape !== 'point');
}

const ARROWS: Readonly<Record<string, (spots: readonly Spot[], from: Spot) => Spot | undefined>> = {
  '<': (spots, from) => findInRow(spots, from, -1),
  '>': (spots, from) => findInRow(spots, from, 1),
  '^': (spots, from) => findInNextRow(spots, from, -1),
  v: (spots, from) => findInNextRow(spots, from, 1),
};

/** The names of the spots that the keys lead to; '-': nowhere. */
function led(spots: readonly Spot[], from: string, keys: string): string {
  let at = spots.find(({ name }) => name === from)!;
  const names = Array.from(keys, key => {
    const next = ARROWS[key]!(spots, at);
    at = next ?? at;
    return next?.name ?? '-';
  });
  return names.join(' ');
}

describe('arrow keys', () => {
  it('go along the rows and from row to row, and back', () => {
    const rhombus = spotsOf('nex', [['size', '5']]);
    expect(led(rhombus, 'a1', '>>vv^^<<<')).toBe('a2 a3 b3 c3 b3 a3 a2 a1 -');
    expect(led(rhombus, 'e5', 'v^')).toBe('- d5');
    const square = spotsOf('neugomoku', [['size', '13']]);
    expect(led(square, 'a1', '>^^<')).toMatch(/^b1 b2 b3 a3$/);
  });

  it.each(games.map(({ name }) => name))('lead to every place of %s', name => {
    const spots = spotsOf(name);
    const reached = new Set(spots.slice(0, 1));
    for (const spot of reached) {
      for (const arrow of Object.values(ARROWS)) {
        const next = arrow(spots, spot);
        if (next !== undefined) reached.add(next);
      }
    }
    expect(reached.size).toBe(spots.length);
    // Up leads back from where down has led, but where a row is shorter.
    const returning = spots.filter(spot => {
      const below = findInNextRow(spots, spot, 1);
      return below === undefined || findInNextRow(spots, below, -1) === spot;
    });
    expect(returning.length / spots.length).toBeGreaterThan(0.8);
  });
});
