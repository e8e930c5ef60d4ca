// The queue of mails over Postgres, in a Postgres within this process: who may be taken when, and what is told by those that died. What only several connections show is in test/real.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type StoredInbox,
  createMailQueue,
  createStoredQuarantine,
  openStoredInbox,
} from '#adapters/store/postgres/inbox.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { type Leases, type MailQueue, type QueuedMail, createInMemoryLeases } from '#service/shared-ports.ts';
import type { Store } from '#service/ports.ts';
import { change, commit } from '#test/conformance/store.ts';
import { silent } from '#test/service/ports.ts';
import { testDatabase } from './pglite.ts';

const { database, emptied, exec } = testDatabase();

const mail = (id: string, ...keys: readonly string[]): QueuedMail => {
  const raw = Buffer.from(`Subject: ${id}\r\n\r\n\u0000\u00ff`, 'latin1');
  return { id, cause: `mail:${id}`, keys, mail: { key: 'of the mailbox', size: raw.length, raw, isWhole: true } };
};

let now = 1_000;
let queue: MailQueue;
let store: Store;
/** Of all processes: a process that dies drops what it has. */
let claims: Leases;
beforeEach(async () => {
  store = await openPostgresStore(await emptied());
  queue = createMailQueue(database.query, database.query, { now: () => now });
  claims = createInMemoryLeases();
  keys.clear();
});

/** A process that works, and has done so for a while; when it dies its claims are free. */
function worker({ isYoung = false, query = database.query } = {}): StoredInbox & {
  readonly take: (most?: number) => Promise<readonly string[]>;
  readonly die: () => Promise<void>;
} {
  const own = new Set<string>();
  const mine: Leases = {
    ...claims,
    take: async names => {
      const taken = await claims.take(names);
      for (const name of taken) own.add(name);
      return taken;
    },
  };
  // Who finds nothing is told so at once.
  let age = 0;
  const clock = { now: () => (isYoung ? now : now + (age += 1_000)), sleep: () => Promise.resolve() };
  const inbox = openStoredInbox({ query, leases: mine, clock, log: silent });
  return {
    ...inbox,
    take: async (most = 50) => {
      const stop = new AbortController();
      // One look.
      const signal = { ...stop.signal, get aborted() { return looks++ > 0; } } as AbortSignal; // prettier-ignore
      let looks = 0;
      const mails = await inbox.mailbox.next(most, signal);
      keys.set(inbox, new Map(mails.map(({ key, raw }) => [subjectOf(raw), key])));
      return mails.map(({ raw }) => subjectOf(raw));
    },
    die: () => claims.drop([...own]),
  };
}

const keys = new Map<StoredInbox, ReadonlyMap<string, string>>();
const subjectOf = (raw: Uint8Array): string => /^Subject: (.*)\r/.exec(Buffer.from(raw).toString('latin1'))?.[1] ?? '';

type Worker = ReturnType<typeof worker>;

const done = async (who: Worker, ...ids: readonly string[]): Promise<void> => {
  const known = [...keys.values()].flatMap(each => [...each]);
  await who.mailbox.dispose(ids.map(id => known.find(([subject]) => subject === id)?.[1] ?? ''), 'processed'); // prettier-ignore
};

