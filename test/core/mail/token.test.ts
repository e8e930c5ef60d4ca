// Tokens: what goes in comes out, whatever mail programs do to case, and nothing in one can be changed.
import { createHmac } from 'node:crypto';
import type { Arbitrary } from 'fast-check';
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import {
  type TokenClaims,
  detailOf,
  detailOfMessageId,
  isAskable,
  isGenuine,
  isServiceAddress,
  isToStranger,
  messageIdOf,
  parseToken,
  writeToken,
  formatDetailAddress,
} from '#core/mail/token.ts';
import { OWN } from './mails.ts';

const { sign } = createSecrets(createHmac('sha256', 'a key for tests').digest());

const userid = fc.stringMatching(/^[a-z][a-z0-9_-]{1,15}$/);
const match = fc.record({ game: fc.stringMatching(/^[a-z]{1,12}$/), number: fc.integer({ min: 1, max: 999_999_999 }) });
const player = fc.integer({ min: 0, max: 3 });
const address = fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.test$/);
const askedLines = fc.array(
  fc.stringMatching(/^[ -~]{1,60}$/).map(line => line.toLowerCase()),
  { maxLength: 3 },
);
const claims: Arbitrary<TokenClaims> = fc.oneof(
  fc.record({
    kind: fc.constant('board' as const),
    match,
    player,
    ply: fc.integer({ min: 0, max: 99_999 }),
    takeBacks: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 99_999 })),
    proposals: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9_999 })),
    askedLines,
    userid,
  }),
  fc.record({
    kind: fc.constant('question' as const),
    askedLines: askedLines.filter(lines => lines.length > 0),
    address,
  }),
  fc.record({ kind: fc.constant('seat' as const), match, player, address }),
  fc.record({ kind: fc.constant('address' as const), userid, address }),
  fc.record({ kind: fc.constant('offer' as const), number: fc.integer({ min: 1, max: 999_999_999 }), userid }),
  fc.record({
    kind: fc.constant('probe' as const),
    userid,
    address,
    at: fc.integer({ min: 1, max: 4_000_000_000_000 }),
  }),
  fc.record({ kind: fc.constant('parked' as const), id: fc.stringMatching(/^[a-z0-9]{1,20}$/), userid }),
  fc.record({ kind: fc.constant('digest' as const), userid }),
  fc.record({ kind: fc.constant('account' as const), userid, address }),
  fc.record({ kind: fc.constant('alert' as const), id: fc.stringMatching(/^[a-z0-9]{1,20}$/), address }),
);

/** What the reader's documents would complete the stub to: the claim itself, but for what the token shows. */
const verified = (text: string, claim: TokenClaims): boolean => {
  const stub = parseToken(text);
  return stub !== null && stub.kind === claim.kind && isGenuine({ ...claim, ...stub } as TokenClaims, stub.mac, sign);
};

