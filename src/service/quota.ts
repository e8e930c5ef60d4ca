// How often an address is answered: strangers a few times a day, players as often as they like unless it looks like a loop.
import { limits } from '../core/limits.ts';
import type { Instant } from '../core/world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Addresses remembered; beyond this the oldest are forgotten, which errs on the side of answering. */
const ADDRESSES = 50_000;

/** May this address be answered now? Counts the answer. */
export function quota(): (address: string, isStranger: boolean, now: Instant) => boolean {
  const answered = new Map<string, readonly Instant[]>();
  return (address, isStranger, now) => {
    const [span, most] = isStranger ? [DAY_MS, limits.strangerAnswersPerDay] : [HOUR_MS, limits.answersPerHour];
    const key = `${isStranger ? 'stranger' : 'player'} ${address}`;
    const recent = (answered.get(key) ?? []).filter(at => now - at < span);
    if (recent.length >= most) return false;
    answered.delete(key);
    answered.set(key, [...recent, now]);
    const [oldest] = answered.keys();
    if (answered.size > ADDRESSES && oldest !== undefined) answered.delete(oldest);
    return true;
  };
}
