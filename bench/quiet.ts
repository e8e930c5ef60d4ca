// A log that says errors alone.
import type { Log } from '#service/ports.ts';

export const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, facts) => console.error(event, facts),
};
