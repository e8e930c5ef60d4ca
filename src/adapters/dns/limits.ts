// The limits of DNS questions, and how long their answers are waited for.
import type { Clock } from '#service/ports.ts';

/** The limits of lookups in the DNS, and of the patience with slow name servers. */
export interface ResolverLimits {
  /** A lookup that takes longer has failed. */
  readonly lookupMs: number;
  /** Names that are looked up at the same time. Others wait. */
  readonly concurrent: number;
  /** Lookups that wait. Further ones fail at once. */
  readonly waiting: number;
  /** Answers that are kept. The organisation with the most makes room: the one that was used least recently goes. */
  readonly cached: number;
  /** How long answers are kept. Node does not say how long the name server allows. */
  readonly foundMs: number;
  readonly noneMs: number;
  /** A name server that does not answer is not asked again for this time. */
  readonly failedMs: number;
  /** The last answer takes the place of one that fails for this time. */
  readonly lastMs: number;
  /** Characters of all records of a name. A key of 4096 bits has 740. */
  readonly answerLength: number;
}

export const resolverLimits: ResolverLimits = {
  lookupMs: 3_000,
  concurrent: 50,
  waiting: 500,
  cached: 2_000,
  foundMs: 300_000,
  noneMs: 60_000,
  failedMs: 20_000,
  lastMs: 86_400_000,
  answerLength: 8_192,
};

export interface PatienceLimits {
  /** A lookup that takes this time is slow. Name servers usually answer in a tenth of it. */
  readonly slowMs: number;
  /** Slow lookups may cost this time in a period. Those that run at the same time cost it once. */
  readonly waitMs: number;
  readonly periodMs: number;
}

export const patienceLimits: PatienceLimits = { slowMs: 1_000, waitMs: 6_000, periodMs: 60_000 };

/** Bounds the time that slow name servers cost, however many names a flood of mails asks for. */
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
