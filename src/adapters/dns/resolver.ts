// Looks up TXT records with bounds on time, number and size. Answers are cached.
import { Resolver as SystemResolver } from 'node:dns/promises';
import type { Clock, Resolver, TxtAnswer } from '#service/ports.ts';

/** The limits of lookups in the DNS, and of the patience with slow name servers. */
export const resolverLimits = {
  /** A lookup that takes longer has failed. */
  lookupMs: 3_000,
  /** Names that are looked up at the same time. Others wait. */
  concurrent: 50,
  /** Lookups that wait. Further ones fail at once. */
  waiting: 500,
  /** Answers that are kept. The organisation with the most makes room: the one that was used least recently goes. */
  cached: 2_000,
  /** How long answers are kept. Node does not say how long the name server allows. */
  foundMs: 300_000,
  noneMs: 60_000,
  /** A name server that does not answer is not asked again for this time. */
  failedMs: 20_000,
  /** The last answer takes the place of one that fails for this time. */
  lastMs: 86_400_000,
  /** Characters of all records of a name. A key of 4096 bits has 740. */
  answerLength: 8_192,
};

type ResolverLimits = Readonly<typeof resolverLimits>;

export const patienceLimits = {
  /** A lookup that takes this time is slow. Name servers usually answer in a tenth of it. */
  slowMs: 1_000,
  /** Slow lookups may cost this time in a period. Those that run at the same time cost it once. */
  waitMs: 6_000,
  periodMs: 60_000,
};

