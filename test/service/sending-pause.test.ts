// A sending limit pauses the whole outbox, loses no mail and marks no player. Simulated time.
import { describe, expect, it } from 'vitest';
import { createRandom as seeded } from '#games/kit/random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import { sendingPauseOf } from '#service/sending-pause.ts';
import type { Outgoing, SendResult } from '#service/ports.ts';
import { ALICE, BOB, played } from '../core/clocks/board.ts';
import { outgoing } from '../conformance/store.ts';
import { lab } from './lab.ts';
import { aborted, deliverAll, desk, type Desk, LATER, NEVER, NOW, sends, SENT, turns, waiting } from './outbox-desk.ts';

const LIMIT: SendResult = { kind: 'limited', why: '550 5.4.5 Daily user sending limit exceeded' };
const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'];
const ALL = NAMES.map(name => outgoing(name, `${name}@example.test`));

/** A server that takes mail only while `isOpen`, one at a time. */
function limitedDesk(isRefused: (mail: Outgoing) => boolean = () => false) {
  const server = { isOpen: false };
  const at = desk(mail => (server.isOpen && !isRefused(mail) ? SENT : LIMIT), undefined, undefined, 1);
  return { ...at, server };
}

describe('a sending limit', () => {
  it('is met with one mail, and no other is tried until the pause ends', async () => {
    const at = limitedDesk();
    await at.put(...ALL);
    await deliverAll(at);
    at.clock.now += 5 * MINUTE_MS - 1;
    await deliverAll(at);
    expect(at.story).toEqual(['send alice', 'sending-paused']);
    expect(await waiting(at.store)).toEqual(NAMES);
  });

  it('is probed with one mail, of another reader first, and the others follow once that is taken', async () => {
    const at = limitedDesk();
    await at.put(...ALL);
    await deliverAll(at);
    at.clock.now += 5 * MINUTE_MS;
    await deliverAll(at);
    expect(sends(at)).toEqual(['alice', 'bob']);
    at.server.isOpen = true;
    at.clock.now += 10 * MINUTE_MS;
    await deliverAll(at);
    expect(at.story.filter(event => !event.startsWith('send '))).toEqual([
      'sending-paused',
      'sending-still-paused',
      'sending-resumed',
    ]);
    expect(sends(at).slice(2).toSorted()).toEqual(NAMES);
    expect(sends(at)[2]).toBe('carol');
    expect(await waiting(at.store)).toEqual([]);
  });

  it('that lasts for weeks loses nothing, counts no try, marks nobody, and is said once', async () => {
    const at = limitedDesk();
    await at.put(...ALL);
    await deliverAll(at);
    const pauses: number[] = [];
    for (let before = at.clock.now; at.clock.now < NOW + 40 * DAY_MS; at.clock.now += MINUTE_MS) {
      const count = sends(at).length;
      await at.outbox.deliver();
      if (sends(at).length === count) continue;
      pauses.push((at.clock.now - before) / MINUTE_MS);
      before = at.clock.now;
    }
    expect(pauses.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 240, 240]);
    expect(at.story.filter(event => event === 'sending-paused')).toHaveLength(1);
    expect(at.story.filter(event => /returned|given-up|delayed/.test(event))).toEqual([]);
    expect((await at.store.dueMail(at.clock.now, 100)).map(({ tries }) => tries)).toEqual(NAMES.map(() => 0));
    at.server.isOpen = true;
    at.clock.now += 4 * HOUR_MS;
    await deliverAll(at);
    expect(await waiting(at.store)).toEqual([]);
  });

  it('begins with a short pause again after a mail was taken', async () => {
    const at = limitedDesk();
    await at.put(...ALL.slice(0, 2));
    await deliverAll(at);
    for (const minutes of [5, 10, 20]) {
      at.clock.now += minutes * MINUTE_MS;
      at.server.isOpen = minutes === 20;
      await deliverAll(at);
    }
    at.server.isOpen = false;
    await at.put(...ALL.slice(2));
    await deliverAll(at);
    const before = sends(at).length;
    at.clock.now += 5 * MINUTE_MS;
    await deliverAll(at);
    expect(sends(at)).toHaveLength(before + 1);
    expect(at.story.filter(event => event === 'sending-paused')).toHaveLength(2);
  });

  it('stops mails that wait for a connection, and is said once where several meet it at once', async () => {
    const answers: ((result: SendResult) => void)[] = [];
    const at = desk(() => new Promise(resolve => answers.push(resolve)), undefined, undefined, 2);
    await at.put(...ALL);
    const delivering = at.outbox.deliver();
    await turns();
    for (const answer of answers.splice(0)) answer(LIMIT);
    expect(await delivering).toBe(0);
    expect(at.story).toEqual(['send alice', 'send bob', 'sending-paused']);
  });

  it('is not over because a mail was taken that had begun before', async () => {
    const answers = new Map<string, (result: SendResult) => void>();
    const at = desk(mail => new Promise(resolve => answers.set(mail.id, resolve)));
    await at.put(...ALL.slice(0, 2));
    const delivering = at.outbox.deliver();
    await turns();
    answers.get('alice')!(LIMIT);
    await turns();
    answers.get('bob')!(SENT);
    await delivering;
    await at.put(ALL[2]!);
    expect(await at.outbox.deliver()).toBe(0);
    expect(sends(at)).toEqual(['alice', 'bob']);
  });

  it.each([
    ['a dead address', NEVER],
    ['a temporary fault', LATER],
  ])('is probed with the next mail where the probe meets %s', async (_, answer) => {
    const queue: SendResult[] = [LIMIT, answer, SENT];
    const at = desk(() => queue.shift() ?? SENT, undefined, undefined, 1);
    await at.put(...ALL.slice(0, 4));
    await at.outbox.deliver();
    at.clock.now += 5 * MINUTE_MS;
    await at.outbox.deliver();
    expect(sends(at)).toEqual(['alice', 'bob']);
    expect(at.story).not.toContain('sending-resumed');
    await at.outbox.deliver();
    expect(sends(at)).toEqual(['alice', 'bob', 'carol']);
    expect(at.story).toContain('sending-resumed');
  });

  it('that is met by one reader alone holds up the others once', async () => {
    const at = limitedDesk(mail => mail.to[0] === 'alice@example.test');
    at.server.isOpen = true;
    await at.put(...ALL);
    const end = NOW + 31 * DAY_MS;
    let givenUpAt = Infinity;
    for (let n = 0; at.clock.now < end; n++, at.clock.now += 20 * MINUTE_MS) {
      if (n % 6 === 1) await at.put(outgoing(`b${n}`, 'bob@example.test'));
      await deliverAll(at);
      if (at.story.includes('mail-given-up')) givenUpAt = Math.min(givenUpAt, at.clock.now);
      if (n > 0) expect((await waiting(at.store)).filter(id => id !== 'alice')).toEqual([]);
    }
    expect(at.story.filter(event => event === 'sending-paused')).toHaveLength(1);
    expect(at.story).toContain('mail-given-up');
    expect(await waiting(at.store)).toEqual([]);
    expect(givenUpAt - NOW).toBeGreaterThan(30 * DAY_MS);
  });

  it('is probed first with mail to readers whose mail was taken before, of other domains', async () => {
    const at = limitedDesk(mail => mail.to[0]!.endsWith('@evil.test'));
    at.server.isOpen = true;
    await at.put(outgoing('early', 'zoe@example.test'));
    await deliverAll(at);
    at.server.isOpen = false;
    const strangers = ['v', 'w'].map(name => outgoing(name, `${name}@evil.test`));
    await at.put(...strangers, ...ALL, outgoing('x', 'x@other.test'), outgoing('late', 'zoe@example.test'));
    await deliverAll(at);
    for (const minutes of [5, 10, 20]) {
      at.clock.now += minutes * MINUTE_MS;
      await at.outbox.deliver();
    }
    expect(sends(at)).toEqual(['early', 'v', 'late', 'x', 'w']);
  });

  it('is tried at once with two readers of other domains whose mail was taken before, and not with a third', async () => {
    const at = limitedDesk();
    at.server.isOpen = true;
    const to = (id: string, name: string): Outgoing => outgoing(`${id}${name}`, `${name}@${name}.test`);
    await at.put(...['a', 'b', 'c', 'd'].map(name => to('early-', name)));
    await deliverAll(at);
    at.server.isOpen = false;
    await at.put(...['a', 'b', 'c', 'd'].map(name => to('', name)));
    for (let n = 0; n < 9; n++) await deliverAll(at);
    expect(sends(at).slice(4)).toEqual(['a', 'b', 'c']);
    at.clock.now += 5 * MINUTE_MS;
    at.server.isOpen = true;
    await deliverAll(at);
    expect(sends(at).slice(7)).toEqual(['d', 'a', 'b', 'c']);
    expect(at.story.filter(event => /paused|resumed/.test(event))).toEqual(['sending-paused', 'sending-resumed']);
  });

  it('is probed with readers of other domains first, and each refusal doubles the pause', async () => {
    const at = limitedDesk();
    await at.put(...['a', 'b', 'c', 'd', 'e'].map(name => outgoing(name, `${name}@${name}.test`)));
    await deliverAll(at);
    const pauses: number[] = [];
    for (let before = at.clock.now; pauses.length < 5; at.clock.now += MINUTE_MS) {
      const count = sends(at).length;
      await at.outbox.deliver();
      if (sends(at).length === count) continue;
      pauses.push((at.clock.now - before) / MINUTE_MS);
      before = at.clock.now;
    }
    expect(sends(at)).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
    expect(pauses).toEqual([5, 10, 20, 40, 80]);
  });

  it('that the readers of one domain meet, while others have mail, holds those up once', async () => {
    const at = limitedDesk(mail => mail.to[0]!.endsWith('@evil.test'));
    at.server.isOpen = true;
    for (let n = 0; n < 10; n++) {
      await at.put(outgoing(`v${n}`, `v${n}@evil.test`), outgoing(`b${n}`, 'bob@example.test'));
      await deliverAll(at);
      at.clock.now += 5 * MINUTE_MS;
      await deliverAll(at);
      expect((await waiting(at.store)).filter(id => id.startsWith('b'))).toEqual([]);
    }
    expect(at.story.filter(event => event === 'sending-paused')).toHaveLength(1);
  });

  it('lets the outbox sleep until the pause ends, whatever calls come', async () => {
    const stop = new AbortController();
    const naps: number[] = [];
    const at = desk(
      () => LIMIT,
      async (ms, signal) => {
        if (ms <= 60_000) naps.push(ms);
        await aborted(signal);
      },
      undefined,
      1,
    );
    await at.put(...ALL);
    const running = at.outbox.run(stop.signal);
    await turns();
    for (let n = 0; n < 5; n++) {
      at.outbox.wake();
      at.outbox.hint();
      await turns();
    }
    expect(sends(at)).toEqual(['alice']);
    expect(naps.slice(-5)).toEqual([60_000, 60_000, 60_000, 60_000, 60_000]);
    stop.abort();
    await running;
  });

  it('never waits longer than four hours', () => {
    expect(sendingPauseOf(0)).toBe(5 * MINUTE_MS);
    expect(sendingPauseOf(1_000)).toBe(4 * HOUR_MS);
  });
});

