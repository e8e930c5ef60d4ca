// Limits over time: so many uses within a window that moves along, one mailbox however it is written, nothing kept for ever.
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { canonicaliseAddress } from '#core/mail/canonical-address.ts';
import { hasRoom, quotaEndOf, refund, removeUses, setIdle, setQuota, spend } from '#core/players/quota.ts';
import { must } from '#games/kit/assert.ts';
import { DEFINITIONS } from '#core/features.ts';
import { createState } from '#core/kernel/state.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { type Received, lab } from '#test/service/lab.ts';

const rule = (
  maxUses: number,
  spanMs: number,
  purpose = 'x',
): { purpose: string; spanMs: number; maxUses: number } => ({
  purpose,
  spanMs,
  maxUses,
});
const empty = createState(
  { games: [], robots: [], ...DEFINITIONS },
  new Map([['quota/a@x.test', null]]),
  () => undefined,
);
const charge = (most: number, spanMs: number, purpose?: string): Parameters<typeof spend>[1] => ({
  id: 'a@x.test',
  rule: rule(most, spanMs, purpose),
});

describe('a quota', () => {
  it('never lets more than its number through in any window, and refuses nothing it need not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 }),
        (most, span, gaps) => {
          let now = 1_000;
          let held = empty;
          const taken: number[] = [];
          for (const gap of gaps) {
            now += gap;
            const inWindow = taken.filter(at => at > now - span).length;
            for (const times of [1, 2, most])
              expect(hasRoom(held, [charge(most, span)], now, times)).toBe(inWindow + times <= most);
            if (inWindow >= most) continue;
            held = spend(held, charge(most, span), now);
            taken.push(now);
            // What is given back was never used.
            expect(hasRoom(refund(held, charge(most, span), now), [charge(most, span)], now)).toBe(true);
          }
        },
      ),
    );
  });

  it('that many share leaves a place for whoever uses it little', () => {
    const of = (holder: string): Parameters<typeof spend>[1] => ({ ...charge(10, 100), holder });
    let held = empty;
    const use = (holder: string, at: number): boolean => {
      if (!hasRoom(held, [of(holder)], at)) return false;
      held = spend(held, of(holder), at);
      return true;
    };
    for (let n = 0; n < 20; n++) expect(use('flood', 10 + n)).toBe(n < 10);
    // Each new one takes the place of the oldest of the flood, until all have about as many.
    const others = Array.from({ length: 12 }, (_, n) => use(`other ${n}`, 40));
    expect(others).toEqual(Array.from({ length: 12 }, (_, n) => n < 9));
    expect(use('flood', 50)).toBe(false);
    expect(use('other 1', 50)).toBe(false);
    expect(use('late', 130)).toBe(true);
  });

  it('gives back a use of its own instant, and none in its place', () => {
    const week = charge(1, 7);
    const held = spend(spend(empty, week, 1), week, 8);
    expect(hasRoom(refund(held, week, 1), [week], 9)).toBe(false);
    expect(hasRoom(refund(held, week, 8), [week], 9)).toBe(true);
  });

  it('in which nothing is left is no document', () => {
    const idle = { mails: 1, words: 'w', muted: 0, until: 50_000 };
    const held = setQuota(empty, 'a@x.test', setIdle(null, { proved: idle }));
    const none = setQuota(held, 'a@x.test', setIdle(held.get('quota/a@x.test'), { proved: null }));
    expect(none.changes).toEqual(new Map([['quota/a@x.test', null]]));
    const used = spend(empty, charge(1, 10), 1).get('quota/a@x.test');
    expect(removeUses(must(used, 'it was used'), charge(1, 10).rule)).toBeNull();
  });

  it('forgets purposes that are over, and says when nothing of it counts any more', () => {
    let held = empty;
    for (let board = 0; board < 1_000; board++) held = spend(held, charge(5, 10, `chat ${board}`), board * 20);
    const quota = held.get('quota/a@x.test');
    expect(Object.keys(quota?.uses ?? {})).toEqual(['chat 999']);
    expect(quota === null ? 0 : quotaEndOf(quota)).toBe(999 * 20 + 10);
    const idle = { mails: 1, words: 'w', muted: 0, until: 50_000 };
    expect(quotaEndOf(setIdle(quota, { proved: idle }))).toBe(50_000);
    expect(quotaEndOf(setIdle(null, {}))).toBe(0);
  });
});

describe('one mailbox', () => {
  it.each([
    ['Alice@Example.TEST', 'alice@example.test'],
    ['victim+t1@x.test', 'victim@x.test'],
    ['victim+a+b@x.test.', 'victim@x.test'],
    ['v.i.c.tim+9@gmail.com', 'victim@gmail.com'],
    ['v.ictim@GoogleMail.com', 'victim@gmail.com'],
    ['v.ictim@x.test', 'v.ictim@x.test'],
    ['v.i-c_tim@pm.me', 'victim@proton.me'],
    ['+tag@x.test', '+tag@x.test'],
    ['"odd@name"@x.test', 'odd@name@x.test'],
    ['"victim"@x.test', 'victim@x.test'],
    ['"v\\ictim+1"@x.test', 'victim@x.test'],
    ['nobody', '@nobody'],
    ['x@constructor', 'x@constructor'],
  ])('%s is counted as %s', (typed, counted) => {
    expect(canonicaliseAddress(typed)).toBe(counted);
  });

  it('is the same one again, however often it is looked at', () => {
    fc.assert(
      fc.property(fc.emailAddress(), address => {
        expect(canonicaliseAddress(canonicaliseAddress(address))).toBe(canonicaliseAddress(address));
      }),
    );
  });
});

it('an invitation that is accepted late gives back nothing of a newer one', async () => {
  const service = lab();
  const invite = async (name: string): Promise<Received | undefined> => {
    const subject = `nex challenge -size=5 ${name} xavier@else.test`;
    const sent = await service.write(name, subject);
    return sent.find(({ to }) => to.includes('xavier@else.test'));
  };
  for (const name of ['alice', 'bob', 'carol']) await service.write(name, `signup ${name}`);
  const first = await invite('alice');
  service.pass(8 * DAY_MS);
  expect([await invite('bob'), await invite('carol')]).toEqual([expect.anything(), undefined]);
  await service.deliver({
    from: 'xavier@else.test',
    subject: 'Re: x',
    body: 'accept',
    replyTo: must(first, 'alice may invite'),
  });
  expect(await invite('carol')).toBeUndefined();
});
