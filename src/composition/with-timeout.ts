// Awaits a promise with a timeout.
import { systemClock } from '#adapters/clock.ts';

/** Waits at most `ms`, and ignores a rejection: unfinished work is done again later, and duplicates are recognised. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const ended = work.catch(() => undefined).finally(() => late.abort('ended'));
  await Promise.race([ended, systemClock.sleep(ms, late.signal)]);
  late.abort('ended');
}
