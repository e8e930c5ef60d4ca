// A flood of mails at silent name servers: it costs a bounded time, and proves no less than before of known senders.
import { describe, expect, it } from 'vitest';
import { createPatience, createResolver, patienceLimits, resolverLimits } from '#adapters/dns/resolver.ts';
import { organisationOf } from '#adapters/mime/verification/signature.ts';
import type { Resolver } from '#service/ports.ts';

const { lookupMs } = resolverLimits;
const { waitMs, periodMs } = patienceLimits;

interface Desk {
  readonly resolveTxt: Resolver['resolveTxt'];
  /** Looks up the names of a batch of mails at the same time, and returns the milliseconds that it took. */
  readonly readBatch: (names: readonly string[]) => Promise<number>;
  readonly pass: (ms: number) => void;
  readonly asked: string[];
}

/**
 * Name servers of `silent.test` and `silent….test` never answer, those of `slow….test` nearly as late. The others answer at once, and
 * `void….test` does not exist.
 */
function createDesk(): Desk {
  let now = 0;
  const asked: string[] = [];
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const sleep = (ms: number): Promise<void> =>
    new Promise(wake => {
      sleepers.push({ at: now + ms, wake });
    });
  const query = async (name: string): Promise<string[][]> => {
    asked.push(name);
    if (organisationOf(name).startsWith('silent')) return new Promise(() => undefined);
    if (organisationOf(name).startsWith('slow')) await sleep(lookupMs - 1);
    if (organisationOf(name).startsWith('void')) throw Object.assign(new Error(), { code: 'ENOTFOUND' });
    return [['x']];
  };
  const clock = { now: () => now, sleep };
  const patience = createPatience(organisationOf, clock);
  const { resolveTxt } = createResolver(query, clock, resolverLimits, patience, organisationOf);
  return {
    resolveTxt,
    asked,
    pass: ms => {
      now += ms;
    },
    readBatch: async names => {
      const startedAt = now;
      const answers = Promise.all(names.map(resolveTxt));
      const turn = (): Promise<null> => new Promise(resolve => setImmediate(resolve, null));
      while ((await Promise.race([answers, turn()])) === null) {
        const [next] = sleepers.splice(0, 1);
        now = Math.max(now, next?.at ?? now);
        next?.wake();
      }
      return now - startedAt;
    },
  };
}

/** Batches of 50 mails with three names each. */
const floodOf = (batches: number, nameOf: (index: number) => string): readonly (readonly string[])[] =>
  Array.from({ length: batches }, (_, batch) =>
    Array.from({ length: 150 }, (__, index) => nameOf(batch * 150 + index)),
  );

describe('a flood of mails at silent name servers', () => {
  it.each([
    ['of one domain', (index: number) => `s${index}._domainkey.x${index}.silent.test`, lookupMs],
    ['of a thousand domains', (index: number) => `s._domainkey.silent${index % 1_000}.test`, waitMs + lookupMs],
    ['that answer late', (index: number) => `s._domainkey.slow${index % 1_000}.test`, waitMs + lookupMs],
  ])('%s takes a bounded time', async (_, nameOf, most) => {
    const { readBatch, pass } = createDesk();
    let spent = 0;
    for (const names of floodOf(20, nameOf)) spent += await readBatch(names);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(most);
    pass(periodMs);
    for (const names of floodOf(20, index => nameOf(index + 3_000))) spent += await readBatch(names);
    expect(spent).toBeLessThanOrEqual(2 * most);
  });

  it('takes a bounded time also with one silent name in each batch', async () => {
    const { readBatch } = createDesk();
    let spent = 0;
    for (let batch = 0; batch < 100; batch++) spent += await readBatch([`s._domainkey.silent${batch}.test`]);
    expect(spent).toBeLessThanOrEqual(waitMs + lookupMs);
  });

  it('of one domain leaves others proved', async () => {
    const { readBatch, resolveTxt } = createDesk();
    await readBatch(floodOf(1, index => `s${index}._domainkey.silent.test`)[0]!);
    expect(await resolveTxt('s._domainkey.new.test')).toMatchObject({ kind: 'found' });
  });

  it('of many domains leaves known senders proved, and others unproved until the period ends', async () => {
    const { readBatch, resolveTxt, pass, asked } = createDesk();
    await resolveTxt('s._domainkey.known.test');
    pass(resolverLimits.foundMs);
    for (const names of floodOf(4, index => `s._domainkey.silent${index}.test`)) await readBatch(names);
    const count = asked.length;
    expect(await resolveTxt('s._domainkey.known.test')).toMatchObject({ kind: 'found' });
    expect(await resolveTxt('s._domainkey.new.test')).toEqual({
      ...{ kind: 'failed', why: 'slow name servers took too much time' },
    });
    expect(asked).toHaveLength(count);
    pass(periodMs);
    expect(await resolveTxt('s._domainkey.new.test')).toMatchObject({ kind: 'found' });
  });

  it.each([
    ['that do not exist', (index: number) => `s._domainkey.void${index}.test`],
    ['of one domain', (index: number) => `s${index}._domainkey.wild.test`],
  ])('leaves known senders proved also after a flood of names %s', async (_, nameOf) => {
    const { readBatch, resolveTxt, pass } = createDesk();
    await resolveTxt('s._domainkey.known.test');
    pass(resolverLimits.foundMs);
    for (const names of floodOf(20, nameOf)) await readBatch(names);
    for (const names of floodOf(4, index => `s._domainkey.silent${index}.test`)) await readBatch(names);
    expect(await resolveTxt('s._domainkey.known.test')).toMatchObject({ kind: 'found' });
  });
});
