// Spans of time in milliseconds and in words, and the name of a day.

/** Milliseconds since 1970, UTC. */
export type Instant = number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `2026-11-21`, UTC. */
export const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** `20 days 23 hours`, `5 hours 10 minutes`: the two largest units that are not nothing. */
export function inWords(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS);
  const [days, hours] = [Math.floor(minutes / (24 * 60)), Math.floor(minutes / 60) % 24];
  const parts =
    days > 0
      ? [counted(days, 'day'), ...(hours > 0 ? [counted(hours, 'hour')] : [])]
      : [
          ...(hours > 0 ? [counted(hours, 'hour')] : []),
          ...(minutes % 60 > 0 || hours === 0 ? [counted(minutes % 60, 'minute')] : []),
        ];
  return parts.join(' ');
}
