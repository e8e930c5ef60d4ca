// Looks up TXT records with bounds on time, number and size. Answers are cached.
import { Resolver as SystemResolver } from 'node:dns/promises';
import type { Clock, Resolver, TxtAnswer } from '#service/ports.ts';
import { type ResolverLimits, resolverLimits } from './limits.ts';

/** Asks a name server. Rejects with the code of `node:dns`. */
export type TxtQuery = (name: string) => Promise<readonly (readonly string[])[]>;

/** `servers`: their addresses, with ports. Empty: those of the system. */
export function createQuery(servers: readonly string[] = [], { lookupMs }: ResolverLimits = resolverLimits): TxtQuery {
  const system = new SystemResolver({ timeout: lookupMs, tries: 1 });
  if (servers.length > 0) system.setServers(servers);
  return name => system.resolveTxt(name);
}

type LookupClock = Pick<Clock, 'now' | 'sleep'>;

interface CachedAnswer {
  readonly answer: TxtAnswer;
  readonly expiresAt: number;
}

/** One lookup of a name runs at a time, and all callers get its answer. */
export function createResolver(query: TxtQuery, clock: LookupClock, limits: ResolverLimits = resolverLimits): Resolver {
  const cache = new Map<string, CachedAnswer>();
  const running = new Map<string, Promise<TxtAnswer>>();
  const enqueue = createLookupQueue(limits);

  const findCached = (name: string): TxtAnswer | null => {
    const cached = cache.get(name);
    if (cached === undefined) return null;
    cache.delete(name);
    if (cached.expiresAt <= clock.now()) return null;
    // A map has its keys in the order of their insertion, so the first is the least recently used.
    cache.set(name, cached);
    return cached.answer;
  };
  const store = (name: string, answer: TxtAnswer): void => {
    cache.set(name, { answer, expiresAt: clock.now() + lifetimeOf(answer, limits) });
    const [oldest] = cache.keys();
    if (cache.size > limits.cached && oldest !== undefined) cache.delete(oldest);
  };
  const lookUp = async (name: string): Promise<TxtAnswer> => {
    const answer = await enqueue(() => ask(query, name, clock, limits));
    running.delete(name);
    if (answer !== OVERLOADED) store(name, answer);
    return answer;
  };
  return {
    resolveTxt: async given => {
      const name = given.toLowerCase();
      const cached = findCached(name);
      if (cached !== null) return cached;
      const lookup = running.get(name) ?? lookUp(name);
      running.set(name, lookup);
      return lookup;
    },
  };
}

const lifetimeOf = ({ kind }: TxtAnswer, { foundMs, noneMs, failedMs }: ResolverLimits): number =>
  ({ found: foundMs, none: noneMs, failed: failedMs })[kind];

const fail = (why: string): TxtAnswer => ({ kind: 'failed', why });

const OVERLOADED = fail('too many lookups wait');

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
  const answer = query(name).then(chunks => toAnswer(chunks, limits.answerLength), toFailure);
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    ended.abort();
  }
}

function toAnswer(chunks: readonly (readonly string[])[], answerLength: number): TxtAnswer {
  const records = chunks.map(each => each.join(''));
  if (records.reduce((total, { length }) => total + length, 0) > answerLength) return fail('the answer is too long');
  return records.length === 0 ? { kind: 'none' } : { kind: 'found', records };
}

/** The codes of a name that does not exist, and of one without such records. */
const NONE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

function toFailure(error: unknown): TxtAnswer {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return NONE.has(code) ? { kind: 'none' } : fail(code);
}
