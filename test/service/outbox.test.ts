// The outbox through its ports: order, retries, giving up, wake-ups, and stores that fail. Simulated time only.
import { describe, expect, it } from 'vitest';
import { memoryStore } from '#adapters/store/memory.ts';
import { outbox, PATIENCE_MS, pauseAfter, type Outbox } from '#service/outbox.ts';
import type { Clock, Outgoing, SendResult, Store } from '#service/ports.ts';
import { change, commit, outgoing } from '../conformance/store.ts';

const NOW = 10_000;
const SENT: SendResult = { kind: 'sent' };
const LATER: SendResult = { kind: 'failed', why: '451 try again' };
const NEVER: SendResult = { kind: 'rejected', why: '550 no such user' };

interface Desk {
  /** As it is, without the faults of the one the outbox has. */
  readonly store: Store;
  readonly outbox: Outbox;
  /** Every effect and log entry, in order. */
  readonly story: string[];
  readonly clock: { now: number };
  readonly put: (...mails: readonly Outgoing[]) => Promise<void>;
}

function desk(
  answer: (mail: Outgoing, tries: number) => SendResult | Promise<SendResult> = () => SENT,
  sleep: Clock['sleep'] = () => Promise.resolve(),
  overrides: (store: Store) => Partial<Store> = () => ({}),
): Desk {
  const memory = memoryStore();
  const store = { ...memory, ...overrides(memory) };
  const story: string[] = [];
  const clock = { now: NOW };
  const tell = (event: string): void => {
    story.push(event);
  };
  const tries = new Map<string, number>();
  const sender = {
    send: async (mail: Outgoing): Promise<SendResult> => {
      tries.set(mail.id, (tries.get(mail.id) ?? 0) + 1);
      tell(`send ${mail.id}`);
      return answer(mail, tries.get(mail.id)!);
    },
    close: () => Promise.resolve(),
  };
  const parts = { store, sender, clock: { now: () => clock.now, sleep }, log: { info: tell, warn: tell, error: tell } };
  let causes = 0;
  return {
    store: memory,
    story,
    clock,
    outbox: outbox(parts),
    put: async (...mails) => {
      causes += 1;
      await commit(memory, change(`c${causes}`, [], { outgoing: mails }));
    },
  };
}

const waiting = async (store: Store): Promise<readonly string[]> =>
  (await store.dueMail(Number.MAX_SAFE_INTEGER, 1_000)).map(({ id }) => id);

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

