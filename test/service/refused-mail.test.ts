// Mails that the SMTP server refuses: none holds up others for long, and none is judged without a proof. Simulated time.
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import type { Outgoing, SendResult } from '#service/ports.ts';
import { outgoing } from '../conformance/store.ts';
import { deliverAll, desk, type Desk, NEVER, NOW, sends, SENT, waiting } from './outbox-desk.ts';

const LIMIT: SendResult = { kind: 'limited', why: '550 5.4.5 Daily user sending limit exceeded' };
const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'];
const ALL = NAMES.map(name => outgoing(name, `${name}@example.test`));

describe('refusals that go on when the limit is over', () => {
  const DAY = 24 * 12;
  const live = async (at: Pick<Desk, 'outbox' | 'clock'>, times: number): Promise<void> => {
    for (let n = 0; n < times; n++, at.clock.now += 5 * MINUTE_MS) await deliverAll(at);
  };

  it.each<[string, SendResult]>([
    ['for good', { kind: 'rejected', why: '550 5.1.1 no such user', undeliverable: ['alice@example.test'] }],
    ['by a policy', { kind: 'limited', why: '550 5.7.1 policy', isDoubtful: true }],
  ])('%s hold up one reader alone: another one is tried at each probe', async (_, answer) => {
    const server = { isOpen: false };
    const isAlice = ({ to }: Outgoing): boolean => to[0] === 'alice@example.test';
    const at = desk(mail => (!server.isOpen ? LIMIT : isAlice(mail) ? answer : SENT), undefined, undefined, 1);
    await at.put(...ALL);
    await live(at, DAY / 3);
    server.isOpen = true;
    await live(at, DAY);
    expect(at.story).toContain('sending-resumed');
    expect(['', 'alice']).toContain((await waiting(at.store)).join());
  });

  it('of strangers begin no pause, make none longer, and prove nothing', async () => {
    const at = desk(mail => (/^stranger|^alice/.test(mail.to[0]!) ? NEVER : SENT), undefined, undefined, 1);
    await at.put(...Array.from({ length: 60 }, (_, n) => outgoing(`s${n}`, `stranger@x${n}.test`)), ...ALL);
    await deliverAll(at);
    expect(at.story).not.toContain('sending-paused');
    expect(sends(at)).toEqual(expect.arrayContaining(NAMES));
  });
});

describe('a refusal of a whole mail', () => {
  const SPAM: SendResult = { kind: 'limited', why: '554 5.7.1 spam', isDoubtful: true, isAboutWholeMail: true };
  const answer = ({ id }: Outgoing): SendResult => (id.startsWith('spam') ? SPAM : SENT);

  it('does not hold up the next one, and is final once that is taken', async () => {
    const told: string[] = [];
    const at = desk(answer, undefined, undefined, 1, {
      accepted: mail => told.push(mail.id),
    });
    await at.put(outgoing('spam', 'alice@example.test'), outgoing('board', 'alice@example.test'));
    await deliverAll(at);
    expect(at.story).toEqual(['send spam', 'mail-delayed', 'send board', 'mail-given-up']);
    expect(told).toEqual(['board', 'spam']);
    expect(await waiting(at.store)).toEqual([]);
  });

  it('leaves the mail waiting while no other one is taken', async () => {
    const at = desk(answer, undefined, undefined, 1);
    await at.put(outgoing('spam1', 'alice@example.test'), outgoing('spam2', 'alice@example.test'));
    await deliverAll(at);
    expect(await waiting(at.store)).toEqual(['spam1', 'spam2']);
  });
});

describe('the proof that a refusal is about its reader', () => {
  const GONE = (mail: Outgoing): SendResult => ({
    kind: 'rejected',
    why: '550 Account suspended',
    undeliverable: mail.to,
  });
  /** What was noted as returned where the server refuses mail to `refused` while it takes mail to `taken`. */
  async function returned(refused: readonly string[], taken: readonly string[]): Promise<readonly string[]> {
    const at = desk(mail => (refused.includes(mail.to[0]!) ? GONE(mail) : SENT), undefined, undefined, 1);
    for (let hours = 0; hours < 26; hours++, at.clock.now += HOUR_MS) {
      await at.put(...taken.map(to => outgoing(`${to}${hours}`, to)));
      if (hours === 0) await at.put(...refused.map(to => outgoing(to, to)));
      await deliverAll(at);
    }
    return at.story.filter(event => event.startsWith('returned')).map(event => event.split(' ')[1]!);
  }
  const players = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, n) => `player${n}@domain${n}.test`);

  it('is mail that others are sent and the server takes', async () => {
    expect(await returned(['dead@else.test'], ['alice@third.test'])).toEqual(['dead@else.test']);
  });

  it('is none where more players are refused than others are taken', async () => {
    expect(await returned(players(6), ['operator@club.test'])).toEqual([]);
  });

  it('is none where only mail within our own domain is taken', async () => {
    expect(await returned(players(2), ['operator@example.test'])).toEqual([]);
  });
});

it('a mail is kept 30 days since it was written, however often the service begins anew', async () => {
  const refuse = (): SendResult => ({ kind: 'limited', why: '550 5.7.1 policy', isDoubtful: true });
  const written = {
    ...outgoing('old', 'alice@example.test'),
    raw: Buffer.from('Date: Thu, 01 Jan 1970 00:00:10 +0000\r\n\r\n'),
  };
  let at = desk(refuse, undefined, undefined, 1);
  await at.put(written);
  for (let day = 0; day <= 31; day++) {
    const next = desk(refuse, undefined, () => at.store, 1);
    next.clock.now = NOW + day * DAY_MS;
    at = { ...next, store: at.store };
    await deliverAll(at);
    expect([day, await waiting(at.store)]).toEqual([day, day < 30 ? ['old'] : []]);
  }
});
