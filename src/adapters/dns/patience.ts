// Bounds the time that slow name servers cost, however many names a flood of mails asks for.
import type { Clock } from '#service/ports.ts';
import { type PatienceLimits, patienceLimits } from './limits.ts';

export interface Patience {
  /** False: the name is not looked up at present. */
  readonly allows: (name: string) => boolean;
  /** Notes that a lookup has ended. */
  readonly note: (name: string, startedAt: number) => void;
}

/** What slow lookups have cost since an instant. */
interface Period {
  readonly since: number;
  readonly slowOrganisations: Set<string>;
  waitedMs: number;
}

/** Every name is looked up, however slow the others were. */
export const endlessPatience: Patience = { allows: () => true, note: () => undefined };

const startPeriod = (since: number): Period => ({ since, slowOrganisations: new Set(), waitedMs: 0 });

/**
 * An organisation with a slow lookup is not asked again in the same period. After too much waiting no organisation is.
 * `organisationOf`: the registered domain above a name.
 */
export function createPatience(
  organisationOf: (name: string) => string,
  clock: Pick<Clock, 'now'>,
  { slowMs, waitMs, periodMs }: PatienceLimits = patienceLimits,
): Patience {
  let period = startPeriod(clock.now());
  let countedUntil = clock.now();
  const findPeriod = (): Period => {
    const age = clock.now() - period.since;
    if (age < 0 || age >= periodMs) period = startPeriod(clock.now());
    return period;
  };
  return {
    allows: name => {
      const { slowOrganisations, waitedMs } = findPeriod();
      return waitedMs < waitMs && !slowOrganisations.has(organisationOf(name));
    },
    note: (name, startedAt) => {
      const endedAt = clock.now();
      if (endedAt - startedAt < slowMs) return;
      const current = findPeriod();
      current.slowOrganisations.add(organisationOf(name));
      // Lookups that ran at the same time cost their time once.
      current.waitedMs += endedAt - Math.max(startedAt, Math.min(countedUntil, endedAt));
      countedUntil = endedAt;
    },
  };
}
