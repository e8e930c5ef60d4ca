// A simulated season of all that players do: every match ends, and the clock wrongs no player.
import { expect, it } from 'vitest';
import { isLong, times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { summary } from './counts.ts';
import { Year } from './year.ts';

/** What occurs in any year of the long run. */
const OCCURS = ['mails', 'reminders', 'entry move', 'forfeits', 'event match-removed'];

const occurred = new Map(OCCURS.map(what => [what, 0]));

it.each(seedsFor(import.meta.filename, times(1, 2)))(
  'ends every match, and breaks no promise (seed %i)',
  async seed => {
    const size = { seed, players: times(6, 60, seed), days: times(20, 200, seed), visitDays: times(4, 20, seed) };
    const outcome = await new Year(size).run();
    expect(outcome.watch.faults, summary(outcome)).toEqual([]);
    for (const [what, count] of occurred) occurred.set(what, count + outcome.watch.counts.of(what));
  },
);

if (isLong)
  it.each(OCCURS)('the years together had %s', what => {
    expect(occurred.get(what)).toBeGreaterThan(0);
  });
