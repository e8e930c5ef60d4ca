// The database's clock: machines differ by minutes, and what is due, claimed or late is so for all of them at once.
import { fastClock, systemClock } from '#adapters/clock.ts';
import type { Instant } from '#core/time.ts';
import type { Clock, Log } from '#service/ports.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Query } from './database.ts';
import { factOnce } from './facts.ts';

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
export async function databaseClock(query: Query, log: Log): Promise<DatabaseClock> {
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
    sleep: systemClock.sleep,
    close: () => {
      clearInterval(again);
    },
  };
}

/** A clock that runs faster, the same for all processes: whoever is first begins it, and the others follow. */
export async function sharedFastClock(
  query: Query,
  world: Clock,
  given: { readonly start: Instant; readonly speed: number },
): Promise<Clock & { readonly start: Instant; readonly speed: number }> {
  const { begun, start, speed } = await factOnce(query, 'clock', () => ({ begun: world.now(), ...given }));
  return { ...fastClock(start, speed, { world, begun }), start, speed };
}
