// The pace of sending: its order, its limit within any hour, several processes, restarts. Virtual time only.
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import { HOUR_MS, MINUTE_MS, type Instant } from '#core/kernel/time.ts';
import type { Priority } from '#core/writing/mail-plan.ts';
import { createInMemoryLeases } from '#service/shared-ports.ts';
import { createOutbox, type Outbox } from '#service/outbox.ts';
import { addMails, findPaceState, findRooms } from '#service/pace.ts';
import type { Outgoing, SendResult, Store } from '#service/ports.ts';
import { change, commit, outgoing } from '../conformance/store.ts';

const START = 1_000_000_000;

interface World {
  readonly store: Store;
  readonly clock: { now: Instant };
  readonly sent: { readonly id: string; readonly at: Instant }[];
  readonly log: string[];
  readonly put: (mails: readonly Outgoing[]) => Promise<void>;
  readonly openOutbox: () => Outbox;
  /** Runs an outbox until this instant, or until no mail waits. */
  readonly runUntil: (end: Instant, outbox?: Outbox) => Promise<void>;
}

function createWorld(
  perHour: number,
  answer: (mail: Outgoing) => SendResult = () => ({ kind: 'sent' }),
  store = createMemoryStore(),
): World {
  const clock = { now: START };
  const [sent, log]: [World['sent'], string[]] = [[], []];
  let ending: { readonly at: Instant; readonly end: () => void } = { at: Infinity, end: () => undefined };
  const note = (event: string): void => {
    log.push(event);
  };
  const leases = createInMemoryLeases();
  const openOutbox = (): Outbox =>
    createOutbox({
      ...{ store, leases, perHour },
      clock: {
        now: () => clock.now,
        sleep: async (ms, signal) => {
          // Deliveries under way end first.
          for (let turn = 0; turn < 50 && !signal.aborted; turn++) await new Promise(setImmediate);
          if (signal.aborted) return;
          clock.now += ms;
          if (clock.now >= ending.at || (await store.nextDue()) === null) ending.end();
        },
      },
      sender: {
        connections: 5,
        send: mail => {
          const result = answer(mail);
          if (result.kind === 'sent') sent.push({ id: mail.id, at: clock.now });
          return Promise.resolve(result);
        },
        close: () => Promise.resolve(),
      },
      log: { info: event => event !== 'mail-sent' && note(event), warn: note, error: note },
      ...{ isToStranger: () => false, noteAccepted: () => Promise.resolve(), noteReturned: () => Promise.resolve() },
    });
  let causes = 0;
  return {
    ...{ store, clock, sent, log, openOutbox },
    put: async mails => {
      causes += 1;
      await commit(store, change(`c${causes}`, [], { at: clock.now, outgoing: mails }));
    },
    runUntil: async (at, outbox = openOutbox()) => {
      const stop = new AbortController();
      ending = { at, end: () => stop.abort('the end') };
      await outbox.run(stop.signal);
    },
  };
}

const mailsOf = (priority: Priority, count: number, domain = 'example.test'): readonly Outgoing[] =>
  Array.from({ length: count }, (_, index) => ({
    ...outgoing(`${priority}${index}`, `${priority}${index}@${domain}`),
    priority,
  }));

/** The most mails within any hour. */
function findBusiestHour(sent: World['sent']): number {
  const busy = sent.map(({ at }) => sent.filter(each => each.at >= at && each.at < at + HOUR_MS).length);
  return Math.max(0, ...busy);
}

const priorityOf = (id: string): string => id.replace(/\d+$/, '');

