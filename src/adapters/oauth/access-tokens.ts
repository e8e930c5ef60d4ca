// Keeps an access token for the mail servers, and renews it before it expires.
import { reasonOf } from '#games/kit/assert.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { AccessTokenResult, AccessTokens, Log } from '#service/ports.ts';

/** The result of a renewal. `refused`: only the operator can make the next one succeed. `answer`: the provider's words. */
export type Renewal =
  | { readonly kind: 'token'; readonly token: string; readonly lifetimeMs: number }
  | { readonly kind: 'refused'; readonly why: string; readonly answer: string };

/** Rejects if there is no token now, for instance because the provider cannot be reached. */
export type Renew = () => Promise<Renewal>;

/** A token is renewed this long before it expires, or after most of a short lifetime. */
const EARLY_MS = 5 * 60_000;
const EARLY_SHARE = 0.2;
/** After a failed renewal the provider is left alone for this long. */
const FAILED_MS = 10_000;
const REFUSED_MS = 60_000;

interface Token {
  readonly token: string;
  readonly renewAt: Instant;
  readonly expiresAt: Instant;
}

interface Failure {
  readonly result: AccessTokenResult;
  readonly until: Instant;
}

export function createAccessTokens(renew: Renew, now: () => Instant, log: Log): AccessTokens {
  let current: Token | null = null;
  let failure: Failure | null = null;
  let isRefused = false;
  let renewal: Promise<void> | null = null;

  const noteToken = (token: string, lifetimeMs: number): void => {
    const earlyMs = Math.min(EARLY_MS, lifetimeMs * EARLY_SHARE);
    current = { token, renewAt: now() + lifetimeMs - earlyMs, expiresAt: now() + lifetimeMs };
    failure = null;
    isRefused = false;
    log.info('oauth-renewed', { seconds: Math.round(lifetimeMs / 1_000) });
  };
  const noteRefusal = (why: string, answer: string): void => {
    if (!isRefused) log.error('oauth-refused', { why, answer });
    isRefused = true;
    failure = {
      result: { kind: 'failed', why: answer === '' ? why : `${why} The provider: ${answer}`, isRefused },
      until: now() + REFUSED_MS,
    };
  };
  const noteFailure = (error: unknown): void => {
    const why = `There is no access token now: ${reasonOf(error)}`;
    failure = { result: { kind: 'failed', why, isRefused: false }, until: now() + FAILED_MS };
  };
  const runRenewal = async (): Promise<void> => {
    try {
      const result = await renew();
      if (result.kind === 'token') noteToken(result.token, result.lifetimeMs);
      else noteRefusal(result.why, result.answer);
    } catch (error) {
      noteFailure(error);
    }
  };

  const findToken = (refused: string | null, until: 'renewAt' | 'expiresAt'): AccessTokenResult | null =>
    current === null || current.token === refused || now() >= current[until]
      ? null
      : { kind: 'token', token: current.token };
  const findFailure = (): AccessTokenResult | null =>
    failure === null || now() >= failure.until ? null : failure.result;

  return {
    get: async refused => {
      const fresh = findToken(refused, 'renewAt');
      if (fresh !== null) return fresh;
      if (findFailure() === null) {
        renewal ??= runRenewal().finally(() => {
          renewal = null;
        });
        await renewal;
      }
      // A token that is old but valid is better than none.
      return findToken(refused, 'expiresAt') ?? findFailure() ?? { kind: 'failed', why: NO_OTHER, isRefused };
    },
  };
}

const NO_OTHER = 'The provider gave the access token again that the server had refused.';
