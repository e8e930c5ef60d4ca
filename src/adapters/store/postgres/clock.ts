// The database's clock, so that all processes agree on what is due: machines differ by minutes.
import type { Clock, Log } from '#service/ports.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Query } from './database.ts';

/** Interval of measuring the difference again, since clocks drift. */
const AGAIN_MS = 60_000;
const TIME = 'select extract(epoch from clock_timestamp())::float8 * 1000 as now';

export interface DatabaseClock extends Clock {
  /** Ends the measuring. */
  readonly close: () => void;
}

/** The difference between the database's clock and the monotonic clock. The answer is taken to be half a round trip old. */
async function measured(query: Query): Promise<number> {
  const asked = performance.now();
  const [row] = await query(TIME);
  const answered = performance.now();
  return Number(row?.['now']) - (asked + answered) / 2;
}

/** Resolves once the database has answered. The clock never goes back: if it was ahead, it pauses. */
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
