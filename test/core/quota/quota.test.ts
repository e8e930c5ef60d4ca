// Limits over time: so many uses within a window that moves along, one mailbox however it is written, nothing kept for ever.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress } from '#core/accounts/canonical-address.ts';
import { hasRoom, quotaEnds, refund, spend, withIdle } from '#core/quota/quota.ts';
import { stateOver } from '#core/state/state.ts';

const rule = (most: number, spanMs: number, purpose = 'x'): { purpose: string; spanMs: number; most: number } => ({
  purpose,
  spanMs,
  most,
});
const empty = stateOver({ games: [], robots: [] }, new Map([['quota/a@x.test', null]]), () => undefined);
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
            expect(hasRoom(refund(held, charge(most, span)), [charge(most, span)], now)).toBe(true);
          }
        },
      ),
    );
  });

  it('forgets purposes that are over, and says when nothing of it counts any more', () => {
    let held = empty;
    for (let board = 0; board < 1_000; board++) held = spend(held, charge(5, 10, `chat ${board}`), board * 20);
    const quota = held.document('quota', 'a@x.test');
    expect(Object.keys(quota?.uses ?? {})).toEqual(['chat 999']);
    expect(quota === null ? 0 : quotaEnds(quota)).toBe(999 * 20 + 10);
    const idle = { mails: 1, words: 'w', muted: 0, until: 50_000 };
    expect(quotaEnds(withIdle(quota, { proved: idle }))).toBe(50_000);
    expect(quotaEnds(withIdle(null, {}))).toBe(0);
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
    expect(canonicalAddress(typed)).toBe(counted);
  });

  it('is the same one again, however often it is looked at', () => {
    fc.assert(
      fc.property(fc.emailAddress(), address => {
        expect(canonicalAddress(canonicalAddress(address))).toBe(canonicalAddress(address));
      }),
    );
  });
});
