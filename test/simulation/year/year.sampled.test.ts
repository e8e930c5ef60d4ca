// A simulated season of all that players do, with a fresh seed in every run: whatever happens, every match ends, and nobody is wronged by the clock.
import { expect, it } from 'vitest';
import { times } from '#test/sample.ts';
import { summary } from './summary.ts';
import { Year } from './year.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
/** What never fails to occur: the first three even among eight players in a month. */
const OCCURS = ['mails', 'reminders', 'entry move', 'forfeits', 'event match-removed'];

it(`ends every match, and breaks no promise (seed ${SEED})`, async () => {
  const size = { seed: SEED, players: times(8, 60), days: times(30, 200), visitDays: times(4, 20) };
  const outcome = await new Year(size).run();
  const { watch, matches } = outcome;
  expect(watch.faults, `seed ${SEED}\n${summary(outcome)}`).toEqual([]);
  expect(matches, `seed ${SEED}`).toBeGreaterThan(0);
  for (const what of OCCURS.slice(0, times(3, OCCURS.length)))
    expect(watch.counts.of(what), `${what}, seed ${SEED}`).toBeGreaterThan(0);
});
