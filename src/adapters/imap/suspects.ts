// Finds the mail that breaks the server: after a failed batch its mails are fetched one by one.
import type { Instant } from '#core/kernel/time.ts';
import type { Clock } from '#service/ports.ts';

export interface Suspects {
  /** The mails to fetch now, from those present, oldest first: one suspect alone, or several of the others. */
  readonly choose: (present: readonly string[], isHeld: (key: string) => boolean, limit: number) => readonly string[];
  readonly noteFetched: (keys: readonly string[]) => void;
  /** These mails did not come. `wasAlone`: the mail was fetched alone. */
  readonly noteFailed: (keys: readonly string[], wasAlone: boolean) => void;
  /** The mails that are certainly broken. They are no longer suspects. */
  readonly takeBroken: () => readonly string[];
}

/** A mail is broken if it failed this many times, each time fetched alone … */
const MAX_TRIES = 3;
/** … with at least this long between the tries that count, so that no mail is given up because a server is busy for a minute. */
const MIN_INTERVAL_MS = 60_000;

interface Suspicion {
  readonly failures: number;
  /** The instant of the last counted failure. */
  readonly lastFailureAt: Instant;
  /** Was another mail fetched since this one first failed? Otherwise the server may be at fault. */
  readonly didOthersCome: boolean;
  readonly isBroken: boolean;
}

const UNKNOWN: Suspicion = { failures: 0, lastFailureAt: -Infinity, didOthersCome: false, isBroken: false };

export function createSuspects({ now }: Pick<Clock, 'now'>): Suspects {
  const suspicions = new Map<string, Suspicion>();
  const failuresOf = (key: string): number => suspicions.get(key)?.failures ?? 0;
  return {
    choose: (present, isHeld, limit) => {
      for (const key of suspicions.keys()) if (!present.includes(key)) suspicions.delete(key);
      // Suspects come after the other mails. Otherwise in the order of arrival.
      const queue = present.filter(key => !isHeld(key)).toSorted((a, b) => failuresOf(a) - failuresOf(b));
      const firstSuspectIndex = queue.findIndex(key => suspicions.has(key));
      return firstSuspectIndex === 0
        ? queue.slice(0, 1)
        : queue.slice(0, firstSuspectIndex === -1 ? limit : Math.min(limit, firstSuspectIndex));
    },
    noteFetched: keys => {
      for (const key of keys) suspicions.delete(key);
      if (keys.length === 0) return;
      for (const [key, suspicion] of suspicions) suspicions.set(key, { ...suspicion, didOthersCome: true });
    },
    noteFailed: (keys, wasAlone) => {
      for (const key of keys) {
        const suspicion = suspicions.get(key) ?? UNKNOWN;
        const doesCount = wasAlone && now() - suspicion.lastFailureAt >= MIN_INTERVAL_MS;
        const failures = suspicion.failures + (doesCount ? 1 : 0);
        const isBroken = failures >= MAX_TRIES && suspicion.didOthersCome;
        suspicions.set(key, {
          ...suspicion,
          failures,
          lastFailureAt: doesCount ? now() : suspicion.lastFailureAt,
          isBroken,
        });
      }
    },
    takeBroken: () => {
      const brokenKeys = [...suspicions].flatMap(([key, { isBroken }]) => (isBroken ? [key] : []));
      for (const key of brokenKeys) suspicions.delete(key);
      return brokenKeys;
    },
  };
}
