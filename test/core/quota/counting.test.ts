// How uses are counted and stored: which of them count now, which one makes room, and what is given back or dropped.
import { describe, expect, it } from 'vitest';
import { DEFINITIONS } from '#core/features.ts';
import { type State, createState } from '#core/kernel/state.ts';
import {
  type Charge,
  QUOTA,
  type Quota,
  type Uses,
  addUse,
  countUses,
  hasRoom,
  quotaEndOf,
  refund,
  removeUses,
  setIdle,
  setQuota,
  spend,
} from '#core/players/quota.ts';

const NOW = 1_000_000_000;
const MINUTE_MS = 60_000;
const NO_IDLE = { proved: null, unproved: null };
const idleUntil = (until: number): NonNullable<Quota['idle']['proved']> => ({ mails: 1, words: 'w', muted: 0, until });

const charge = (maxUses: number, holder?: string): Charge => ({
  ...{ id: 'a@x.test', rule: { purpose: 'x', spanMs: 100, maxUses } },
  ...(holder === undefined ? {} : { holder }),
});
const quotaWith = (x: Uses, others: Readonly<Record<string, Uses>> = {}): Quota => ({
  uses: { x, ...others },
  idle: NO_IDLE,
});
const stateWith = (quota: Quota | null): State =>
  createState({ games: [], robots: [], ...DEFINITIONS }, new Map([['quota/a@x.test', quota]]), () => undefined);
const uses = (at: readonly number[], by?: readonly string[]): Uses => ({
  ...{ at, until: NOW + 100 },
  ...(by === undefined ? {} : { by }),
});
const stored = (state: State): Quota | null => state.get('quota/a@x.test');

describe('a use counts', () => {
  it.each([
    ['at its instant', NOW, 1],
    ['to the end of its span', NOW - 99, 1],
    ['no longer than its span', NOW - 100, 0],
    ['if its clock was ahead by five minutes', NOW + 5 * MINUTE_MS, 1],
    ['not if its clock was further ahead', NOW + 5 * MINUTE_MS + 1, 0],
  ])('%s', (_, at, expected) => {
    expect(countUses(stateWith(quotaWith(uses([at]))), charge(1), NOW)).toBe(expected);
    expect(hasRoom(stateWith(quotaWith(uses([at]))), [charge(1)], NOW)).toBe(expected === 0);
  });

  it('for its purpose alone, whatever that is called', () => {
    const state = stateWith(quotaWith(uses([NOW])));
    for (const purpose of ['y', 'constructor', ''])
      expect(countUses(state, { ...charge(1), rule: { ...charge(1).rule, purpose } }, NOW)).toBe(0);
    expect(countUses(stateWith(null), charge(1), NOW)).toBe(0);
  });
});

describe('there is room', () => {
  it('if there is for each charge', () => {
    const state = stateWith(quotaWith(uses([NOW, NOW])));
    expect(hasRoom(state, [charge(3), charge(2)], NOW)).toBe(false);
    expect(hasRoom(state, [charge(3), charge(4)], NOW)).toBe(true);
    expect(hasRoom(state, [], NOW)).toBe(true);
  });

  it.each([
    ['beside a holder with one use more', ['a', 'a', 'b'], 'b', 1, false],
    ['beside a holder with two uses more', ['a', 'a', 'b'], 'c', 1, true],
    ['beside a holder with two uses more, for two uses', ['a', 'a', 'b'], 'c', 2, false],
    ['beside three holders with one use each', ['a', 'b', 'c'], 'd', 1, false],
    ['for the holder of all uses', ['a', 'a', 'a'], 'a', 1, false],
  ])('in a full limit %s: %j, %s, %i, %s', (_, by, holder, count, expected) => {
    const state = stateWith(
      quotaWith(
        uses(
          by.map(() => NOW),
          by,
        ),
      ),
    );
    expect(hasRoom(state, [charge(3, holder)], NOW, count)).toBe(expected);
    expect(hasRoom(state, [charge(3)], NOW, count)).toBe(false);
  });
});

describe('a new use', () => {
  const added = (quota: Quota | null, by: Charge): Uses | undefined => addUse(quota, by, NOW).uses['x'];

  it.each<[string, Uses, Charge, Uses]>([
    ['stands behind the earlier ones', uses([NOW - 9]), charge(3), uses([NOW - 9, NOW])],
    ['drops those that are over', uses([NOW - 100, NOW - 99]), charge(3), uses([NOW - 99, NOW])],
    ['drops the oldest of a full limit', uses([NOW - 3, NOW - 2]), charge(2), uses([NOW - 2, NOW])],
    ['drops more if the limit has shrunk', uses([NOW - 3, NOW - 2, NOW - 1]), charge(2), uses([NOW - 1, NOW])],
    [
      'of a holder drops the oldest of the largest holder',
      uses([NOW - 4, NOW - 3, NOW - 2], ['a', 'b', 'b']),
      charge(3, 'c'),
      uses([NOW - 4, NOW - 2, NOW], ['a', 'b', 'c']),
    ],
    [
      'of a holder drops the oldest among equal holders',
      uses([NOW - 4, NOW - 3, NOW - 2, NOW - 1], ['a', 'b', 'b', 'a']),
      charge(4, 'c'),
      uses([NOW - 3, NOW - 2, NOW - 1, NOW], ['b', 'b', 'a', 'c']),
    ],
    [
      'of a holder drops none where there is room',
      uses([NOW - 4, NOW - 3], ['a', 'a']),
      charge(3, 'b'),
      uses([NOW - 4, NOW - 3, NOW], ['a', 'a', 'b']),
    ],
    [
      'of a holder counts uses without one together',
      uses([NOW - 4, NOW - 3]),
      charge(3, 'b'),
      uses([NOW - 4, NOW - 3, NOW], ['', '', 'b']),
    ],
    ['without a holder forgets the others', uses([NOW - 4], ['a']), charge(3), uses([NOW - 4, NOW])],
  ])('%s', (_, before, by, expected) => expect(added(quotaWith(before), by)).toEqual(expected));

  it('is the first of a quota', () => {
    expect(addUse(null, charge(1), NOW)).toEqual({ uses: { x: uses([NOW]) }, idle: NO_IDLE });
    expect(added(null, charge(1, 'b'))).toEqual(uses([NOW], ['b']));
  });

  it('leaves what still counts', () => {
    const late = { at: [1], until: NOW + 1 };
    const over = { at: [1], until: NOW };
    const quota = { ...quotaWith(uses([]), { late, over }), idle: { ...NO_IDLE, proved: idleUntil(5) } };
    expect(addUse(quota, charge(1), NOW)).toEqual({ uses: { x: uses([NOW]), late }, idle: quota.idle });
  });
});

