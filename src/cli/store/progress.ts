// Progress of long work on stderr: a bar at a terminal, elsewhere a line now and then.
import type { Writable } from 'node:stream';

export interface Progress {
  /** Starts the count: `total` of these are expected. */
  readonly begin: (what: string, total: number) => void;
  readonly add: (count: number) => void;
  readonly end: () => void;
}

/** How often progress is printed. Milliseconds. */
const BAR_MS = 200;
const LINE_MS = 10_000;
const WIDTH = 30;
/** Before this time has passed, the time left cannot be estimated. Milliseconds. */
const KNOWN_MS = 2_000;

const grouped = (count: number): string => count.toLocaleString('en');

/** `40 s`, `3 min`. */
const spanOf = (ms: number): string => (ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`);

export function progress(out: Writable, now: () => number = Date.now): Progress {
  const isSeen = (out as { isTTY?: boolean }).isTTY === true;
  let [what, total, done] = ['', 0, 0];
  let [begun, told] = [0, 0];

  const left = (): string => {
    const spent = now() - begun;
    return done === 0 || spent < KNOWN_MS ? '' : `, ${spanOf((spent / done) * Math.max(0, total - done))} left`;
  };
  const tell = (): void => {
    told = now();
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const counted = `${what}: ${grouped(done)} of ${grouped(Math.max(total, done))}${share < 1 ? left() : ''}`;
    if (!isSeen) {
      out.write(`${counted}\n`);
      return;
    }
    const full = Math.round(share * WIDTH);
    out.write(`\r[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${counted}\u001b[K`);
  };

  return {
    begin: (name, count) => {
      [what, total, done] = [name, count, 0];
      [begun, told] = [now(), now()];
    },
    add: count => {
      done += count;
      if (now() - told >= (isSeen ? BAR_MS : LINE_MS)) tell();
    },
    end: () => {
      tell();
      if (isSeen) out.write('\n');
    },
  };
}
