// The database's clock: machines differ by minutes, and what is due, claimed or late is so for all of them at once.
import type { Clock, Log } from '#service/ports.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Query } from './database.ts';

/** How often the difference is measured again, since no two clocks run alike. */
const AGAIN_MS = 60_000;
const TIME = 'select extract(epoch from clock_timestamp())::float8 * 1000 as now';

export interface DatabaseClock extends Clock {
  /** Ends the measuring. */
  readonly close: () => void;
}

/** What the database says it is, against a clock that nobody sets; the answer is half as old as it took to come. */
async function measured(query: Query): Promise<number> {
  const asked = performance.now();
  const [row] = await query(TIME);
  const answered = performance.now();
  return Number(row?.['now']) - (asked + answered) / 2;
}

/** Resolves once the database was asked. It never goes back: where it was ahead it stands still. */
export async function databaseClock(query: Query, sleep: Clock['sleep'], log: Log): Promise<DatabaseClock> {
  let difference = await measured(query);
  let last = 0;
  const again = setInterval(() => {
    measured(query).then(
      found => {
        difference = found;
      },
      (error: unknown) => log.warn('clock-not-read', { why: reasonOf(error) }),
    );
  }, AGAIN_MS);
  again.unref();
  return {
    now: () => (last = Math.max(last, Math.floor(performance.now() + difference))),
    sleep,
    close: () => {
      clearInterval(again);
    },
  };
}
