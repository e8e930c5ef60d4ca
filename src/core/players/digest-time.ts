// Computes when a player's digest is due: once a day of their time zone, at the hour they chose.
// If that hour has passed, the digest goes out as soon as possible.
import { computeCalendar, type Day, addDays, dayAt, timeOnDay } from '../kernel/calendar.ts';
import type { Account } from './account.ts';
import type { Instant } from '../kernel/time.ts';
import type { PlayerSettings } from './settings.ts';

export const wantsDigest = ({ per }: Pick<PlayerSettings, 'per'>): boolean => per === 'digest' || per === 'both';

/** Does the player want a mail for every move of others? */
export const wantsMoves = ({ per }: Pick<PlayerSettings, 'per'>): boolean => per === 'move' || per === 'both';

/** The value of the setting `per` that ends the digest and changes nothing else. */
export const findPerWithoutDigest = (settings: Pick<PlayerSettings, 'per'>): PlayerSettings['per'] =>
  wantsMoves(settings) ? 'move' : 'none';

/** The fields of an account that decide when its digest is due. */
type DigestReader = Pick<Account, 'settings' | 'calendar' | 'digest'>;

const digestTimeOn = ({ settings, calendar = [] }: DigestReader, day: Day): Instant =>
  timeOnDay(computeCalendar(calendar).zone, day, settings.digest);

const computeToday = ({ calendar = [] }: DigestReader, now: Instant): Day => dayAt(computeCalendar(calendar).zone, now);

const lastDayOf = ({ digest }: DigestReader): Day => digest?.last?.day ?? '';

/** The instant of the next digest, on the first day without one. */
export function findNextDigest(reader: DigestReader, now: Instant): Instant {
  const [day, lastDay] = [computeToday(reader, now), lastDayOf(reader)];
  const firstDay = lastDay >= day ? addDays(lastDay, 1) : day;
  const dueAt = digestTimeOn(reader, firstDay);
  return dueAt > now ? dueAt : digestTimeOn(reader, addDays(firstDay, 1));
}

/** The day whose digest is due now. null: the hour of today's digest has not come, or it was sent. */
export function findDueDigestDay(reader: DigestReader, now: Instant): Day | null {
  const day = computeToday(reader, now);
  return day > lastDayOf(reader) && digestTimeOn(reader, day) <= now ? day : null;
}
