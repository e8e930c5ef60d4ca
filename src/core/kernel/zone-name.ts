// Finds the IANA name of a time zone.
// Temporal throws an exception for an unknown zone, and no list holds all names.
import { Temporal } from 'temporal-polyfill';

/** The shape of a zone's name. Offsets such as `+01:00` are no zones, because they have no summer time. */
const SHAPE = /^[a-z][a-z0-9_+/-]{1,40}$/i;

/** The IANA name of a zone in its usual spelling: `europe/lisbon` → `Europe/Lisbon`. null: there is no such zone. */
export function findZone(text: string): string | null {
  if (!SHAPE.test(text)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return null;
  }
}
