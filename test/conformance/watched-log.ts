// A log of events that a test can wait for.
import type { Log } from '#service/ports.ts';

export interface WatchedLog {
  readonly log: Log;
  /** The names of the events up to now. */
  readonly events: readonly string[];
  /** Resolves when the event has been logged `times` times in all. */
  readonly until: (event: string, times?: number) => Promise<void>;
}

export function watchedLog(): WatchedLog {
  const events: string[] = [];
  const looks = new Set<() => void>();
  const write = (event: string): void => {
    events.push(event);
    for (const look of looks) look();
  };
  return {
    log: { info: write, warn: write, error: write },
    events,
    until: (event, times = 1) =>
      new Promise(resolve => {
        const look = (): void => {
          if (events.filter(each => each === event).length < times) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
      }),
  };
}
