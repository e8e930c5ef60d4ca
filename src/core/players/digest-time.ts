// Computes when a player's digest is due: once a day of their time zone, at the hour they chose.
// If that hour has passed, the digest goes out as soon as possible.
import { computeCalendar, type Day, dayAfter, dayAt, timeOnDay } from '../kernel/calendar.ts';
import type { Account } from './account.ts';
import type { Instant } from '../kernel/time.ts';
import type { PlayerSettings } from './settings.ts';

export const wantsDigest = ({ per }: Pick<PlayerSettings, 'per'>): boolean => per === 'digest' || per === 'both';

/** A mail for every move of others? */
export const wantsMoves = ({ per }: Pick<PlayerSettings, 'per'>): boolean => per === 'move' || per === 'both';

/** What the time of a digest depends on. */
type Reader = Pick<Account, 'settings' | 'calendar' | 'digest'>;

const hourOn = ({ settings, calendar = [] }: Reader, day: Day): Instant =>
  timeOnDay(computeCalendar(calendar).zone, day, settings.digest);

const today = ({ calendar = [] }: Reader, now: Instant): Day => dayAt(computeCalendar(calendar).zone, now);

const lastDay = ({ digest }: Reader): Day => digest?.last?.day ?? '';

/** The next hour of a digest, on a day that has had none. */
export function findNextDigest(reader: Reader, now: Instant): Instant {
  const [day, last] = [today(reader, now), lastDay(reader)];
  const first = last >= day ? dayAfter(last, 1) : day;
  const at = hourOn(reader, first);
  return at > now ? at : hourOn(reader, dayAfter(first, 1));
}

/** The day whose digest can go out now; null: its hour is still to come, or it has had one. */
export function digestDay(reader: Reader, now: Instant): Day | null {
  const day = today(reader, now);
  return day > lastDay(reader) && hourOn(reader, day) <= now ? day : null;
}