describe('outbox', () => {
  it('sends a mail once, however often the store cannot mark it', async () => {
    let faults = 5;
    const full = (store: Store): Partial<Store> => ({
      markMail: (id, fate) =>
        faults-- > 0 ? Promise.reject(new Error('ENOSPC: no space left on device')) : store.markMail(id, fate),
    });
    const { outbox: out, story, store, put } = desk(() => SENT, undefined, full);
    await put(outgoing('m1'));
    for (let i = 0; i < 5; i++) await expect(out.deliver()).rejects.toThrow(/ENOSPC/);
    expect(await out.deliver()).toBe(1);
    expect(story).toEqual(['send m1']);
    expect(await waiting(store)).toEqual([]);
  });

  it('sends what is due, once', async () => {
    const { outbox: out, story, store, put } = desk();
    await put(outgoing('m1'), outgoing('m2', 'alice@example.test'));
    expect(await out.deliver()).toBe(2);
    expect(await out.deliver()).toBe(0);
    expect(story).toEqual(['send m1', 'send m2']);
    expect(await waiting(store)).toEqual([]);
  });

  it("keeps each reader's order, and lets nobody wait for another reader", async () => {
    const { outbox: out, story, clock, put } = desk((mail, tries) => (mail.id === 'b1' && tries === 1 ? LATER : SENT));
    await put(outgoing('b1'), outgoing('b2'), outgoing('a1', 'alice@example.test'));
    while ((await out.deliver()) > 0);
    await put(outgoing('b3'), outgoing('a2', 'alice@example.test'));
    while ((await out.deliver()) > 0);
    expect(story.filter(event => event.startsWith('send'))).toEqual(['send b1', 'send a1', 'send a2']);
    clock.now += pauseAfter(0);
    while ((await out.deliver()) > 0);
    expect(story.filter(event => event.startsWith('send b'))).toEqual(['send b1', 'send b1', 'send b2', 'send b3']);
  });

  it('tries again later and later, for some days, then gives up and tells the operator', async () => {
    const { outbox: out, story, clock, store, put } = desk(() => LATER);
    await put(outgoing('m1'));
    const pauses: number[] = [];
    for (;;) {
      await out.deliver();
      const next = await store.nextDue();
      if (next === null) break;
      pauses.push(next - clock.now);
      clock.now = next;
    }
    expect(pauses.slice(0, 5)).toEqual([5_000, 20_000, 80_000, 320_000, 1_280_000]);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const days = (clock.now - NOW) / 86_400_000;
    expect(days).toBeGreaterThan(4);
    expect(days).toBeLessThan(6);
    expect(story.at(-1)).toBe('mail-given-up');
  });

  it('gives up at once what the server will never have, and goes on with the rest', async () => {
    const { outbox: out, story, store, put } = desk(mail => (mail.id === 'm1' ? NEVER : SENT));
    await put(outgoing('m1'), outgoing('m2'));
    await out.deliver();
    expect(story).toEqual(['send m1', 'mail-given-up', 'send m2']);
    expect(await waiting(store)).toEqual([]);
  });

  it('sends nothing a second time because the mark of another failed while it was under way', async () => {
    let answerBob: (result: SendResult) => void = () => undefined;
    const bob = new Promise<SendResult>(resolve => (answerBob = resolve));
    const {
      outbox: out,
      story,
      put,
    } = desk(
      mail => (mail.id === 'b1' ? bob : SENT),
      undefined,
      memory => ({
        markMail: (id, fate) => (id === 'a1' ? Promise.reject(new Error('disk full')) : memory.markMail(id, fate)),
      }),
    );
    await put(outgoing('a1', 'alice@example.test'), outgoing('b1'));
    const delivering = out.deliver();
    await new Promise(setImmediate);
    answerBob(SENT);
    await expect(delivering).rejects.toThrow('disk full');
    await expect(out.deliver()).rejects.toThrow('disk full');
    expect(story.filter(event => event === 'send b1').length).toBe(1);
  });

  it.each(['dueMail', 'nextDue', 'markMail'] as const)('outlives a store whose %s fails', async name => {
    const stop = new AbortController();
    const {
      outbox: out,
      story,
      put,
      store,
    } = desk(
      () => SENT,
      async () => {
        naps += 1;
        if (naps > 10 || (failures() === 2 && (await waiting(store)).length === 0)) stop.abort();
      },
      memory => {
        let faults = 2;
        const faulty = (...args: readonly unknown[]): Promise<never> => {
          faults -= 1;
          if (faults >= 0) return Promise.reject(new Error('disk full'));
          return (memory[name] as (...given: readonly unknown[]) => Promise<never>)(...args);
        };
        return { [name]: faulty };
      },
    );
    let naps = 0;
    const failures = (): number => story.filter(event => event === 'outbox-failed').length;
    await put(outgoing('m1'));
    await out.run(stop.signal);
    expect(failures()).toBe(2);
    expect(await waiting(store)).toEqual([]);
  });

  it('sleeps until the next mail is due, or until it is woken', async () => {
    const stop = new AbortController();
    const naps: number[] = [];
    let nap: () => void = () => undefined;
    const {
      outbox: out,
      story,
      put,
    } = desk(
      (_, tries) => (tries === 1 ? LATER : SENT),
      (ms, signal) => {
        if (ms !== PATIENCE_MS) {
          naps.push(ms);
          nap();
        }
        return aborted(signal);
      },
    );
    const napping = (): Promise<void> => new Promise(resolve => (nap = resolve));
    let asleep = napping();
    const running = out.run(stop.signal);
    await asleep;
    await put(outgoing('m1'));
    asleep = napping();
    out.wake();
    await asleep;
    expect(story).toEqual(['send m1', 'mail-delayed']);
    expect(naps).toEqual([60_000, pauseAfter(0)]);
    stop.abort();
    await running;
  });

  it('hears a call that comes while it works', async () => {
    const stop = new AbortController();
    const {
      outbox: out,
      story,
      put,
    } = desk(
      async mail => {
        if (mail.id === 'm1') {
          await put(outgoing('m2', 'alice@example.test'));
          out.wake();
        } else stop.abort();
        return SENT;
      },
      (ms, signal) => {
        if (ms !== PATIENCE_MS && !signal.aborted) throw new Error('slept over a call');
        return aborted(signal);
      },
    );
    await put(outgoing('m1'));
    await out.run(stop.signal);
    expect(story).toEqual(['send m1', 'send m2']);
  });

  it('sends what came for a reader meanwhile as soon as their mail under way has gone', async () => {
    const stop = new AbortController();
    let answer: (result: SendResult) => void = () => undefined;
    const {
      outbox: out,
      story,
      put,
    } = desk(
      mail => (mail.id === 'b1' ? new Promise<SendResult>(resolve => (answer = resolve)) : SENT),
      // No time passes: whoever sleeps must be woken.
      (_, signal) => aborted(signal),
    );
    const turns = async (): Promise<void> => {
      for (let n = 0; n < 20; n++) await new Promise(setImmediate);
    };
    await put(outgoing('b1'));
    const running = out.run(stop.signal);
    await turns();
    await put(outgoing('b2'));
    out.wake();
    await turns();
    expect(story).toEqual(['send b1']);
    answer(SENT);
    await turns();
    expect(story).toEqual(['send b1', 'send b2']);
    stop.abort();
    await running;
  });

  it('tries a mail that only waited behind another as often as any other', async () => {
    const { outbox: out, story, clock, store, put } = desk(() => LATER);
    await put(outgoing('m1'), outgoing('m2'));
    for (let next: number | null = 0; next !== null; next = await store.nextDue()) {
      clock.now = Math.max(clock.now, next);
      await out.deliver();
    }
    const tries = (id: string): number => story.filter(event => event === `send ${id}`).length;
    expect(tries('m2')).toBe(tries('m1'));
  });

  it('lets nobody wait for long because the mail of another reader hangs', async () => {
    const stop = new AbortController();
    let answer: (result: SendResult) => void = () => undefined;
    const {
      outbox: out,
      story,
      clock,
      put,
    } = desk(
      mail => (mail.id === 'b1' ? new Promise<SendResult>(resolve => (answer = resolve)) : SENT),
      async ms => {
        clock.now += ms;
        if (clock.now === NOW + PATIENCE_MS) await put(outgoing('b2'), outgoing('a1', 'alice@example.test'));
        if (clock.now > NOW + 3 * PATIENCE_MS) stop.abort();
        await new Promise(setImmediate);
      },
    );
    await put(outgoing('b1'));
    const running = out.run(stop.signal);
    while (!stop.signal.aborted) await new Promise(setImmediate);
    expect(story).toEqual(['send b1', 'send a1']);
    answer(SENT);
    await running;
    expect(story).toEqual(['send b1', 'send a1']);
  });

  it('sends to other readers while one hangs, behind however many mails to that one, as soon as it is told', async () => {
    const stop = new AbortController();
    let answer: (result: SendResult) => void = () => undefined;
    const {
      outbox: out,
      story,
      put,
    } = desk(
      mail => (mail.to[0] === 'bob@example.test' ? new Promise<SendResult>(resolve => (answer = resolve)) : SENT),
      (_, signal) => aborted(signal),
    );
    await put(...Array.from({ length: 250 }, (_, n) => outgoing(`b${n}`)));
    const running = out.run(stop.signal);
    for (let n = 0; n < 20; n++) await new Promise(setImmediate);
    await put(outgoing('a1', 'alice@example.test'));
    out.wake();
    for (let n = 0; n < 20; n++) await new Promise(setImmediate);
    expect(story).toEqual(['send b0', 'send a1']);
    stop.abort();
    answer(LATER);
    await running;
  });
});
