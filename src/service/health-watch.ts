// Looks after the health of the service, and logs an error when it stays ill.
import { HOUR_MS, type Instant } from '#core/kernel/time.ts';
import type { Clock, HealthReport, Illness, Log } from './ports.ts';
import type { Leases } from './shared-ports.ts';

export interface HealthWatchContext {
  readonly report: () => Promise<HealthReport>;
  /** One process at a time watches the service. */
  readonly leases: Leases;
  /** Real time. */
  readonly clock: Clock;
  readonly log: Log;
}

const WATCH_MS = 15_000;
const LEASE = 'the health watch';

/** Mail servers are away now and then. The other illnesses have lasted for a while when they are reported. */
const PATIENCE_MS: Readonly<Record<Illness['what'], number>> = {
  ...{ imap: HOUR_MS, smtp: HOUR_MS, oauth: HOUR_MS, mailbox: HOUR_MS, pause: HOUR_MS },
  ...{ store: 0, outbox: 0, queue: 0, role: 0 },
};

/** An illness that lasts. */
interface Case {
  readonly since: Instant;
  readonly isReported: boolean;
}

/** Logs `service-ill` once for each illness that lasts, and `service-well` when it is over. */
export async function watchHealth(
  { report, leases, clock, log }: HealthWatchContext,
  signal: AbortSignal,
): Promise<void> {
  const cases = new Map<Illness['what'], Case>();
  const note = ({ what, why }: Illness): void => {
    const { since, isReported } = cases.get(what) ?? { since: clock.now(), isReported: false };
    const isDue = !isReported && clock.now() - since >= PATIENCE_MS[what];
    if (isDue) log.error('service-ill', { what, why });
    cases.set(what, { since, isReported: isReported || isDue });
  };
  const closeCases = (reasons: readonly Illness[]): void => {
    const lasting = new Set(reasons.map(({ what }) => what));
    for (const [what, { isReported }] of [...cases].filter(([each]) => !lasting.has(each))) {
      cases.delete(what);
      if (isReported) log.warn('service-well', { what });
    }
  };
  const isOurs = async (): Promise<boolean> =>
    leases.holds(LEASE) || (await leases.take([LEASE]).catch(() => [])).length > 0;
  while (!signal.aborted) {
    if (await isOurs()) {
      const { reasons } = await report();
      for (const illness of reasons) note(illness);
      closeCases(reasons);
    }
    await clock.sleep(WATCH_MS, signal);
  }
}
