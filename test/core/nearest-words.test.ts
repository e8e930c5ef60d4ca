// The known words nearest to a misspelt one: cheap comparisons leave out no word.
import distance from 'damerau-levenshtein';
import fc from '#test/fast-check.ts';
import { expect, it } from 'vitest';
import { findNearest } from '#core/kernel/words.ts';
import { commands } from '#core/features.ts';

const KNOWN = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** The same by distances alone. */
function findSlowly(word: string, known: readonly string[]): readonly string[] {
  const steps = (name: string): number => distance(word, name).steps;
  const near = known.filter(name => name.length >= 3 && steps(name) <= (word.length <= 5 ? 1 : 2));
  const least = Math.min(...near.map(steps));
  return [...new Set(near.filter(name => steps(name) === least))];
}

it('are found as by distances alone', () => {
  const slip = fc
    .record({ name: fc.constantFrom(...KNOWN), at: fc.nat(12), letters: fc.string({ maxLength: 2 }), cut: fc.nat(2) })
    .map(({ name, at, letters, cut }) => `${name.slice(0, at)}${letters}${name.slice(at + cut)}`.toLowerCase());
  fc.assert(
    fc.property(slip, word => {
      expect(findNearest(word, KNOWN)).toEqual(findSlowly(word, KNOWN));
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['sginup', ['signup']],
  ['xyzzyx', []],
])('of %s are %j', (word, near) => {
  expect(findNearest(word, KNOWN)).toEqual(near);
});
