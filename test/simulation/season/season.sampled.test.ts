// A small season of a club, with a fresh seed in every run: every tournament ends, and nobody is over their limits.
import { expect, it } from 'vitest';
import { times } from '#test/sample.ts';
import { Season, spearman } from './season.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

it(`ends every tournament (seed ${SEED})`, async () => {
  const size = { players: times(14, 60), cups: times(1, 3), swiss: times(8, 16), games: times(2, 3) };
  const outcome = await new Season({ seed: SEED, every: 'week', ...size }).run();
  expect(outcome.faults, `seed ${SEED}`).toEqual([]);
  expect(outcome.tournaments.filter(({ state }) => state === 'over').length, `seed ${SEED}`).toBeGreaterThan(0);
  expect(outcome.matches, `seed ${SEED}`).toBeGreaterThan(10);
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
