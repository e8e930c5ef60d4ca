// Which instants count for a player, asked one by one of the system's calendar: shares nothing with the clocks but the names of days.
import type { CalendarChange } from '#core/kernel/calendar.ts';
import { DAY_MS } from '#core/kernel/time.ts';

export const ZONES = [
  'UTC',
  'Europe/Lisbon',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
];

const formats = new Map(
  ZONES.map(zone => [
    zone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
    }),
  ]),
);

const known = new Map<string, readonly [string, string]>();

/** `2026-12-24` and `Thu`, as the system's calendar has it. Remembered, since the system takes its time. */
function dayAndWeekday(zone: string, at: number): readonly [string, string] {
  const key = `${zone} ${at}`;
  const found = known.get(key) ?? askSystem(zone, at);
  known.set(key, found);
  return found;
}

function askSystem(zone: string, at: number): readonly [string, string] {
  const parts = Object.fromEntries(
    formats
      .get(zone)!
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return [`${parts['year']}-${parts['month']}-${parts['day']}`, parts['weekday']!];
}

function daysFrom(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = Date.parse(from); day <= Date.parse(to); day += DAY_MS)
    days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}

/** Does the time at an instant count, by the changes up to another? */
export function counts(changes: readonly CalendarChange[], known: number, at: number): boolean {
  let [zone, isOff] = ['UTC', false];
  const free = new Set<string>();
  for (const change of changes.filter(each => each.at <= known)) {
    if (change.kind === 'zone') zone = change.zone;
    else if (change.kind === 'weekends') isOff = change.off;
    else for (const day of daysFrom(change.from, change.to)) free[change.kind === 'booked' ? 'add' : 'delete'](day);
  }
  const [day, weekday] = dayAndWeekday(zone, at);
  return !free.has(day) && !(isOff && ['Sat', 'Sun'].includes(weekday));
}
