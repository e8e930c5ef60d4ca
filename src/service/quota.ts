// How often an address is answered: strangers a few times a day, players as often as they like unless it looks like a loop.
import { limits } from '../core/limits.ts';
import type { Instant } from '../core/world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Addresses remembered; beyond this the oldest are forgotten, which errs on the side of answering. */
const ADDRESSES = 50_000;

export interface Quota {
  /** May this address be answered now? */
  readonly allows: (address: string, isStranger: boolean, now: Instant) => boolean;
  /** Counts an answer, once it is certain to go out. */
  readonly count: (address: string, isStranger: boolean, now: Instant) => void;
}

export function quota(): Quota {
  const answered = new Map<string, readonly Instant[]>();
  const keyOf = (address: string, isStranger: boolean): string => `${isStranger ? 'stranger' : 'player'} ${address}`;
  const recent = (address: string, isStranger: boolean, now: Instant): readonly Instant[] => {
    const span = isStranger ? DAY_MS : HOUR_MS;
    return (answered.get(keyOf(address, isStranger)) ?? []).filter(at => now - at < span);
  };
  return {
    allows: (address, isStranger, now) =>
      recent(address, isStranger, now).length < (isStranger ? limits.strangerAnswersPerDay : limits.answersPerHour),
    count: (address, isStranger, now) => {
      const counted = [...recent(address, isStranger, now), now];
      answered.delete(keyOf(address, isStranger));
      answered.set(keyOf(address, isStranger), counted);
      const [oldest] = answered.keys();
      if (answered.size > ADDRESSES && oldest !== undefined) answered.delete(oldest);
    },
  };
}
