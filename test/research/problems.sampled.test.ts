// The problems of the day, by a program that did not make them: of all moves exactly one wins.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPackageRoot } from '#adapters/package-root.ts';
import { sample } from '#test/sample.ts';

type Problem = readonly [moves: string, line: string, rating: number];

interface Group {
  readonly game: string;
  readonly setup: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

const checker = (await import(new URL('../../research/proofs/problems.mjs', import.meta.url).href)) as {
  readonly isUnique: (group: Group, problem: Problem) => boolean;
};

const file = join(findPackageRoot(), 'src/core/features/problems/problems.json');
const groups = JSON.parse(readFileSync(file, 'utf8')) as readonly Group[];
const fewest = (moves: string): number => -moves.split(' ').length;

it.each(groups.map(group => [group.game, Object.values(group.setup).join(' '), group] as const))(
  '%s %s: one move wins',
  (_, __, group) => {
    // In the gate those with most stones, which take least time.
    const tried = sample(group.problems.toSorted(([a], [b]) => fewest(a) - fewest(b)).toReversed(), 60);
    const wrong = tried.filter(problem => !checker.isUnique(group, problem));
    expect(wrong).toEqual([]);
  },
);

it('a problem with another answer is refused', () => {
  const [group] = groups;
  const [moves, line, rating] = group!.problems[0]!;
  const other = line.split(' ')[1]!;
  expect(checker.isUnique(group!, [moves, other, rating])).toBe(false);
});
