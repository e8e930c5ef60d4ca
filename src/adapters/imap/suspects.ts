// Finds the mail that breaks the server: after a failed batch its mails are fetched one by one.
import type { Instant } from '#core/kernel/time.ts';
import type { Clock } from '#service/ports.ts';

export interface Suspects {
  /** The mails to fetch now, from those present, oldest first: one suspect alone, or several of the others. */
  readonly choose: (present: readonly string[], isHeld: (key: string) => boolean, most: number) => readonly string[];
  readonly fetched: (keys: readonly string[]) => void;
  /** These mails did not come. `wasAlone`: the mail was fetched alone. */
  readonly failed: (keys: readonly string[], wasAlone: boolean) => void;
  /** The mails that are certainly broken. They are no longer suspects. */
  readonly condemned: () => readonly string[];
}

/** A mail that failed this many times, each time fetched alone, is broken … */
const TRIES = 3;
/** … with at least this long between the tries that count, so that no mail is given up because a server is busy for a minute. */
const APART_MS = 60_000;

interface Suspicion {
  readonly failures: number;
  /** When the last counted failure was. */
  readonly at: Instant;
  /** Was another mail fetched since this one first failed? Otherwise the server may be at fault. */
  readonly didOthersCome: boolean;
  readonly isCondemned: boolean;
}

const UNKNOWN: Suspicion = { failures: 0, at: -Infinity, didOthersCome: false, isCondemned: false };

export function suspects({ now }: Pick<Clock, 'now'>): Suspects {
  const suspicions = new Map<string, Suspicion>();
  const failuresOf = (key: string): number => suspicions.get(key)?.failures ?? 0;
  return {
    choose: (present, isHeld, most) => {
      for (const key of suspicions.keys()) if (!present.includes(key)) suspicions.delete(key);
      // Suspects come after the other mails. Otherwise in the order of arrival.
      const queue = present.filter(key => !isHeld(key)).toSorted((a, b) => failuresOf(a) - failuresOf(b));
      const alone = queue.findIndex(key => suspicions.has(key));
      return alone === 0 ? queue.slice(0, 1) : queue.slice(0, alone === -1 ? most : Math.min(most, alone));
    },
    fetched: keys => {
      for (const key of keys) suspicions.delete(key);
      if (keys.length === 0) return;
      for (const [key, suspicion] of suspicions) suspicions.set(key, { ...suspicion, didOthersCome: true });
    },
    failed: (keys, wasAlone) => {
      for (const key of keys) {
        const held = suspicions.get(key) ?? UNKNOWN;
        const doesCount = wasAlone && now() - held.at >= APART_MS;
        const failures = held.failures + (doesCount ? 1 : 0);
        const isCondemned = failures >= TRIES && held.didOthersCome;
        suspicions.set(key, { ...held, failures, at: doesCount ? now() : held.at, isCondemned });
      }
    },
    condemned: () => {
      const broken = [...suspicions].flatMap(([key, { isCondemned }]) => (isCondemned ? [key] : []));
      for (const key of broken) suspicions.delete(key);
      return broken;
    },
  };
}
