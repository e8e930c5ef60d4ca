// The limits of lookups in the DNS, and of the patience with slow name servers.

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
