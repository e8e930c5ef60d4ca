// Schedules housekeeping: first when the service is ready, then every six hours.

const EVERY_MS = 6 * 3_600_000;

/** Not before `ready`: another login while the mail server refuses ours could lock the account. */
export function keepHouse(ready: Promise<void>, signal: AbortSignal, tidy: () => void): void {
  void ready.then(() => {
    if (signal.aborted) return;
    tidy();
    const timer = setInterval(tidy, EVERY_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
  });
}