/** Bounds the time that slow name servers cost, however many names a flood of mails asks for. */
interface Patience {
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
const endlessPatience: Patience = { allows: () => true, note: () => undefined };

const startPeriod = (since: number): Period => ({ since, slowOrganisations: new Set(), waitedMs: 0 });

/**
 * An organisation with a slow lookup is not asked again in the same period. After too much waiting no organisation is.
 * `organisationOf`: the registered domain above a name.
 */
export function createPatience(organisationOf: (name: string) => string, clock: Pick<Clock, 'now'>): Patience {
  const { slowMs, waitMs, periodMs } = patienceLimits;
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

/** Asks a name server. Rejects with the code of `node:dns`. */
export type TxtQuery = (name: string) => Promise<readonly (readonly string[])[]>;

/** `servers`: their addresses, with ports. Empty: those of the system. */
export function createQuery(servers: readonly string[] = []): TxtQuery {
  const system = new SystemResolver({ timeout: resolverLimits.lookupMs, tries: 1 });
  if (servers.length > 0) system.setServers(servers);
  return name => system.resolveTxt(name);
}

type LookupClock = Pick<Clock, 'now' | 'sleep'>;

/**
 * One lookup of a name runs at a time, and all callers get its answer. `organisationOf`: the registered domain above a name.
 */
export function createResolver(
  query: TxtQuery,
  clock: LookupClock,
  limits: ResolverLimits = resolverLimits,
  patience: Patience = endlessPatience,
  organisationOf: (name: string) => string = name => name,
): Resolver {
  const cache = createAnswerCache(clock, limits, organisationOf);
  const running = new Map<string, Promise<TxtAnswer>>();
  const enqueue = createLookupQueue(limits);

  const askPatiently = async (name: string): Promise<TxtAnswer> => {
    if (!patience.allows(name)) return IMPATIENT;
    const startedAt = clock.now();
    const answer = await ask(query, name, clock, limits);
    patience.note(name, startedAt);
    return answer;
  };
  const lookUp = async (name: string): Promise<TxtAnswer> => {
    const answer = await enqueue(() => askPatiently(name));
    running.delete(name);
    const last = answer.kind === 'failed' ? cache.findLast(name) : null;
    if (last !== null) return last;
    if (answer !== OVERLOADED && answer !== IMPATIENT) cache.store(name, answer);
    return answer;
  };
  return {
    resolveTxt: async given => {
      const name = given.toLowerCase();
      const cached = cache.find(name);
      if (cached !== null) return cached;
      const lookup = running.get(name) ?? lookUp(name);
      running.set(name, lookup);
      return lookup;
    },
  };
}

interface CachedAnswer {
  readonly answer: TxtAnswer;
  readonly storedAt: number;
  readonly expiresAt: number;
}

/** Anyone can invent names without records, so all of these make room like one organisation. */
const NO_RECORDS = '';

function createAnswerCache(
  { now }: Pick<Clock, 'now'>,
  limits: ResolverLimits,
  organisationOf: (name: string) => string,
) {
  const answers = new Map<string, CachedAnswer>();
  // The names of each organisation. A map and a set have their keys in the order of their insertion, so the first is the least recently used.
  const namesByOrganisation = new Map<string, Set<string>>();
  const ownerOf = (name: string, { answer }: CachedAnswer): string =>
    answer.kind === 'found' ? organisationOf(name) : NO_RECORDS;
  const remove = (name: string): void => {
    const cached = answers.get(name);
    if (cached === undefined) return;
    answers.delete(name);
    const owner = ownerOf(name, cached);
    const names = namesByOrganisation.get(owner);
    names?.delete(name);
    if (names?.size === 0) namesByOrganisation.delete(owner);
  };
  /** The organisation with the most answers makes room. */
  const makeRoom = (): void => {
    let most: ReadonlySet<string> = new Set();
    for (const names of namesByOrganisation.values()) if (names.size > most.size) most = names;
    const [oldest] = most;
    if (oldest !== undefined) remove(oldest);
  };
  const insert = (name: string, cached: CachedAnswer): TxtAnswer => {
    remove(name);
    answers.set(name, cached);
    const owner = ownerOf(name, cached);
    const names = namesByOrganisation.get(owner) ?? new Set();
    namesByOrganisation.delete(owner);
    namesByOrganisation.set(owner, names.add(name));
    if (answers.size > limits.cached) makeRoom();
    return cached.answer;
  };
  return {
    /** null: no answer is known, or it has expired. */
    find: (name: string): TxtAnswer | null => {
      const cached = answers.get(name);
      return cached === undefined || cached.expiresAt <= now() ? null : insert(name, cached);
    },
    /** The last answer for a name whose lookup has failed. It is then found for the time of a failure. */
    findLast: (name: string): TxtAnswer | null => {
      const cached = answers.get(name);
      if (cached === undefined || cached.answer.kind === 'failed' || cached.storedAt + limits.lastMs <= now())
        return null;
      return insert(name, { ...cached, expiresAt: now() + limits.failedMs });
    },
    store: (name: string, answer: TxtAnswer): void => {
      const lifetimes = { found: limits.foundMs, none: limits.noneMs, failed: limits.failedMs };
      insert(name, { answer, storedAt: now(), expiresAt: now() + lifetimes[answer.kind] });
    },
  };
}

const fail = (why: string): TxtAnswer => ({ kind: 'failed', why });

const OVERLOADED = fail('too many lookups wait');
const IMPATIENT = fail('slow name servers took too much time');

/** Starts lookups in their order, a bounded number at a time. */
function createLookupQueue({ concurrent, waiting }: ResolverLimits) {
  const queue: (() => void)[] = [];
  let runningCount = 0;
  return async (lookup: () => Promise<TxtAnswer>): Promise<TxtAnswer> => {
    if (runningCount >= concurrent) {
      if (queue.length >= waiting) return OVERLOADED;
      await new Promise<void>(resolve => queue.push(resolve));
    } else runningCount += 1;
    const answer = await lookup();
    // The next lookup takes over the place of this one.
    const next = queue.shift();
    if (next === undefined) runningCount -= 1;
    else next();
    return answer;
  };
}

/** Never rejects. */
async function ask(query: TxtQuery, name: string, clock: LookupClock, limits: ResolverLimits): Promise<TxtAnswer> {
  const ended = new AbortController();
  const timeout = clock.sleep(limits.lookupMs, ended.signal).then(() => fail('no answer in time'));
  try {
    return await Promise.race([readAnswer(query, name, limits), timeout]);
  } finally {
    ended.abort();
  }
}

async function readAnswer(query: TxtQuery, name: string, { answerLength }: ResolverLimits): Promise<TxtAnswer> {
  try {
    const records = (await query(name)).map(each => each.join(''));
    if (records.join('').length > answerLength) return fail('the answer is too long');
    return records.length === 0 ? { kind: 'none' } : { kind: 'found', records };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return NONE.has(code) ? { kind: 'none' } : fail(code);
  }
}

/** The codes of a name that does not exist, and of one without such records. */
const NONE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