describe('a use that is given back', () => {
  it('is dropped with its holder, once', () => {
    const state = stateWith(quotaWith(uses([1, 2, 2, 3], ['a', 'b', 'c', 'd']), { y: uses([2]) }));
    expect(stored(refund(state, charge(9), 2))).toEqual(quotaWith(uses([1, 2, 3], ['a', 'c', 'd']), { y: uses([2]) }));
    expect(stored(refund(stateWith(quotaWith(uses([1, 2]))), charge(9), 1))).toEqual(quotaWith(uses([2])));
  });

  it.each([
    ['of another instant', quotaWith(uses([1, 2]))],
    ['of another purpose', { ...quotaWith(uses([])), uses: { y: uses([7]) } }],
    ['of no quota', null],
  ])('changes nothing if it is one %s', (_, quota) => {
    const state = stateWith(quota);
    expect(refund(state, charge(9), 7)).toBe(state);
  });
});

describe('a stored quota', () => {
  it('loses the uses of a purpose, and goes when nothing is left', () => {
    const y = uses([2]);
    expect(removeUses(quotaWith(uses([1]), { y }), charge(1).rule)).toEqual({ uses: { y }, idle: NO_IDLE });
    expect(removeUses(quotaWith(uses([1])), charge(1).rule)).toBeNull();
    const muted = { ...NO_IDLE, unproved: idleUntil(5) };
    expect(removeUses({ ...quotaWith(uses([1])), idle: muted }, charge(1).rule)).toEqual({ uses: {}, idle: muted });
    expect(stored(setQuota(stateWith(quotaWith(uses([1]))), 'a@x.test', { uses: {}, idle: NO_IDLE }))).toBeNull();
    expect(stored(spend(stateWith(null), charge(1), NOW))).toEqual(quotaWith(uses([NOW])));
  });

  it('counts proved and unproved mails apart', () => {
    const proved = setIdle(null, { proved: idleUntil(5) });
    expect(proved).toEqual({ uses: {}, idle: { proved: idleUntil(5), unproved: null } });
    const both = setIdle({ ...proved, uses: { x: uses([1]) } }, { unproved: idleUntil(7) });
    expect(both).toEqual({ uses: { x: uses([1]) }, idle: { proved: idleUntil(5), unproved: idleUntil(7) } });
  });

  it.each([
    ['nothing', { uses: {}, idle: NO_IDLE }, 0],
    ['a use', quotaWith({ at: [], until: 9 }, { y: { at: [], until: 8 } }), 9],
    ['proved mails', { ...quotaWith({ at: [], until: 9 }), idle: { proved: idleUntil(12), unproved: null } }, 12],
    ['unproved mails', { uses: {}, idle: { proved: idleUntil(12), unproved: idleUntil(15) } }, 15],
  ])('ends with what ends last: %s', (_, quota, end) => {
    expect(quotaEndOf(quota)).toBe(end);
    expect(QUOTA.alarm?.(quota)).toBe(end);
  });

  it('forgets whom a forgotten player was', () => {
    const names = ['challenge bob', 'challenge bobby', 'bob', 'chat nex 101'];
    const quota = { uses: Object.fromEntries(names.map(name => [name, uses([1])])), idle: NO_IDLE };
    const erase = (userid: string): Quota | null | undefined =>
      QUOTA.erase?.(quota, { userid, addresses: [], pseudonym: 'x' });
    expect(Object.keys(erase('bob')?.uses ?? {})).toEqual(['challenge bobby', 'chat nex 101']);
    expect(erase('bob')?.idle).toEqual(NO_IDLE);
    expect(erase('carol')).toBe(quota);
  });

  it('has the form that is written', () => {
    const { schema } = QUOTA;
    const whole: Quota = {
      uses: { x: { at: [1, 2], by: ['a', 'b'], until: 3 }, y: { at: [], until: 0 } },
      idle: { proved: { ...idleUntil(9), replies: ['r'] }, unproved: null },
    };
    expect(schema.parse(whole)).toEqual(whole);
    const faulty: readonly unknown[] = [
      ...[{}, { uses: {} }, { idle: NO_IDLE, uses: { x: { until: 3 } } }, { idle: NO_IDLE, uses: { x: { at: [1] } } }],
      { ...whole, uses: { x: { at: ['1'], until: 3 } } },
      { ...whole, uses: { x: { at: [1], by: [1], until: 3 } } },
      { ...whole, idle: { proved: { ...idleUntil(9), mails: 1.5 }, unproved: null } },
      { ...whole, idle: { proved: null } },
      { ...whole, idle: { proved: {}, unproved: null } },
    ];
    for (const each of faulty) expect(schema.safeParse(each).success, JSON.stringify(each)).toBe(false);
  });
});
