// Lengths of time in milliseconds, and the date of an instant.

/** Milliseconds since 1970, UTC. */
export type Instant = number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `2026-11-21`, UTC. */
export const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);