describe('a refusal that may be the policy of a domain', () => {
  const POLICY: SendResult = { kind: 'limited', why: '550 5.7.1 Access denied', isDoubtful: true };

  it('stops others once and for five minutes while one domain refuses, and its mails are kept for 30 days', async () => {
    const at = desk(mail => (mail.to[0]!.endsWith('.evil.test') ? POLICY : SENT), undefined, undefined, 1);
    await at.put(...Array.from({ length: 10 }, (_, n) => outgoing(`v${n}`, `v${n}@s${n}.evil.test`)), ...ALL);
    await deliverAll(at);
    at.clock.now += 5 * MINUTE_MS;
    await deliverAll(at);
    expect((await waiting(at.store)).filter(id => !id.startsWith('v'))).toEqual([]);
    for (const end = NOW + 30 * DAY_MS; at.clock.now < end; at.clock.now += HOUR_MS) await deliverAll(at);
    expect(at.story.filter(event => /paused|given-up/.test(event))).toEqual(['sending-paused']);
    expect(await waiting(at.store)).toHaveLength(10);
    for (const end = NOW + 31 * DAY_MS; at.clock.now < end; at.clock.now += HOUR_MS) await deliverAll(at);
    expect(await waiting(at.store)).toEqual([]);
  });

  it('pauses sending where three readers are refused one after the other', async () => {
    const at = desk(() => POLICY, undefined, undefined, 1);
    await at.put(...['a', 'b', 'c', 'd'].map(name => outgoing(name, `${name}@${name}.test`)));
    await deliverAll(at);
    expect(at.story).toEqual(['send a', 'mail-delayed', 'send b', 'mail-delayed', 'send c', 'sending-paused']);
  });

  it('pauses nothing where the server took a mail between the readers whom it refuses', async () => {
    const at = desk(mail => (mail.id === 'b' ? SENT : POLICY), undefined, undefined, 1);
    await at.put(...['a', 'b', 'c', 'd'].map(name => outgoing(name, `${name}@${name}.test`)));
    await deliverAll(at);
    expect(at.story.filter(event => event !== 'mail-delayed')).toEqual(['send a', 'send b', 'send c', 'send d']);
  });
});

