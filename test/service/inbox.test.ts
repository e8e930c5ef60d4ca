// The inbox through its ports: the order of effects, conflicts, a store that fails, poison, duplicates and quotas. Simulated time only.
import { describe, expect, it } from 'vitest';
import { mime } from '#adapters/mime/index.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { limits } from '#core/kernel/limits.ts';
import { createService } from '#service/create-service.ts';
import { createInbox } from '#service/inbox.ts';
import type { InFlight, Mime, Outgoing, Store, PoisonCheck } from '#service/ports.ts';
import { inboxMail, mail, START } from './lab.ts';
import { fingerprint, testPorts, testSettings, freeHand } from './ports.ts';

interface Bench {
  /** Effects in order. */
  readonly story: string[];
  readonly log: readonly string[];
  readonly outbox: () => Promise<readonly Outgoing[]>;
  readonly bring: (...raws: readonly string[]) => Promise<unknown>;
  readonly pass: (ms: number) => void;
}

/** Mails whose Subject says `poison` cannot be parsed, for a fault of ours. */
const POISON: Mime = {
  ...mime,
  read: (raw, size) =>
    Buffer.from(raw).includes('Subject: poison') ? Promise.resolve({ kind: 'unreadable' }) : mime.read(raw, size),
};

function bench(
  change: (store: Store, story: string[]) => Partial<Store> = () => ({}),
  reading: Mime = mime,
  inFlight: InFlight = freeHand,
  emptyAt: () => Promise<number> = () => Promise.resolve(START),
): Bench {
  const memory = createMemoryStore();
  const story: string[] = [];
  const log: string[] = [];
  let now = START;
  const tell = (event: string): void => {
    log.push(event);
  };
  const pass = (ms: number): Promise<void> => {
    now += ms;
    return Promise.resolve();
  };
  const ports = testPorts({
    store: { ...memory, ...change(memory, story) },
    mailbox: {
      next: () => Promise.resolve([]),
      dispose: (keys, to) => {
        story.push(`${to} ${keys.join(' ')}`);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    },
    ...{ mime: reading, inFlight, queue: { emptyAt } },
    clock: { now: () => now, sleep: pass },
    log: { info: tell, warn: tell, error: tell },
  });
  const { context } = createService(ports, testSettings({ robots: [] }));
  const service = createInbox({ ...context, wakeOutbox: () => void story.push('wake') });
  return {
    story,
    log,
    pass: ms => void pass(ms),
    outbox: () => memory.dueMail(Number.MAX_SAFE_INTEGER, 10_000),
    bring: (...raws) => {
      const batch = raws.map((raw, at) => inboxMail(raw, `k${at + 1}`));
      return service.processBatch(batch, new AbortController().signal);
    },
  };
}

const signup = (name: string): string => mail({ from: `${name}@example.test`, subject: `signup ${name}` });
const subjects = async (of: Bench): Promise<readonly string[]> =>
  (await of.outbox()).map(({ raw }) => /^Subject: (.*)\r$/m.exec(Buffer.from(raw).toString())?.[1] ?? '');

describe('inbox', () => {
  it('wakes the courier and takes the mail off the list only when it is durable', async () => {
    let makeDurable = (): void => undefined;
    const desk = bench((memory, story) => ({
      commit: async change => {
        const { result } = await memory.commit(change);
        story.push('commit');
        const durable = new Promise<void>(resolve => {
          makeDurable = () => {
            story.push('durable');
            resolve();
          };
        });
        return { result, durable };
      },
    }));
    const working = desk.bring(signup('alice'));
    while (!desk.story.includes('commit')) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(desk.story).toEqual(['commit']);
    makeDurable();
    await working;
    expect(desk.story).toEqual(['commit', 'durable', 'wake', 'processed k1']);
  });

  it('decides again when somebody else wrote meanwhile, and gives up for now after some tries', async () => {
    let conflicts = limits.commitTries - 1;
    const desk = bench(memory => ({
      commit: change =>
        conflicts-- > 0 ? Promise.resolve({ result: 'conflict', durable: Promise.resolve() }) : memory.commit(change),
    }));
    await desk.bring(signup('alice'));
    expect(desk.story).toEqual(['wake', 'processed k1']);
    conflicts = 2 * limits.commitTries;
    await desk.bring(signup('bob'));
    expect(desk.story).toEqual(['wake', 'processed k1']);
    expect(desk.log.includes('store-failed')).toBe(true);
    await desk.bring(signup('bob'));
    expect(await subjects(desk)).toEqual(['Welcome to nexpost, alice', 'Welcome to nexpost, bob']);
  });

  it.each(['read', 'isSeen', 'commit', 'durable'] as const)(
    'keeps the mail, however often the store fails at %s',
    async name => {
      let isBroken = true;
      const broken = (): Promise<never> => Promise.reject(new Error('disk full'));
      const desk = bench(memory => ({
        ...(name === 'durable'
          ? {
              commit: async change => {
                if (!isBroken) return memory.commit(change);
                const durable = broken();
                durable.catch(() => undefined);
                return Promise.resolve({ result: 'committed', durable });
              },
            }
          : {
              [name]: (...args: readonly never[]) =>
                isBroken ? broken() : (memory[name] as (...given: readonly never[]) => unknown)(...args),
            }),
      }));
      const raw = signup('alice');
      for (let times = 0; times < limits.mailTries + 2; times++) await desk.bring(raw);
      expect(desk.story).toEqual([]);
      isBroken = false;
      await desk.bring(raw);
      expect(desk.story).toEqual(['wake', 'processed k1']);
      expect(await subjects(desk)).toEqual(['Welcome to nexpost, alice']);
    },
  );

  it('keeps the mail, however often the queue cannot tell since when the mailbox is empty', async () => {
    let isBroken = true;
    const emptyAt = (): Promise<number> =>
      isBroken ? Promise.reject(new Error('connection lost')) : Promise.resolve(START);
    const desk = bench(undefined, undefined, undefined, emptyAt);
    const raw = signup('alice');
    for (let times = 0; times < limits.mailTries + 2; times++) await desk.bring(raw);
    expect(desk.story).toEqual([]);
    isBroken = false;
    await desk.bring(raw);
    expect(await subjects(desk)).toEqual(['Welcome to nexpost, alice']);
  });

  it('puts a mail aside that fails again and again, tells its sender, and goes on with the others', async () => {
    const render = mime.render;
    const faulty: Mime = {
      ...mime,
      render: (plan: Parameters<typeof render>[0], png: Parameters<typeof render>[1]) =>
        plan.subject.includes('alice') ? Promise.reject(new Error('a bug')) : render(plan, png),
    };
    const desk = bench(() => ({}), faulty);
    const poison = signup('alice');
    for (let times = 1; times <= limits.mailTries; times++) await desk.bring(poison, signup(`player${times}`));
    expect(desk.story.filter(effect => effect.startsWith('quarantined'))).toEqual(['quarantined k1']);
    expect(desk.story.filter(effect => effect.startsWith('processed'))).toEqual(
      Array.from({ length: limits.mailTries }, () => 'processed k2'),
    );
    const apologies = (await desk.outbox()).filter(({ to }) => to[0] === 'alice@example.test');
    expect(apologies.length).toBe(1);
    expect(desk.log.filter(event => event === 'mail-failed').length).toBe(limits.mailTries);
  });

  it('answers a mail that cannot be read, once', async () => {
    const desk = bench(() => ({}), POISON);
    const raw = mail({ from: 'alice@example.test', subject: 'poison' });
    await desk.bring(raw);
    await desk.bring(raw);
    expect((await desk.outbox()).map(({ to }) => to)).toEqual([['alice@example.test']]);
    expect(desk.story.filter(effect => effect === 'processed k1').length).toBe(2);
  });

  it('answers a mail that took too long to read, and keeps it for somebody to look at', async () => {
    const hangs: Mime = {
      ...mime,
      read: (raw, size) =>
        Buffer.from(raw).includes('Subject: hang')
          ? Promise.resolve({ kind: 'given-up', why: 'no answer in time' })
          : mime.read(raw, size),
    };
    const desk = bench(undefined, hangs);
    const stuck = mail({ from: 'eve@example.test', subject: 'hang' });
    await desk.bring(stuck, signup('alice'));
    expect(desk.story).toEqual(['wake', 'wake', 'processed k2', 'quarantined k1']);
    expect(await subjects(desk)).toEqual(['nexpost could not read your mail', 'Welcome to nexpost, alice']);
    expect(desk.log).toContain('mail-unread');
  });

  it('leaves every mail where it is while its reader is out of order', async () => {
    const desk = bench(undefined, { ...mime, read: () => Promise.reject(new Error('the thread did not start')) });
    for (let times = 0; times < limits.mailTries + 2; times++) await desk.bring(signup('alice'));
    expect(desk.story).toEqual([]);
    expect(desk.log).toContain('reader-failed');
  });

  it('takes by itself, in its turn, what was in hand when a process died, and does not touch what killed two', async () => {
    const words: Readonly<Record<string, PoisonCheck>> = { bob: 'suspect', carol: 'suspect', dave: 'deadly' };
    const names = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'];
    const nameOf = (raw: Uint8Array | string): string => /signup (\w+)/.exec(Buffer.from(raw).toString())?.[1] ?? '';
    const raws = names.map(name => signup(name).replace('signup erin', 'signup erin secret'));
    const taken: string[][] = [];
    const read: string[] = [];
    const ids = new Map(raws.map((raw, at) => [fingerprint(raw.replace(/\n/g, '\r\n')), names[at]!]));
    const hand: InFlight = {
      checkPoison: id => words[ids.get(id) ?? ''] ?? 'none',
      mark: mails => taken.push(mails.map(id => ids.get(id) ?? '?')),
      clear: () => taken.push([]),
    };
    const watched: Mime = { ...mime, read: (raw, size) => (read.push(nameOf(raw)), mime.read(raw, size)) };
    const desk = bench(undefined, watched, hand);
    await desk.bring(...raws);
    const alone = [['alice'], [], ['bob'], [], ['carol'], []];
    // While a password is hashed its mail is not in hand: it is no reason to die.
    expect(taken).toEqual([...alone, ['erin', 'frank'], ['frank'], [], ['erin'], []]);
    expect(read).toEqual(['alice', 'bob', 'carol', 'erin', 'frank']);
    expect(desk.story.slice(-2)).toEqual(['processed k1 k2 k3 k5 k6', 'quarantined k4']);
    expect(await desk.outbox()).toHaveLength(5);
    expect(desk.log).toContain('mail-deadly');
  });

  it('does nothing for the same mail twice, in one batch or two', async () => {
    const desk = bench();
    const raw = signup('alice');
    await desk.bring(raw, raw);
    await desk.bring(raw);
    expect(await subjects(desk)).toEqual(['Welcome to nexpost, alice']);
    expect(desk.story.filter(effect => effect.startsWith('processed'))).toEqual(['processed k1 k2', 'processed k1']);
  });

  it('does each of the mails to which a program gives one Message-ID', async () => {
    const desk = bench();
    const messageId = '<always-this@program.test>';
    await desk.bring(
      mail({ from: 'alice@example.test', subject: 'signup alice', messageId }),
      mail({ from: 'alice@example.test', subject: 'settings', messageId }),
      mail({ from: 'alice@example.test', subject: 'settings', messageId }),
    );
    expect(await subjects(desk)).toEqual(['Welcome to nexpost, alice', 'nexpost: your settings']);
  });

  it('decides in the order of arrival', async () => {
    const desk = bench();
    await desk.bring(
      signup('alice'),
      signup('bob'),
      mail({ from: 'alice@example.test', subject: 'nex challenge alice bob' }),
    );
    expect(await subjects(desk)).toEqual([
      'Welcome to nexpost, alice',
      'Welcome to nexpost, bob',
      'New Nex Board 101 alice: your turn',
      'New Nex Board 101 alice: to move',
    ]);
  });

  it('does not count the tries of a failing store against a sender', async () => {
    let faults = limits.strangerAnswersPerDay + 5;
    const desk = bench(memory => ({
      commit: async change => {
        if (faults-- <= 0) return memory.commit(change);
        const durable = Promise.reject(new Error('disk full'));
        durable.catch(() => undefined);
        return Promise.resolve({ result: 'committed', durable });
      },
    }));
    const raw = mail({ from: 'stranger@else.test', subject: 'help', unproved: true });
    while (faults >= 0) await desk.bring(raw);
    expect((await desk.outbox()).length).toBe(1);
  });

  it('stops answering what must be a loop, and still tells others what concerns them', async () => {
    const desk = bench();
    await desk.bring(signup('alice'), signup('bob'));
    for (let times = 0; times < limits.answersPerHour; times++)
      await desk.bring(mail({ from: 'alice@example.test', subject: 'help' }));
    const before = (await desk.outbox()).length;
    await desk.bring(mail({ from: 'alice@example.test', subject: 'help' }));
    expect((await desk.outbox()).length).toBe(before);
    await desk.bring(mail({ from: 'alice@example.test', subject: 'nex challenge alice bob' }));
    const told = (await desk.outbox()).slice(before).flatMap(({ to }) => to);
    expect(told).toContain('bob@example.test');
  });
});