describe('the pace', () => {
  it('sends 300 mails at 100 an hour in three hours, boards first, and meets no refusal', async () => {
    const world = createWorld(100);
    await world.put([...mailsOf('mailing', 100), ...mailsOf('digest', 100), ...mailsOf('board', 100)]);
    await world.runUntil(Infinity);
    const { sent, clock, log } = world;
    expect(sent.map(({ id }) => priorityOf(id))).toEqual(
      ['board', 'digest', 'mailing'].flatMap(priority => mailsOf('board', 100).map(() => priority)),
    );
    expect(findBusiestHour(sent)).toBeLessThanOrEqual(100);
    expect((clock.now - START) / HOUR_MS).toBeGreaterThan(2.9);
    expect((clock.now - START) / HOUR_MS).toBeLessThan(3.1);
    expect(log).toEqual(log.map(() => 'sending-paced'));
    expect(log.length).toBeLessThanOrEqual(4);
  });

  it.each([1, 7, 60, 1_000, 36_000])('is never exceeded at %i mails an hour, and is reached', async perHour => {
    const world = createWorld(perHour);
    const count = Math.min(2_500, 3 * perHour);
    await world.put([...mailsOf('digest', count), ...mailsOf('board', Math.ceil(count / 10))]);
    await world.runUntil(START + 9 * HOUR_MS);
    expect(world.sent.length).toBe(count + Math.ceil(count / 10));
    expect(findBusiestHour(world.sent)).toBeLessThanOrEqual(perHour);
    const hours = (world.clock.now - START) / HOUR_MS;
    expect(hours).toBeLessThan((1.1 * count) / perHour + 1.1);
  });

  it('lets a mail about a board overtake digests at once, as long as the hour has room', async () => {
    const world = createWorld(60);
    const outbox = world.openOutbox();
    await world.put(mailsOf('digest', 200));
    await world.runUntil(START + 20 * MINUTE_MS, outbox);
    await world.put(mailsOf('board', 30, 'late.example.test'));
    const at = world.clock.now;
    await world.runUntil(at + 1, outbox);
    expect(world.sent.filter(each => each.id.startsWith('board')).map(each => each.at)).toEqual(
      mailsOf('board', 30).map(() => at),
    );
    await world.runUntil(Infinity, outbox);
    expect(findBusiestHour(world.sent)).toBeLessThanOrEqual(60);
  });

  it("keeps each reader's order: an earlier mail has the priority of a later one", async () => {
    const world = createWorld(10);
    const reader = 'bob@example.test';
    await world.put([
      ...mailsOf('mailing', 20),
      { ...outgoing('news', reader), priority: 'mailing' },
      outgoing('move', reader),
      { ...outgoing('late', reader), priority: 'digest' },
    ]);
    await world.runUntil(START + 3 * HOUR_MS);
    const order = world.sent.map(({ id }) => id);
    expect(order.slice(0, 3)).toEqual(['news', 'move', 'late']);
  });

  it('is shared by all processes, and outlives a restart', async () => {
    const world = createWorld(30);
    await world.put(mailsOf('board', 100));
    const outboxes = [world.openOutbox(), world.openOutbox(), world.openOutbox()];
    await Promise.all(outboxes.map(outbox => outbox.deliver()));
    await Promise.all(outboxes.map(outbox => outbox.deliver()));
    expect(world.sent.length).toBe(30);
    expect(await world.openOutbox().deliver()).toBe(0);
    await world.runUntil(Infinity);
    expect(world.sent.length).toBe(100);
    expect(findBusiestHour(world.sent)).toBeLessThanOrEqual(30);
  });

  it('counts a mail that the server got, and no other', async () => {
    const failures: SendResult[] = Array.from({ length: 50 }, () => ({ kind: 'failed', why: 'connect ECONNREFUSED' }));
    const world = createWorld(20, () => failures.pop() ?? { kind: 'sent' });
    await world.put(mailsOf('board', 20));
    await world.runUntil(START + HOUR_MS / 2);
    expect(failures).toEqual([]);
    expect(world.sent.length).toBe(20);
  });

  it('counts each recipient, as providers do', async () => {
    const world = createWorld(10);
    const to = ['a@example.test', 'b@example.test', 'c@example.test'];
    await world.put(mailsOf('board', 5).map(mail => ({ ...mail, to: [...mail.to, ...to.slice(1)] })));
    await world.runUntil(Infinity);
    const [first = 0] = world.sent.map(({ at }) => at);
    expect(world.sent.filter(({ at }) => at === first).length).toBe(3);
    expect(world.sent.length).toBe(5);
    const huge = createWorld(2);
    await huge.put(mailsOf('board', 2).map(mail => ({ ...mail, to: [...mail.to, ...to] })));
    await huge.runUntil(Infinity);
    expect(huge.sent.length).toBe(2);
  });

  it('looks at an outbox of 10,000 mails a few times an hour', async () => {
    const memory = createMemoryStore();
    let looks = 0;
    const store: Store = {
      ...memory,
      dueReaders: (...args) => {
        looks += 1;
        return memory.dueReaders(...args);
      },
    };
    const world = createWorld(100, undefined, store);
    await world.put([...mailsOf('mailing', 9_900), ...mailsOf('board', 100)]);
    await world.runUntil(START + 1.5 * HOUR_MS);
    expect(world.sent.length).toBeGreaterThan(140);
    expect(looks).toBeLessThan(500);
  });

  it('lets a digest to several addresses wait for room for all of them, and rests meanwhile', async () => {
    const memory = createMemoryStore();
    let looks = 0;
    const dueReaders: Store['dueReaders'] = (...args) => {
      looks += 1;
      return looks > 500 ? Promise.reject(new Error('looks all the time')) : memory.dueReaders(...args);
    };
    const world = createWorld(100, undefined, { ...memory, dueReaders });
    await world.put(mailsOf('digest', 30).map(mail => ({ ...mail, to: [...mail.to, 'b@else.test', 'c@else.test'] })));
    await world.runUntil(Infinity);
    expect([world.sent.length, world.log.includes('outbox-failed')]).toEqual([30, false]);
    expect(findBusiestHour(world.sent) * 3).toBeLessThanOrEqual(100);
  });

  it('is none without the setting', async () => {
    const world = createWorld(0);
    await world.put(mailsOf('mailing', 500));
    await world.runUntil(START + MINUTE_MS);
    expect(world.sent.length).toBe(500);
    expect(await world.store.readPace()).toBeNull();
  });
});

describe('the record of sent mails', () => {
  const settings = { perHour: 2, speed: 1 };
  const full = addMails(addMails(null, settings, START, 1), settings, START + MINUTE_MS, 1);

  it('knows when there is room again', () => {
    expect(findRooms(full, settings, START + 2 * MINUTE_MS).boards).toEqual({
      mails: 0,
      from: START + HOUR_MS + 10_000,
    });
    expect(findRooms(full, settings, START + HOUR_MS + 10_000).boards).toEqual({ mails: 1, from: -Infinity });
  });

  it('of a clock that was set back does not stop sending', () => {
    const earlier = START - 100 * HOUR_MS;
    expect(findRooms(full, settings, earlier)).toEqual({
      boards: { mails: 2, from: -Infinity },
      others: { mails: 1, from: -Infinity },
    });
  });

  it('says why mails wait, and is out of date an hour and a half after the last mail', () => {
    expect(findPaceState(full, 1, START + 2 * MINUTE_MS)).toEqual({
      perHour: 2,
      boardsFrom: START + HOUR_MS + 10_000,
      othersFrom: START + HOUR_MS + 10_000,
    });
    expect(findPaceState(full, 1, START + 2 * HOUR_MS)).toBeNull();
    expect(findPaceState(null, 1, START)).toBeNull();
  });
});
