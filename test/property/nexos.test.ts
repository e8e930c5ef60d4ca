// Properties of every game of Nexos, read from the texts of the moves and the pictures alone.
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import type { Opaque } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { drawn, randomGame, setupOf } from '../conformance/game.ts';

const nexos = findGame('nexos')!;
const runs = { numRuns: 8, verbose: fc.VerbosityLevel.Verbose };
const players = fc.constantFrom('2', '4');
const seed = fc.integer();

const gameOf = (count: string, from: number): Opaque[] => [
  ...randomGame(nexos, setupOf(nexos, [['players', count]]), from),
];

const textsOf = (position: Opaque): string[][] =>
  nexos.encode(position).split('/').filter(Boolean).map(move => move.split(',')); // prettier-ignore

/** The two intersections beside a segment. */
function endsOf(name: string): string[] {
  const [letter, number] = [name.charCodeAt(0), Number(name.slice(1))];
  const isAcross = number % 2 === 1;
  return [-1, 1].map(by => (isAcross ? `${String.fromCharCode(letter + by)}${number}` : `${name[0]!}${number + by}`));
}

describe('nexos', () => {
  it('uses no segment twice, writes moves in order, and counts every segment as a point', () => {
    fc.assert(
      fc.property(players, seed, (count, from) => {
        const last = gameOf(count, from).at(-1)!;
        const segments = textsOf(last).flat();
        expect(new Set(segments).size).toBe(segments.length);
        for (const move of textsOf(last)) {
          const ranks = move.map(name => Number(name.slice(1)) * 100 + name.charCodeAt(0));
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        }
        const scores = Object.values(nexos.outcome(last)!.scores!);
        const bonus = scores.filter(score => score === 94).length * 10;
        expect(scores.reduce((sum, score) => sum + score, 0)).toBe(segments.length + bonus);
      }),
      runs,
    );
  });

  it('keeps the net of every colour in one piece, from its starting intersection on', () => {
    fc.assert(
      fc.property(players, seed, (count, from) => {
        const { spots } = nexos.picture(gameOf(count, from).at(-1)!, { seat: null });
        for (const [letter, start] of Object.entries({ B: 'e21', Y: 'u21', R: 'u5', G: 'e5' })) {
          const own = spots.filter(({ piece }) => piece?.letter === letter).map(({ name }) => name);
          const reached = new Set([start]);
          for (const _ of own) {
            const next = own.filter(name => endsOf(name).some(end => reached.has(end)));
            for (const end of next.flatMap(endsOf)) reached.add(end);
          }
          expect(own.filter(name => !endsOf(name).some(end => reached.has(end)))).toEqual([]);
        }
      }),
      runs,
    );
  });

  it('lets at most one piece run straight over an intersection', () => {
    fc.assert(
      fc.property(players, seed, (count, from) => {
        const straight = textsOf(gameOf(count, from).at(-1)!).flatMap(move => {
          const ends = move.flatMap(endsOf);
          return [...new Set(ends)].filter(end => {
            const there = move.filter(name => endsOf(name).includes(end));
            return there.length === 2 && new Set(there.map(name => Number(name.slice(1)) % 2)).size === 1;
          });
        });
        expect(new Set(straight).size).toBe(straight.length);
      }),
      runs,
    );
  });

  it('goes on without whoever gives up, and ends when one is left', () => {
    fc.assert(
      fc.property(seed, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 3, maxLength: 3 }), (from, order) => {
        const rng = createRandom(from);
        let position = nexos.start(setupOf(nexos, [['players', '4']]));
        for (const seat of order) {
          for (let ply = rng.below(8); ply > 0; ply--) position = nexos.play(position, drawn(nexos, position, rng.below)); // prettier-ignore
          position = nexos.retire(position, seat);
          expect(nexos.toMove(position)).not.toBe(['blue', 'yellow', 'red', 'green'][seat]);
        }
        const { ranks, reason } = nexos.outcome(position)!;
        expect([ranks.findIndex((_, seat) => !order.includes(seat)), reason]).toEqual([
          ranks.indexOf(1),
          'others-resigned',
        ]);
        expect(Math.min(...order.map(seat => ranks[seat]!))).toBe(2);
        expect(nexos.decode(setupOf(nexos, [['players', '4']]), nexos.encode(position))).toEqual({ ok: true, value: position }); // prettier-ignore
      }),
      { ...runs, numRuns: 20 },
    );
  });
});
