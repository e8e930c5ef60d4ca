// Waiting for what may never end.
import { systemClock } from '#adapters/clock.ts';

/** Waits for it, but not for ever, and whatever becomes of it: what is left undone now comes again, and is recognised. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const ended = work.catch(() => undefined).finally(() => late.abort('ended'));
  await Promise.race([ended, systemClock.sleep(ms, late.signal)]);
  late.abort('ended');
}