describe('the queue of mails', () => {
  it('gives out what has nothing in common with an earlier mail, byte for byte, and nothing twice', async () => {
    const [one, two] = [worker(), worker()];
    await queue.put([mail('a1', 'alice', 'board 1'), mail('b1', 'bob', 'board 1'), mail('c1', 'carol'), mail('a2', 'alice')]); // prettier-ignore
    expect((await queue.count()).waiting).toBe(4);
    expect(await one.take()).toEqual(['a1', 'c1']);
    expect(await two.take()).toEqual([]);
    await done(one, 'a1');
    expect(await two.take()).toEqual(['b1', 'a2']);
  });

  it('lets many take side by side: what one has in hand is in nobody’s way', async () => {
    await queue.put(Array.from({ length: 30 }, (_, i) => mail(`m${i}`, `sender ${i}`)));
    const hands = [];
    for (let i = 0; i < 4; i++) hands.push(await worker().take());
    expect(hands.map(hand => hand.length)).toEqual([8, 8, 8, 6]);
    expect(new Set(hands.flat()).size).toBe(30);
  });

  it('takes the same mail once, read again or not', async () => {
    const one = worker();
    await queue.put([mail('a1', 'alice')]);
    await queue.put([mail('a1', 'alice'), mail('a2', 'alice')]);
    expect(await one.take()).toEqual(['a1']);
    await done(one, 'a1');
    expect(await one.take()).toEqual(['a2']);
  });

  it('puts mails that are large together piece by piece, in their order', async () => {
    const sizes: number[] = [];
    const watched: typeof database.query = (sql, values) => {
      sizes.push(JSON.stringify(values).length);
      return database.query(sql, values);
    };
    const large = (id: string): QueuedMail => {
      const given = mail(id, 'alice');
      return { ...given, mail: { ...given.mail, raw: Buffer.concat([given.mail.raw, Buffer.alloc(100_000, 'x')]) } };
    };
    const ids = Array.from({ length: 12 }, (_, i) => `a${String(i)}`);
    await createMailQueue(database.query, watched, { now: () => now }).put([mail('b', 'alice'), ...ids.map(large)]);
    expect(sizes.length).toBe(6);
    const one = worker();
    for (const id of ['b', ...ids]) {
      expect(await one.take()).toEqual([id]);
      await done(one, id);
    }
  });

  it('drops a mail with the commit of its effects', async () => {
    const one = worker();
    await queue.put([mail('a1', 'alice'), mail('a2', 'alice')]);
    await one.take();
    expect(await commit(store, change('mail:a1', [['counter/nex', { next: 7 }]]))).toBe('committed');
    expect((await queue.count()).waiting).toBe(1);
    expect(await worker().take()).toEqual(['a2']);
  });

  it('gives back what had to wait, to anybody, and holds it against nobody', async () => {
    const [one, two] = [worker(), worker()];
    await queue.put([mail('a1', 'alice')]);
    for (let i = 0; i < 5; i++) {
      expect(await one.take()).toEqual(['a1']);
      expect(one.inFlight.checkPoison('a1')).toBe('none');
    }
    await one.mailbox.close();
    expect(await two.take()).toEqual(['a1']);
    expect(two.inFlight.checkPoison('a1')).toBe('none');
  });

  it('takes by itself what a process died with, and calls deadly what three have died with', async () => {
    await queue.put([mail('a1', 'alice'), mail('b1', 'bob')]);
    const first = worker();
    expect(await first.take()).toEqual(['a1', 'b1']);
    await first.die();
    const suspicions = [];
    for (let deaths = 1; deaths <= 3; deaths++) {
      const next = worker();
      expect(await next.take()).toEqual(['a1']);
      suspicions.push(next.inFlight.checkPoison('a1'));
      if (deaths < 3) await next.die();
      else await next.mailbox.dispose([...(keys.get([...keys.keys()].at(-1)!) ?? new Map()).values()], 'quarantined');
    }
    expect(suspicions).toEqual(['suspect', 'suspect', 'deadly']);
    const last = worker();
    expect(await last.take()).toEqual(['b1']);
    expect(last.inFlight.checkPoison('b1')).toBe('suspect');
    await done(last, 'b1');
    // It is kept for the operator, and in nobody's way.
    expect((await queue.count()).waiting).toBe(0);
    await queue.put([mail('a2', 'alice')]);
    expect(await last.take()).toEqual(['a2']);
  });

  it('leaves what a process died with until it has settled: who is killed for being started convicts no mail', async () => {
    await queue.put([mail('a1', 'alice'), mail('b1', 'bob')]);
    const first = worker();
    await first.take(1);
    await first.die();
    for (let deaths = 0; deaths < 5; deaths++) {
      const young = worker({ isYoung: true });
      expect(await young.take()).toEqual(['b1']);
      await young.mailbox.close();
      await young.die();
    }
    const last = worker();
    expect(await last.take()).toEqual(['a1']);
    expect(last.inFlight.checkPoison('a1')).toBe('suspect');
  });

  it('keeps nothing it could not take, say on a full disk', async () => {
    await queue.put([mail('a1', 'alice')]);
    const query: typeof database.query = (sql, values) =>
      sql.startsWith('update') ? Promise.reject(new Error('no space left on device')) : database.query(sql, values);
    expect(await worker({ query }).take()).toEqual([]);
    expect(await worker().take()).toEqual(['a1']);
  });

  it('knows up to when every mail is decided: what waits may have come at any time since the mailbox was empty', async () => {
    expect(await queue.emptyAt()).toBe(-Infinity);
    await queue.put([mail('a0', 'alice')]);
    await queue.note(500);
    // Nobody knows when it came.
    expect(await queue.emptyAt()).toBe(-Infinity);
    await done(await taken(), 'a0');
    expect(await queue.emptyAt()).toBe(500);
    await queue.put([mail('a1', 'alice')]);
    await queue.note(900);
    expect(await queue.emptyAt()).toBe(500);
    // A reader that knows less takes nothing back.
    await queue.note(-Infinity);
    await done(await taken(), 'a1');
    expect(await queue.emptyAt()).toBe(900);
  });

  const taken = async (): Promise<Worker> => {
    const one = worker();
    await one.take();
    return one;
  };

  it('shows the operator what is put aside, and takes it back into the queue or drops it', async () => {
    const quarantine = createStoredQuarantine(
      database,
      {
        toQueued: each => ({ ...mail('a1', 'alice'), mail: each }),
        readHeader: head => ({ from: '', subject: Buffer.from(head).toString('latin1').slice(0, 11) }),
      },
      { now: () => now },
    );
    await queue.put([mail('a1', 'alice'), mail('a2', 'alice'), mail('b1', 'bob')]);
    const one = worker();
    expect(await one.take()).toEqual(['a1', 'b1']);
    await one.mailbox.dispose([...[...keys.values()].flatMap(each => [...each.values()])], 'quarantined');
    const held = await quarantine.list(10);
    expect(held.map(({ state, subject }) => `${state} ${subject}`)).toEqual([
      ...['quarantined Subject: a1', 'undecided Subject: a2', 'quarantined Subject: b1'],
    ]);
    const [a1, a2, b1] = held;
    expect(Buffer.from((await quarantine.read(a1!.id))!)).toEqual(mail('a1').mail.raw);
    // What a worker may have is not touched.
    expect([await quarantine.retry(a2!.id), await quarantine.drop(a2!.id)]).toEqual([false, false]);
    expect(await quarantine.drop(b1!.id)).toBe(true);
    expect(await quarantine.retry(a1!.id)).toBe(true);
    for (const id of [a1!.id, 'q1x1', 'q', "q1'", '']) expect([await quarantine.read(id), await quarantine.retry(id)]).toEqual([null, false]); // prettier-ignore
    // It waits behind the mail of the same sender that came meanwhile.
    expect(await worker().take()).toEqual(['a2']);
    expect((await quarantine.list(10)).map(({ state }) => state)).toEqual(['undecided', 'undecided']);
  });

  it('counts what waits and what is put aside, and knows how long the first mail has waited', async () => {
    expect(await queue.count()).toEqual({ waiting: 0, aside: 0, oldestMs: null });
    await queue.put([mail('a1', 'alice')]);
    now += 5_000;
    await queue.put([mail('b1', 'bob')]);
    now += 2_000;
    expect(await queue.count()).toEqual({ waiting: 2, aside: 0, oldestMs: 7_000 });
    await done(await taken(), 'a1');
    expect(await queue.count()).toEqual({ waiting: 1, aside: 0, oldestMs: 2_000 });
  });

  it('finds what is free among a thousand mails of one sender', async () => {
    await queue.put([...Array.from({ length: 1_000 }, (_, i) => mail(`m${i}`, 'mallory')), mail('a1', 'alice')]);
    await exec('analyze');
    expect(await worker().take()).toEqual(['m0', 'a1']);
  });
});
