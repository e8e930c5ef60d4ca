// The database's clock, so that all processes agree on what is due: machines differ by minutes.
import type { Clock, Log } from '#service/ports.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Query } from './database.ts';

/** Interval at which the difference is measured again, since clocks drift. */
const MEASURE_INTERVAL_MS = 60_000;
const TIME = 'select extract(epoch from clock_timestamp())::float8 * 1000 as now';

export interface DatabaseClock extends Clock {
  /** Stops the measurements. */
  readonly close: () => void;
}

/** The difference between the database's clock and the monotonic clock. The measurement assumes that the answer is half a round trip old. */
async function measureDifference(query: Query): Promise<number> {
  const sentAt = performance.now();
  const [row] = await query(TIME);
  const answeredAt = performance.now();
  return Number(row?.['now']) - (sentAt + answeredAt) / 2;
}

/** Resolves once the database has answered. The clock never goes back. If a new measurement shows that it was ahead, it pauses. */
export async function startDatabaseClock(query: Query, sleep: Clock['sleep'], log: Log): Promise<DatabaseClock> {
  let difference = await measureDifference(query);
  let lastInstant = 0;
  const timer = setInterval(() => {
    measureDifference(query).then(
      found => {
        difference = found;
      },
      (error: unknown) => log.warn('clock-not-read', { why: reasonOf(error) }),
    );
  }, MEASURE_INTERVAL_MS);
  timer.unref();
  return {
    now: () => (lastInstant = Math.max(lastInstant, Math.floor(performance.now() + difference))),
    sleep,
    close: () => {
      clearInterval(timer);
    },
  };
}
