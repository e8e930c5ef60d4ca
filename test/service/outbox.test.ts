// The outbox through its ports: order, retries, giving up, wake-ups, and stores that fail. Simulated time only.
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import { PATIENCE_MS, retryPauseOf } from '#service/outbox.ts';
import type { SendResult, Store } from '#service/ports.ts';
import { outgoing } from '../conformance/store.ts';
import { aborted, desk, LATER, NEVER, NOW, SENT, turns, waiting } from './outbox-desk.ts';

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

  it('tells which addresses the server takes nothing for, once, whether or not the others have got it', async () => {
    let faults = 2;
    const full = (store: Store): Partial<Store> => ({
      markMail: (id, fate) => (faults-- > 0 ? Promise.reject(new Error('ENOSPC')) : store.markMail(id, fate)),
    });
    const answers: Readonly<Record<string, SendResult>> = {
      m1: { kind: 'rejected', why: '550 5.1.1 no such user', undeliverable: ['bob@example.test'] },
      m2: { kind: 'sent', undeliverable: ['a@second.test'] },
      m3: { kind: 'failed', why: '450 later' },
    };
    const { outbox: out, story, clock, put } = desk(mail => answers[mail.id] ?? SENT, undefined, full);
    await put(outgoing('m1'), outgoing('m2', 'alice@example.test'), outgoing('m3', 'carol@example.test'));
    for (let i = 0; i < 9; i++) {
      if (i === 3) await put(outgoing('m4', 'dave@example.test'));
      await out.deliver().catch(() => undefined);
      clock.now += retryPauseOf(1);
    }
    expect(new Set(story.filter(event => event.startsWith('returned')))).toEqual(
      new Set(['returned m1 bob@example.test', 'returned m2 a@second.test']),
    );
    expect(story.filter(event => event === 'returned m1 bob@example.test')).toHaveLength(1);
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
    clock.now += retryPauseOf(0);
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
    expect(pauses.slice(0, 5)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000]);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const days = (clock.now - NOW) / 86_400_000;
    expect(days).toBeGreaterThan(4);
    expect(days).toBeLessThan(6);
    expect(story.at(-1)).toBe('mail-given-up');
  });

  it('gives up what the server will never have once it takes a mail to another reader, and goes on', async () => {
    const { outbox: out, story, clock, store, put } = desk(mail => (mail.id === 'm1' ? NEVER : SENT));
    await put(outgoing('m1'), outgoing('m2'), outgoing('a1', 'alice@example.test'));
    await out.deliver();
    expect(story.toSorted()).toEqual(['mail-delayed', 'send a1', 'send m1']);
    // The mail to alice had begun before the server refused the other.
    await put(outgoing('a2', 'alice@example.test'));
    await out.deliver();
    clock.now += retryPauseOf(0);
    await out.deliver();
    expect(story.slice(-3)).toEqual(['send m1', 'mail-given-up', 'send m2']);
    expect(await waiting(store)).toEqual([]);
  });

  it('tries a mail that the server will never have for a day where no other reader has mail', async () => {
    const { outbox: out, story, clock, store, put } = desk(() => ({ ...NEVER, undeliverable: ['bob@example.test'] }));
    await put(outgoing('m1'));
    for (const end = NOW + DAY_MS; clock.now < end; clock.now += MINUTE_MS) await out.deliver();
    expect(await waiting(store)).toEqual(['m1']);
    expect(story.filter(event => /returned|given-up/.test(event))).toEqual([]);
    clock.now += 4 * HOUR_MS;
    await out.deliver();
    expect(await waiting(store)).toEqual([]);
    expect(story.slice(-2)).toEqual(['mail-given-up', 'returned m1 bob@example.test']);
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
    expect(naps).toEqual([60_000, retryPauseOf(0)]);
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

  it('does not look all the time where a look takes long, unless it knows of mail', async () => {
    const stop = new AbortController();
    let looks = 0;
    const { outbox: out, clock } = desk(
      undefined,
      (_, signal) => aborted(signal),
      store => ({
        dueReaders: (now, most) => {
          looks += 1;
          clock.now += 200;
          return store.dueReaders(now, most);
        },
      }),
    );
    const running = out.run(stop.signal);
    const looked = async (call: () => void): Promise<number> => {
      call();
      await turns();
      return looks;
    };
    expect(await looked(() => undefined)).toBe(1);
    clock.now += 1_700;
    expect(await looked(out.hint)).toBe(1);
    clock.now += 100;
    expect(await looked(out.hint)).toBe(2);
    expect(await looked(out.wake)).toBe(3);
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
});
