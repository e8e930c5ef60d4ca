// Mails that must wait, for a fault of the store's or of ours: those they have something in common with wait behind them, all others do not.
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Mime, Store } from '#service/ports.ts';
import { mail, lab, inboxMail, type Lab } from './lab.ts';
import { testPorts } from './ports.ts';

const A = 'alice@example.test';
const { mime } = testPorts();

/** Fails so often, then works. */
const faulty = <Args extends readonly unknown[], Value>(
  times: number,
  act: (...args: Args) => Promise<Value>,
): ((...args: Args) => Promise<Value>) => {
  let faults = times;
  return (...args) => (faults-- > 0 ? Promise.reject(new Error('a fault')) : act(...args));
};

const lateStore = (): Store => {
  const memory = createMemoryStore();
  let isBroken = true;
  return {
    ...memory,
    commit: change => {
      if (!isBroken) return memory.commit(change);
      isBroken = false;
      const durable = new Promise<void>((_, reject) => setImmediate(() => reject(new Error('the disk is full'))));
      return Promise.resolve({ result: 'committed', durable });
    },
  };
};

const failingStore = (): Store => {
  const memory = createMemoryStore();
  return { ...memory, commit: faulty(1, memory.commit) };
};

const failing = (name: 'read' | 'render'): Mime => ({
  ...mime,
  [name]: faulty<never[], unknown>(1, mime[name]),
});

describe('a mail that must wait', () => {
  it.each([
    ['cannot be stored', (): Lab => lab({ store: failingStore() })],
    ['does not become durable', (): Lab => lab({ store: lateStore() })],
    ['cannot be answered', (): Lab => lab({ mime: failing('render') })],
    ['cannot be read', (): Lab => lab({ mime: failing('read') })],
  ])('is not overtaken by the next of its sender where it %s', async (_, open) => {
    const service = open();
    const mails = [
      mail({ from: A, subject: 'signup alice' }),
      mail({ from: A, subject: 'nex challenge -size=5 alice alice' }),
      mail({ from: 'bob@example.test', subject: 'signup bob' }),
    ];
    await service.bring(...mails);
    expect(service.disposed).toEqual(['processed k3']);
    await service.bring(...mails.slice(0, 2));
    expect(service.disposed).toEqual(['processed k3', 'processed k1', 'processed k2']);
    const { documents } = await service.store.read(['match/nex/101']);
    expect(documents.get('match/nex/101')).toMatchObject({ challenger: 'alice' });
  });

  it('keeps nobody behind it from being fetched, however many they are', async () => {
    const stop = new AbortController();
    const memory = createMemoryStore();
    let work = Array.from({ length: 120 }, (_, index) =>
      inboxMail(mail({ from: `p${index}@example.test`, subject: `signup player${index}` }), `k${index}`),
    );
    let rounds = 0;
    const service = lab({
      // Nothing of the first hundred can ever be stored.
      store: {
        ...memory,
        commit: change =>
          change.outgoing.some(({ to: [reader] }) => /^p\d\d?@/.test(reader ?? ''))
            ? Promise.reject(new Error('a fault'))
            : memory.commit(change),
      },
      mailbox: {
        next: most => {
          rounds += 1;
          if (rounds > 5) stop.abort();
          return Promise.resolve(work.slice(0, most));
        },
        dispose: keys => {
          work = work.filter(({ key }) => !keys.includes(key));
          return Promise.resolve();
        },
        close: () => Promise.resolve(),
      },
    });
    await service.service.inbox.run(stop.signal);
    expect(work).toHaveLength(100);
  });

  it('is put aside only when its sender could be told', async () => {
    const { commit, ...memory } = createMemoryStore();
    const hiccup = faulty(1, commit);
    const service = lab({
      store: { ...memory, commit: change => (change.cause.startsWith('fault:') ? hiccup(change) : commit(change)) },
      mime: {
        ...mime,
        render: (plan, png) =>
          plan.subject.startsWith('Welcome') ? Promise.reject(new Error('a bug')) : mime.render(plan, png),
      },
    });
    const raw = mail({ from: A, subject: 'signup alice' });
    for (let times = 1; times <= limits.mailTries; times++) await service.bring(raw);
    expect([service.disposed, await service.outbox()]).toEqual([[], []]);
    await service.bring(raw);
    expect(service.disposed).toEqual(['quarantined k1']);
    expect(await service.outbox()).toHaveLength(1);
  });
});