describe('refusals for good, whatever their words are', () => {
  const GONE = (mail: Outgoing): SendResult => ({
    kind: 'rejected',
    why: '550 Account suspended',
    undeliverable: mail.to,
  });
  const hour = async (at: Pick<Desk, 'outbox' | 'clock'>, hours: number): Promise<void> => {
    for (const end = at.clock.now + hours * HOUR_MS; at.clock.now < end; at.clock.now += MINUTE_MS)
      await deliverAll(at);
  };

  it.each(['one domain', 'several domains'])('pause sending where three readers of %s meet them', async where => {
    const server = { isOpen: true };
    const at = desk(mail => (server.isOpen ? SENT : GONE(mail)), undefined, undefined, 1);
    const to = (name: string): string => `${name}@${where === 'one domain' ? 'example' : name}.test`;
    await at.put(...NAMES.map(name => outgoing(`before-${name}`, to(name))));
    await deliverAll(at);
    server.isOpen = false;
    await at.put(...NAMES.map(name => outgoing(name, to(name))));
    await hour(at, 1);
    expect(at.story.filter(event => event === 'sending-paused')).toHaveLength(1);
    await hour(at, 20 * 24);
    expect(at.story.filter(event => /returned|given-up/.test(event))).toEqual([]);
    server.isOpen = true;
    await hour(at, 5);
    expect(await waiting(at.store)).toEqual([]);
  });

  it('lose no mail where only two readers have mail', async () => {
    const at = desk(GONE, undefined, undefined, 1);
    await at.put(...ALL.slice(0, 2));
    await hour(at, 20 * 24);
    expect(at.story.filter(event => /returned|given-up/.test(event))).toEqual([]);
  });

  it('stop nobody whose mail was taken before, where only strangers meet them', async () => {
    const at = desk(mail => (mail.to[0]!.startsWith('x') ? GONE(mail) : SENT), undefined, undefined, 1);
    await at.put(...ALL);
    await deliverAll(at);
    for (let n = 0; n < 12; n++) {
      await at.put(outgoing(`x${n}`, `x@x${n}.test`));
      await deliverAll(at);
    }
    expect(at.story.at(-1)).toBe('sending-paused');
    await at.put(outgoing('next', 'bob@example.test'));
    await deliverAll(at);
    expect(at.story).toContain('sending-resumed');
    expect(await waiting(at.store)).not.toContain('next');
  });
});

