// The clock of a turn against a slow one that counts minute by minute and shares nothing with it but the names of days.
import { describe, expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import { type CalendarChange, FIRST_CALENDAR, addCountedTime, computeCalendar, isDay } from '#core/kernel/calendar.ts';
import { type TurnInput, computeTurnClock } from '#core/board/clocks/turn-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, findZone } from '#core/kernel/time.ts';
import { times } from '#test/sample.ts';
import { ZONES, counts } from './slow-calendar.ts';
import { seedsFor } from '#test/seeds.ts';

const SEEDS = seedsFor(import.meta.filename, times(6, 200));

/** Around the changes of the clocks in both directions. */
const BEGINNINGS = ['2026-03-05T10:00:00Z', '2026-10-20T22:30:00Z', '2026-12-20T00:00:00Z'].map(text =>
  Date.parse(text),
);

/** What stood still, as it was known then. */
const known = (stops: TurnInput['stops'], at: number): TurnInput['stops'] =>
  stops.filter(({ from }) => from < at).map(({ from, until }) => ({ from, until: Math.min(until, at) }));

function someChanges(seed: number, begun: number): readonly CalendarChange[] {
  const rng = createRandom(seed);
  const day = (from: number): string => new Date(begun + from * DAY_MS).toISOString().slice(0, 10);
  const changes: CalendarChange[] = [{ kind: 'zone', zone: ZONES[rng.below(ZONES.length)]!, at: begun - 7 * DAY_MS }];
  for (let n = rng.below(4); n > 0; n--) {
    const at = begun + (rng.below(14 * 24) - 24) * HOUR_MS;
    const [from, length] = [rng.below(12), rng.below(5)];
    const holiday = { from: day(from), to: day(from + length), at };
    const kind = rng.below(3);
    if (kind === 0) changes.push({ kind: 'weekends', off: rng.below(2) === 0, at });
    else if (kind === 1) changes.push({ kind: 'booked', ...holiday });
    else changes.push({ kind: 'cancelled', spent: [], ...holiday });
  }
  return changes.toSorted((a, b) => a.at - b.at);
}

describe('the clock of a turn', () => {
  it.each(SEEDS)('counts as minutes counted one by one (seed %i)', seed => {
    const rng = createRandom(seed);
    const begun = BEGINNINGS[seed % BEGINNINGS.length]!;
    const changes = someChanges(seed, begun);
    const stop = { from: begun + rng.below(100) * HOUR_MS, until: 0 };
    const stops = [{ ...stop, until: stop.from + rng.below(30) * HOUR_MS }];
    const limit = (2 + rng.below(8)) * DAY_MS;
    const facts: TurnInput = { begun, limit, grants: [], changes, stops };
    const now = begun + rng.below(20 * 24) * HOUR_MS;
    const clock = computeTurnClock(facts, now);
    // Changes within the last day of the turn are none for it.
    const binding = changes.filter(
      ({ at }) => at < begun || computeTurnClock({ ...facts, stops: known(stops, at) }, at - 1).deadline - at >= DAY_MS,
    );
    let used = 0;
    for (let at = begun; at < now; at += MINUTE_MS)
      if (!(at >= stops[0]!.from && at < stops[0]!.until) && counts(binding, at, at)) used += MINUTE_MS;
    expect(clock.used).toBe(used);
    expect(clock.calendar).toEqual(computeCalendar(binding.filter(({ at }) => at <= now)));
  });

  it.each(SEEDS)('never tells an earlier end than before (seed %i)', seed => {
    const begun = BEGINNINGS[seed % BEGINNINGS.length]!;
    const facts: TurnInput = { begun, limit: 5 * DAY_MS, grants: [], changes: someChanges(seed, begun), stops: [] };
    let told = 0;
    for (let now = begun; now < begun + 20 * DAY_MS; now += 7 * HOUR_MS) {
      const { deadline } = computeTurnClock(facts, now);
      expect(deadline).toBeGreaterThanOrEqual(told);
      told = deadline;
    }
  });

  it('ends when what it may take is used up', () => {
    const begun = Date.parse('2026-12-18T10:00:00Z');
    const changes: readonly CalendarChange[] = [
      { kind: 'weekends', off: true, at: begun - 1 },
      { kind: 'booked', from: '2026-12-24', to: '2026-12-26', at: begun - 1 },
    ];
    const { deadline } = computeTurnClock({ begun, limit: 5 * DAY_MS, grants: [], changes, stops: [] }, begun);
    // Fri 18th from ten; 19, 20 weekend; 21, 22, 23; 24, 25 holiday; 26, 27 weekend; Mon 28th, Tue 29th until ten: 14 h + 3 d + 24 h + 10 h.
    expect(new Date(deadline).toISOString()).toBe('2026-12-29T10:00:00.000Z');
  });

  it('counts what came in the instant of its beginning both ways', () => {
    const begun = Date.parse('2026-12-18T10:00:00Z');
    const off: CalendarChange = { kind: 'weekends', off: true, at: begun - 1 };
    const told = computeTurnClock({ begun, limit: 5 * DAY_MS, grants: [], changes: [off], stops: [] }, begun).deadline;
    const changes: readonly CalendarChange[] = [off, { kind: 'weekends', off: false, at: begun }];
    expect(computeTurnClock({ begun, limit: 5 * DAY_MS, grants: [], changes, stops: [] }, begun).deadline).toBe(told);
  });

  it('gains no day by a journey round the weekend', () => {
    // Monday.
    const begun = Date.parse('2026-01-05T10:00:00Z');
    const off: CalendarChange = { kind: 'weekends', off: true, at: begun - 2 };
    const facts: TurnInput = { begun, limit: 18 * DAY_MS, grants: [], changes: [off], stops: [] };
    // On each Friday to where Saturday begins first, on each Sunday to where it ends last.
    const journey = Array.from({ length: 8 }, (_, n): CalendarChange => ({
      kind: 'zone',
      zone: n % 2 === 0 ? 'Pacific/Kiritimati' : 'Pacific/Midway',
      at: begun + (Math.floor(n / 2) * 7 + (n % 2 === 0 ? 4 : 6)) * DAY_MS,
    }));
    const now = begun + 40 * DAY_MS;
    const travelled = computeTurnClock({ ...facts, changes: [off, ...journey] }, now);
    expect(travelled.deadline).toBe(computeTurnClock(facts, now).deadline);
  });

  it('is longer by what was given', () => {
    const begun = Date.parse('2026-12-01T10:00:00Z');
    const grants = [{ at: begun + DAY_MS, ms: 3 * DAY_MS }];
    const facts: TurnInput = { begun, limit: 5 * DAY_MS, grants, changes: [], stops: [] };
    expect(computeTurnClock(facts, begun).deadline).toBe(begun + 5 * DAY_MS);
    expect(computeTurnClock(facts, begun + 2 * DAY_MS).deadline).toBe(begun + 8 * DAY_MS);
  });
});

describe('days and zones', () => {
  it.each([
    ['2026-03-29', 'Europe/Lisbon', 23],
    ['2026-10-25', 'Europe/Lisbon', 25],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
  ])('%s in %s has %d hours', (day, zone, hours) => {
    const begun = Date.parse(`${day}T00:00:00Z`) - 2 * DAY_MS;
    const changes: readonly CalendarChange[] = [
      { kind: 'zone', zone, at: begun },
      { kind: 'booked', from: day, to: day, at: begun },
    ];
    const end = addCountedTime(computeCalendar(changes), [], begun, 10 * DAY_MS);
    expect(end - begun).toBe(10 * DAY_MS + hours * HOUR_MS);
    expect(addCountedTime(FIRST_CALENDAR, [], begun, DAY_MS)).toBe(begun + DAY_MS);
  });

  it('are known by their names alone', () => {
    expect(['2026-02-28', '2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '2026-1-1'].map(isDay)).toEqual([true, false, false, false, false, false]); // prettier-ignore
    expect(['europe/lisbon', 'UTC', 'Asia/Kolkata', 'Mars/Olympus', '+02:00', 'local'].map(findZone)).toEqual(['Europe/Lisbon', 'UTC', 'Asia/Kolkata', null, null, null]); // prettier-ignore
  });
});
