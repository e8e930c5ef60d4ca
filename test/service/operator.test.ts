// The operator is told of error lines by mail: what gathers in one, at most one a day, also across restarts and while the store fails.
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import { type Operator, createOperatorReports } from '#service/operator.ts';
import { createService } from '#service/create-service.ts';
import type { Store } from '#service/ports.ts';
import { silent, START, testPorts, testSettings } from './ports.ts';

const DAY = 86_400_000;

interface Bench {
  readonly start: () => Operator;
  /** The kinds of the lines that were told by the second way. */
  readonly alerts: readonly string[];
  readonly mails: () => Promise<readonly string[]>;
  /** Lets so much time pass, a sleep at a time. */
  readonly pass: (ms: number) => Promise<void>;
}

function bench(over: (store: Store) => Partial<Store> = () => ({})): Bench {
  const store = createMemoryStore();
  let now = START;
  const alerts: string[] = [];
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const settled = (): Promise<void> => new Promise(resolve => setImmediate(() => setImmediate(resolve)));
  const { context } = createService(
    testPorts({
      store: { ...store, ...over(store) },
      clock: {
        now: () => now,
        sleep: ms => new Promise(wake => (sleepers = [...sleepers, { at: now + ms, wake }])),
      },
    }),
    testSettings(),
  );
  return {
    alerts,
    start: () => {
      const told = createOperatorReports(silent, { now: () => now }, line => void alerts.push(line.kind));
      void told.run({ ...context, address: 'root@example.test' }, new AbortController().signal);
      return told;
    },
    mails: async () => (await store.dueMail(Number.MAX_SAFE_INTEGER, 99)).map(({ raw }) => Buffer.from(raw).toString()),
    pass: async ms => {
      const end = now + ms;
      await settled();
      while (sleepers.some(({ at }) => at <= end)) {
        now = Math.max(now, Math.min(...sleepers.map(({ at }) => at)));
        const due = sleepers.filter(({ at }) => at <= now);
        sleepers = sleepers.filter(({ at }) => at > now);
        for (const { wake } of due) wake();
        await settled();
      }
      now = end;
    },
  };
}

describe('the operator', () => {
  it('gets one mail of each kind of lines, plain and marked as automatic', async () => {
    const desk = bench();
    const { log } = desk.start();
    log.error('board-damaged', { board: 'Nex board 101' });
    log.error('mail-given-up', { mail: 'm1' });
    log.error('board-damaged', { board: 'Nex board 102' });
    log.warn('imap-lost');
    await desk.pass(60_000);
    const [mail, other, ...others] = await desk.mails();
    expect(others).toEqual([]);
    expect(mail).toMatch(/^To: root@example\.test\r$/m);
    expect(mail).toMatch(/^Subject: nexpost: board-damaged on your server\r$/m);
    expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail).toMatch(/^Message-ID: <o\.\w+@example\.test>\r$/m);
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).toContain('board-damaged {"board":"Nex board 101"}');
    expect(mail).toContain('board-damaged {"board":"Nex board 102"}');
    expect(mail).not.toContain('mail-given-up');
    expect(other).toContain('mail-given-up');
    expect(desk.alerts).toEqual(['board-damaged', 'mail-given-up']);
  });

  it('is told of a full disk on a day on which other errors were mailed already, and that all is well again', async () => {
    const desk = bench();
    const { log } = desk.start();
    log.error('mail-given-up', { mail: 'm1' });
    await desk.pass(3_600_000);
    log.error('service-ill', { what: 'store', why: 'The store has refused changes for 30 seconds.' });
    log.error('service-ill', { what: 'outbox', why: 'A mail has waited for 15 minutes.' });
    log.warn('service-well', { what: 'store' });
    await desk.pass(60_000);
    const subjects = (await desk.mails()).map(mail => /^Subject: (.*)\r$/m.exec(mail)?.[1]);
    expect(subjects).toEqual([
      'nexpost: mail-given-up on your server',
      'nexpost: service-ill store on your server',
      'nexpost: service-ill outbox on your server',
      'nexpost: service-well store on your server',
    ]);
    expect(desk.alerts).toHaveLength(4);
  });

  it('gets at most one a day, also after a restart; the next day tells the rest', async () => {
    const desk = bench();
    const first = desk.start();
    for (let hour = 0; hour < 12; hour++) {
      first.log.error('mail-given-up', { hour });
      await desk.pass(3_600_000);
    }
    expect(await desk.mails()).toHaveLength(1);
    const second = desk.start();
    second.log.error('mail-given-up', { hour: 'later' });
    await desk.pass(3_600_000);
    expect(await desk.mails()).toHaveLength(1);
    await desk.pass(DAY);
    const mails = await desk.mails();
    expect(mails).toHaveLength(2);
    expect(mails[1]).toContain('mail-given-up');
  });

  it('gets a mail of bounded size, whatever happens', async () => {
    const desk = bench();
    const { log } = desk.start();
    for (let times = 0; times < 10_000; times++) log.error('mail-failed', { why: 'x'.repeat(2_000), times });
    await desk.pass(60_000);
    const [mail] = await desk.mails();
    expect(mail!.length).toBeLessThan(60_000);
    expect(mail).toContain('and 9950 more');
  });

  it('is told later when the store fails, and nothing is forgotten', async () => {
    let faults = 3;
    const desk = bench(store => ({
      commit: change => (faults-- > 0 ? Promise.reject(new Error('disk full')) : store.commit(change)),
    }));
    desk.start().log.error('store-failed', { why: 'disk full' });
    await desk.pass(120_000);
    expect(await desk.mails()).toHaveLength(1);
  });

  it('is told the next day what went wrong here while another service wrote the mail of the day', async () => {
    let others = 1;
    const desk = bench(store => ({
      commit: async change => {
        if (others-- > 0) await store.commit({ ...change, outgoing: [] });
        return store.commit(change);
      },
    }));
    desk.start().log.error('disk-on-fire');
    await desk.pass(60_000);
    expect(await desk.mails()).toEqual([]);
    await desk.pass(DAY);
    const [mail] = await desk.mails();
    expect(mail).toContain('disk-on-fire');
  });
});
