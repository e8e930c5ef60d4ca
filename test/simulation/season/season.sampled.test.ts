// A small season of a club: every tournament ends, and no player is above a limit.
import { expect, it } from 'vitest';
import { isLong, times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { Season, spearman } from './season.ts';

const occurred = { tournaments: 0, matches: 0 };

it.each(seedsFor(import.meta.filename, times(1, 2)))('ends every tournament (seed %i)', async seed => {
  const sizeOf = (short: number, long: number): number => times(short, long, seed);
  const size = { players: sizeOf(10, 60), cups: sizeOf(1, 3), swiss: sizeOf(6, 16), games: sizeOf(1, 3) };
  const outcome = await new Season({ seed, every: 'week', ...size }).run();
  expect(outcome.faults).toEqual([]);
  occurred.tournaments += outcome.tournaments.filter(({ state }) => state === 'over').length;
  occurred.matches += outcome.matches;
});

if (isLong)
  it('the seasons together had tournaments and matches', () => {
    expect(occurred.tournaments).toBeGreaterThan(0);
    expect(occurred.matches).toBeGreaterThan(20);
  });

it('ranks as Spearman did', () => {
  expect(
    spearman([
      [1, 10],
      [2, 20],
      [3, 30],
      [4, 40],
    ]),
  ).toBe(1);
  expect(
    spearman([
      [1, 40],
      [2, 30],
      [3, 20],
      [4, 10],
    ]),
  ).toBe(-1);
  expect(
    spearman([
      [1, 10],
      [2, 30],
      [3, 20],
      [4, 40],
    ]),
  ).toBeCloseTo(0.8);
});
