// Access tokens are renewed before they expire, one renewal at a time, and once after a refusal.
import { expect, it } from 'vitest';
import { createAccessTokens, type Renewal } from '#adapters/oauth/access-tokens.ts';
import type { AccessTokens, Facts } from '#service/ports.ts';

interface Bench {
  readonly tokens: AccessTokens;
  readonly get: (refused?: string) => Promise<string>;
  readonly waitMinutes: (minutes: number) => void;
  readonly renewals: () => number;
  readonly logged: readonly (readonly [string, Facts])[];
}

const HOUR_MS = 3_600_000;

/** `results`: of the renewals, one after the other, and then new tokens for an hour. An error: the provider cannot be reached. */
function bench(...results: readonly (Renewal | Error)[]): Bench {
  let now = 1_000_000;
  let count = 0;
  const logged: [string, Facts][] = [];
  const note = (event: string, facts: Facts = {}): void => void logged.push([event, facts]);
  const renew = (): Promise<Renewal> => {
    const result = results[count];
    count += 1;
    if (result instanceof Error) return Promise.reject(result);
    return Promise.resolve(result ?? { kind: 'token', token: `token-${count}`, lifetimeMs: HOUR_MS });
  };
  const tokens = createAccessTokens(renew, () => now, { info: note, warn: note, error: note });
  return {
    ...{ tokens, logged },
    get: async (refused = '') => {
      const result = await tokens.get(refused);
      return result.kind === 'token' ? result.token : result.why;
    },
    waitMinutes: minutes => {
      now += minutes * 60_000;
    },
    renewals: () => count,
  };
}

const ENDED: Renewal = { kind: 'refused', why: 'The consent has ended.', answer: 'invalid_grant' };

it('keeps a token, and renews it five minutes before it expires', async () => {
  const { get, waitMinutes, renewals, logged } = bench();
  expect(await get()).toBe('token-1');
  waitMinutes(54.9);
  expect([await get(), renewals()]).toEqual(['token-1', 1]);
  waitMinutes(0.2);
  expect([await get(), renewals()]).toEqual(['token-2', 2]);
  expect(logged).toEqual(Array.from({ length: 2 }, () => ['oauth-renewed', { seconds: 3_600 }]));
});

it('renews a token with a short lifetime after four fifths of it', async () => {
  const { get, waitMinutes } = bench({ kind: 'token', token: 'short', lifetimeMs: 60_000 });
  expect(await get()).toBe('short');
  waitMinutes(0.79);
  expect(await get()).toBe('short');
  waitMinutes(0.02);
  expect(await get()).toBe('token-2');
});

it('renews once for all who ask at the same time', async () => {
  const { get, renewals } = bench();
  expect(await Promise.all([get(), get(), get()])).toEqual(['token-1', 'token-1', 'token-1']);
  expect(await Promise.all([get('token-1'), get('token-1')])).toEqual(['token-2', 'token-2']);
  // This connection has been refused an older token.
  expect(await get('token-1')).toBe('token-2');
  expect(renewals()).toBe(2);
});

it('never gives a token that was refused', async () => {
  const same: Renewal = { kind: 'token', token: 'same', lifetimeMs: HOUR_MS };
  const { get } = bench(same, same);
  expect(await get()).toBe('same');
  expect(await get('same')).toContain('gave the access token again');
  expect(await get('same')).toBe('token-3');
});

it('uses a token up where the provider is away, and leaves the provider alone for a while', async () => {
  const { get, waitMinutes, renewals } = bench(
    { kind: 'token', token: 'old', lifetimeMs: HOUR_MS },
    new Error('away'),
    new Error('away'),
  );
  await get();
  waitMinutes(58);
  expect([await get(), await get(), renewals()]).toEqual(['old', 'old', 2]);
  waitMinutes(2.5);
  expect(await get()).toBe('There is no access token now: away');
  expect([await get(), renewals()]).toEqual(['There is no access token now: away', 3]);
  waitMinutes(0.2);
  expect(await get()).toBe('token-4');
});

it('says once that the provider refuses, asks again after a minute, and says when it does not refuse any more', async () => {
  const { tokens, waitMinutes, renewals, logged } = bench(ENDED, ENDED);
  const refused = { kind: 'failed', why: 'The consent has ended. The provider: invalid_grant', isRefused: true };
  expect([await tokens.get(null), await tokens.get(null), renewals()]).toEqual([refused, refused, 1]);
  waitMinutes(1.1);
  expect([await tokens.get(null), renewals()]).toEqual([refused, 2]);
  waitMinutes(1.1);
  expect(await tokens.get(null)).toEqual({ kind: 'token', token: 'token-3' });
  expect(logged.map(([event]) => event)).toEqual(['oauth-refused', 'oauth-renewed']);
  expect(logged[0]).toEqual(['oauth-refused', { why: 'The consent has ended.', answer: 'invalid_grant' }]);
});