describe('a token', () => {
  it('comes back from an address and from a Message-ID, in any case', () => {
    fc.assert(
      fc.property(claims, claim => {
        const token = writeToken(claim, sign);
        expect(verified(token, claim)).toBe(true);
        const { mac, ...shown } = parseToken(token)!;
        expect(claim).toMatchObject(shown);
        expect(token.endsWith(`.${mac}`)).toBe(true);
        for (const longer of [`x${token}`, `${token}!`, `${token}@x`]) expect(parseToken(longer)).toBeNull();
        expect(detailOf(OWN, formatDetailAddress(OWN, token).toUpperCase())).toBe(token);
        expect(detailOfMessageId(OWN, messageIdOf(OWN, token, 'x1y2').toUpperCase())).toBe(token);
        expect(verified(token.toUpperCase(), claim)).toBe(true);
        if (!('askedLines' in claim) || claim.askedLines.length === 0) expect(token.length).toBeLessThanOrEqual(60);
        expect(formatDetailAddress(OWN, token)).toMatch(/^[a-z0-9._+@~-]+$/);
      }),
    );
  });

  it('is void when any character of it is changed, added or lost', () => {
    const other = fc.constantFrom(...'abcxyz0123456789.-_'.split(''));
    fc.assert(
      fc.property(claims, fc.nat(), other, fc.constantFrom(0, 1), (claim, at, char, cut) => {
        const token = writeToken(claim, sign);
        const place = at % token.length;
        const changed = token.slice(0, place) + char + token.slice(place + cut);
        if (changed !== token) expect(verified(changed, claim)).toBe(false);
        expect(verified(token.slice(0, place) + token.slice(place + 1), claim)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is void for another account or address than that of the mail it was in', () => {
    fc.assert(
      fc.property(claims, claim => {
        const { mac } = parseToken(writeToken(claim, sign))!;
        for (const field of ['userid', 'address'] as const)
          if (field in claim) expect(isGenuine({ ...claim, [field]: 'mallory' }, mac, sign), field).toBe(false);
      }),
    );
  });

  it('is void for another player, address or key', () => {
    const claim: TokenClaims = {
      kind: 'board',
      match: { game: 'nex', number: 101 },
      player: 0,
      ply: 0,
      takeBacks: 0,
      proposals: 0,
      askedLines: [],
      userid: 'alice',
    };
    const { mac } = parseToken(writeToken(claim, sign))!;
    expect(isGenuine({ ...claim, userid: 'bob' }, mac, sign)).toBe(false);
    expect(isGenuine(claim, mac, createSecrets(Buffer.alloc(32)).sign)).toBe(false);
    expect(isGenuine(claim, '', sign)).toBe(false);
  });

  it('without take-backs and further proposals is the one it was before there were any', () => {
    const claim: TokenClaims = {
      ...{ kind: 'board', match: { game: 'nex', number: 101 }, player: 0, ply: 6, takeBacks: 0 },
      ...{ proposals: 1, askedLines: [], userid: 'alice' },
    };
    expect(writeToken(claim, sign)).toBe(`b.nex101.0.6.${sign('b.nex101.0.6|alice')}`);
    const later = writeToken({ ...claim, takeBacks: 1 }, sign);
    expect(later).toBe(`b.nex101.0.6-1.${sign('b.nex101.0.6-1|alice')}`);
    expect(isGenuine(claim, parseToken(later)!.mac, sign)).toBe(false);
    const third = writeToken({ ...claim, takeBacks: 1, proposals: 3 }, sign);
    expect(third).toBe(`b.nex101.0.6-1q3.${sign('b.nex101.0.6-1q3|alice')}`);
  });

  it('of another purpose is another token', () => {
    const seat: TokenClaims = { kind: 'seat', match: { game: 'nex', number: 101 }, player: 0, address: 'alice' };
    const { mac } = parseToken(writeToken(seat, sign))!;
    expect(isGenuine({ kind: 'address', userid: 'alice', address: 'alice' }, mac, sign)).toBe(false);
  });
});

describe('a line that a mail asks about', () => {
  const board = {
    kind: 'board',
    match: { game: 'nex', number: 101 },
    player: 0,
    ply: 6,
    takeBacks: 0,
    proposals: 1,
  } as const;
  const comesBack = (line: string): boolean => {
    const token = parseToken(writeToken({ ...board, askedLines: [line], userid: 'alice' }, sign));
    return token?.kind === 'board' && token.askedLines[0] === line.toLowerCase();
  };

  it.each([
    ['b3,a3', true],
    ['Swap', true],
    ['c1, b1', true],
    ['9', true],
    ['set mail=text', true],
    ['hex challenge -size=7 me friend@their.example', true],
    ['x'.repeat(60), true],
    ['', false],
    ['b3-a3', true],
    ['b3?', true],
    ['b3_a3', true],
    ['é2', false],
  ])('%j comes back from a token: %s', (line, expected) => {
    expect(isAskable(line)).toBe(expected);
    expect(comesBack(line)).toBe(expected);
  });
});

describe('a mail that the server sent', () => {
  const match = { game: 'nex', number: 101 };
  const to = { userid: 'alice', address: 'alice@example.test' };

  it.each([
    [{ kind: 'seat', match, player: 1, ...to }, true],
    [{ kind: 'address', ...to }, true],
    [{ kind: 'parked', id: 'p1', ...to }, true],
    [{ kind: 'board', match, player: 0, ply: 0, takeBacks: 0, proposals: 0, askedLines: [], ...to }, false],
    [{ kind: 'digest', ...to }, false],
    [{ kind: 'account', ...to }, false],
    [{ kind: 'alert', id: 'n1', ...to }, false],
    [{ kind: 'question', askedLines: ['games'], ...to }, true],
  ] as const)('with the token %j is to a stranger: %s', (claim, expected) => {
    expect(isToStranger(OWN, messageIdOf(OWN, writeToken(claim, sign), 'x1'))).toBe(expected);
  });

  it('without a token is to a stranger if it says so', () => {
    expect(isToStranger(OWN, messageIdOf(OWN, 'm', 'x1'))).toBe(true);
    expect(isToStranger(OWN, messageIdOf(OWN, 'n', 'x1'))).toBe(false);
    expect(isToStranger(OWN, '<x1@client.test>')).toBe(false);
    expect(isToStranger(OWN, '')).toBe(false);
  });

  it('comes from our address', () => {
    expect(isServiceAddress(OWN, 'Games@Example.test')).toBe(true);
    expect(isServiceAddress(OWN, 'games+hello@example.test')).toBe(true);
    expect(isServiceAddress(OWN, 'games@evil.test')).toBe(false);
  });
});

describe('what is no token', () => {
  it.each([
    '',
    'hello',
    'b.nex101.0.0',
    'b.nex101.0.0.',
    'b.101.0.0.abc',
    'b.nex.0.0.abc',
    'x.nex101.0.0.abc',
    'b.nex101.0.0.a/b',
  ])('%s', text => expect(parseToken(text)).toBeNull());

  it('nor an address of others', () => {
    expect(detailOf(OWN, 'games@example.test')).toBeNull();
    expect(detailOf(OWN, 'games+b.nex101.0.0.abc@evil.test')).toBeNull();
    expect(detailOf(OWN, 'games+b.nex101.0.0.abc@example.test.evil.test')).toBeNull();
    expect(detailOf(OWN, 'xgames+b.nex101.0.0.abc@example.test')).toBeNull();
    expect(detailOfMessageId(OWN, '<b.nex101.0.0.abc.x1@evil.test>')).toBeNull();
    expect(detailOfMessageId(OWN, 'b.nex101.0.0.abc.x1@example.test')).toBeNull();
    expect(detailOfMessageId(OWN, 'x<b.nex101.0.0.abc.x1@example.test>')).toBeNull();
    expect(detailOfMessageId(OWN, '<b.nex101.0.0.abc.x1@example.test>x')).toBeNull();
  });
});
