// Repeats what a mail program does while a service is away that was killed: nothing tells when it is back.
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a service is killed again and again on a loaded machine. */
const PATIENCE_MS = 50_000;
const PAUSE_MS = 30;

/** Repeats `act` until it succeeds. What the server refuses for good is an error at once. */
export async function persistently<Value>(act: () => Promise<Value>): Promise<Value> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const isFinal = ((error as { responseCode?: number }).responseCode ?? 0) >= 500;
      if (isFinal || Date.now() > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
