// The hour of a digest, on days that have it twice, not at all, or are changed by moving to another zone.
import { expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import { type DigestState, findDueDigestDay, findNextDigest } from '#core/players/account.ts';
import { defaultSettings, parseSettings } from '#core/players/settings.ts';
import type { CalendarChange } from '#core/kernel/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import { seedsFor } from '#test/seeds.ts';

const reader = (zone: string, digest: string, state?: DigestState) => ({
  settings: { ...defaultSettings, per: 'digest' as const, digest },
  calendar: [{ kind: 'zone', zone, at: 0 } satisfies CalendarChange],
  ...(state === undefined ? {} : { digest: state }),
});

/** Local date and time by the JavaScript engine's own calendar. */
const local = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** Every digest of somebody for whom something always waits. */
function digestsFrom(zone: string, digest: string, from: number, count: number): readonly number[] {
  const found: number[] = [];
  let state: DigestState = { wake: null, last: null };
  for (let now = from; found.length < count;) {
    now = findNextDigest(reader(zone, digest, state), now);
    const day = findDueDigestDay(reader(zone, digest, state), now);
    expect(day, `a digest is due when it is looked (${zone} ${digest})`).toBe(local(zone, now).slice(0, 10));
    state = { wake: null, last: { day: day!, at: now } };
    found.push(now);
  }
  return found;
}

const told = (zone: string, digest: string, from: string, count: number): readonly string[] =>
  digestsFrom(zone, digest, Date.parse(from), count).map(at => local(zone, at));

it('comes later where its hour is left out, and once where there are two', () => {
  expect(told('Europe/Lisbon', '01:30', '2027-03-27T00:00:00Z', 3)).toEqual([
    ...['2027-03-27 01:30', '2027-03-28 02:30', '2027-03-29 01:30'],
  ]);
  const autumn = digestsFrom('Europe/Berlin', '02:30', Date.parse('2027-10-30T00:00:00Z'), 3);
  expect(autumn.map(at => new Date(at).toISOString().slice(0, 16))).toEqual([
    ...['2027-10-30T00:30', '2027-10-31T00:30', '2027-11-01T01:30'],
  ]);
  // Where summer begins at midnight that hour is left out.
  expect(told('Africa/Cairo', '00:15', '2027-04-28T10:00:00Z', 3)).toEqual([
    ...['2027-04-29 00:15', '2027-04-30 01:15', '2027-05-01 00:15'],
  ]);
});

it.each(seedsFor(import.meta.filename))('never comes twice on a day, whatever is changed (seed %i)', seed => {
  const rng = createRandom(seed);
  const zones = ['Europe/Lisbon', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'America/New_York', 'Australia/Lord_Howe', 'UTC']; // prettier-ignore
  const some = <Value>(values: readonly Value[]): Value => values[rng.below(values.length)]!;
  let total = 0;
  for (let run = 0; run < 40; run++) {
    let [zone, hour] = [some(zones), '08:00'];
    let state: DigestState = { wake: null, last: null };
    const days = new Set<string>();
    for (let now = Date.parse('2027-03-01T00:00:00Z'), step = 0; step < 60; step++) {
      if (rng.below(4) === 0) zone = some(zones);
      if (rng.below(4) === 0) hour = `${String(rng.below(24)).padStart(2, '0')}:${some(['00', '30', '59'])}`;
      const wake = findNextDigest(reader(zone, hour, state), now);
      expect(wake).toBeGreaterThan(now);
      now = wake + some([0, MINUTE_MS, 30 * HOUR_MS, 5 * DAY_MS]);
      const day = findDueDigestDay(reader(zone, hour, state), now);
      if (day === null) continue;
      expect(days.has(day), day).toBe(false);
      expect(day).toBe(local(zone, now).slice(0, 10));
      days.add(day);
      state = { wake: null, last: { day, at: now } };
    }
    total += days.size;
  }
  expect(total).toBeGreaterThan(40);
});

it.each([
  ['digest=8:05', '08:05'],
  ['digest = 23:59', '23:59'],
  ['digest=24:00', null],
  ['digest=08:60', null],
  ['digest=8', null],
  ['digest=off', null],
])('%s', (typed, meant) => {
  const read = parseSettings(typed.split(' '));
  expect(read.ok ? read.value.digest : null).toBe(meant);
});
