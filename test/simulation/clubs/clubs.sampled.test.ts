// Some months of clubs and leagues: every player is placed, no season is stuck, and no mail comes unasked.
import { expect, it } from 'vitest';
import { isLong, times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { ClubYear, PROMISED } from './clubs.ts';

const occurred = { seasons: 0, matches: 0 };

it.each(seedsFor(import.meta.filename, times(1, 3)))('go on by themselves (seed %i)', async seed => {
  const outcome = await new ClubYear({ seed, players: times(11, 60, seed), days: times(9, 200, seed) }).run();
  expect(outcome.faults).toEqual([]);
  const { mails } = outcome;
  const broken = Object.entries(PROMISED).filter(([kind, most]) => mails[kind as keyof typeof PROMISED].inWeek > most);
  expect(broken).toEqual([]);
  occurred.seasons += outcome.seasons.filter(({ state }) => state === 'over').length;
  occurred.matches += outcome.matches.filter(({ state }) => state === 'over').length;
});

if (isLong)
  it('together had seasons and matches', () => {
    expect(occurred.seasons).toBeGreaterThan(5);
    expect(occurred.matches).toBeGreaterThan(1);
  });