describe('a limit that comes again', () => {
  const isGmail = ({ to }: Outgoing): boolean => to[0]!.endsWith('@gmail.com');

  it('pauses sending where three readers of a domain meet it that was refused before, and loses no mail', async () => {
    const server = { isOpen: true };
    const at = desk(mail => (server.isOpen || !isGmail(mail) ? SENT : LIMIT), undefined, undefined, 1);
    server.isOpen = false;
    await at.put(outgoing('g0', 'g0@gmail.com'), outgoing('y0', 'y@yahoo.com'));
    await deliverAll(at);
    at.clock.now += 5 * MINUTE_MS;
    await deliverAll(at);
    expect(at.story.filter(event => event === 'sending-paused')).toHaveLength(1);
    await at.put(...Array.from({ length: 9 }, (_, n) => outgoing(`g${n + 1}`, `g${n + 1}@gmail.com`)));
    await deliverAll(at);
    expect(at.story.filter(event => event === 'sending-paused')).toHaveLength(2);
    for (let hours = 0; hours < 7 * 24; hours++) {
      if (hours % 10 === 0) await at.put(outgoing(`y${hours}x`, 'y@yahoo.com'));
      await deliverAll(at);
      at.clock.now += HOUR_MS;
    }
    expect(at.story).not.toContain('mail-given-up');
    expect((await waiting(at.store)).filter(id => id.startsWith('g'))).toHaveLength(10);
  });

  it('of a hundred readers, most of whose mails are refused, loses none and counts none as told', async () => {
    const random = seeded(3);
    let tokens = 0;
    const told: string[] = [];
    const taken = new Set<string>();
    const at = desk(
      mail => {
        if (tokens < 1) return LIMIT;
        tokens -= 1;
        taken.add(mail.id);
        return SENT;
      },
      undefined,
      undefined,
      5,
      { accepted: mail => told.push(mail.id) },
    );
    const count = 600;
    for (let minute = 0; minute < 3 * count; minute++) {
      tokens = Math.min(20, tokens + (minute < 60 ? 1 : 0.05));
      if (minute < count) await at.put(outgoing(`m${minute}`, `p${random.below(100)}@d${random.below(4)}.test`));
      await deliverAll(at);
      at.clock.now += 5 * MINUTE_MS;
    }
    expect(told.filter(id => !taken.has(id))).toEqual([]);
    expect(at.story).not.toContain('mail-given-up');
  });
});

it('ten recipients whom the server refuses by a policy do not stop mail to others for a day', async () => {
  const sent: Outgoing[] = [];
  const send = (each: Outgoing): Promise<SendResult> => {
    sent.push(each);
    const isHostile = each.to[0]!.endsWith('@evil.test');
    return Promise.resolve(isHostile ? { kind: 'limited', why: '554 5.7.1 Access denied' } : SENT);
  };
  const service = await played('', lab({ sender: { connections: 1, send, close: () => Promise.resolve() } }));
  for (let n = 0; n < 10; n++) await service.write(`v${n}@evil.test`, 'help');
  const before = sent.length;
  await service.write(ALICE, 'nex move 101 a1,a2');
  await service.live(HOUR_MS);
  expect(sent.slice(before).some(({ to }) => to[0] === BOB)).toBe(true);
});
