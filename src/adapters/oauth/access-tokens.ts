// Keeps an access token for the mail servers, and renews it: at the provider, or by a program.
import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import * as z from 'zod';
import { createValueFile } from '#adapters/value-file.ts';
import type { Instant } from '#core/kernel/time.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { AccessTokenResult, AccessTokens, Log } from '#service/ports.ts';
import { OauthRefusal, type Provider, includeScope, postForm, tokenAnswer } from './provider.ts';

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

export function createAccessTokens(renew: Renew, now: () => Instant, log: Log): AccessTokens {
  let current: { readonly token: string; readonly renewAt: Instant; readonly expiresAt: Instant } | null = null;
  let failure: { readonly result: AccessTokenResult; readonly until: Instant } | null = null;
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

/** The user must log in again (RFC 6749, OpenID Connect). */
const CONSENT_CODES: ReadonlySet<string> = new Set(['invalid_grant', 'interaction_required', 'consent_required']);
/** The provider does not work now. Everything else it refuses until the settings are changed. */
const TEMPORARY_CODES: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

const CONSENT_ENDED = 'The consent to use the mailbox has ended. Run `nexpost login`.';
const SETTINGS_WRONG = "The provider refuses an access token. See 'oauth' in the configuration.";

const tokenFile = (file: string) =>
  createValueFile(file, { schema: z.object({ refreshToken: z.string().min(1) }), damage: 'holds no refresh token' });

/** null: there is no such file. */
const readRefreshToken = async (file: string): Promise<string | null> =>
  (await tokenFile(file).read())?.refreshToken ?? null;

/** A file that is a link stays one. */
export const writeRefreshToken = async (file: string, refreshToken: string): Promise<void> =>
  tokenFile(await realpath(file).catch(() => file))
    .write({ refreshToken })
    .catch((error: unknown) => {
      throw new Error(`the refresh token cannot be written: ${reasonOf(error)}`, { cause: error });
    });

/**
 * Renews with the refresh token in the file. If the provider replaces the refresh token, the file holds the new one before
 * the access token is used.
 */
export function createRefresh(provider: Provider, file: string, log: Log): Renew {
  /** A refresh token that could not be written, and the one in the file that it replaces. */
  let unwritten: { readonly replaces: string; readonly by: string } | null = null;

  const readToken = async (): Promise<string | null> => {
    const token = await readRefreshToken(file);
    return unwritten?.replaces === token ? unwritten.by : token;
  };
  const keepToken = async (token: string): Promise<void> => {
    const replaces = await readRefreshToken(file).catch(() => null);
    try {
      await writeRefreshToken(file, token);
      unwritten = null;
    } catch (error) {
      if (replaces !== null) unwritten = { replaces, by: token };
      log.error('oauth-token-not-stored', { file, why: reasonOf(error) });
    }
  };
  const refresh = async (token: string): Promise<Renewal> => {
    const fields = { grant_type: 'refresh_token', refresh_token: token, ...includeScope(provider) };
    const answer = await postForm(provider.tokenUrl, provider, fields, tokenAnswer);
    if (answer.refresh_token !== undefined && answer.refresh_token !== token) await keepToken(answer.refresh_token);
    return { kind: 'token', token: answer.access_token, lifetimeMs: answer.expires_in * 1_000 };
  };

  const renew = async (tried: string | null): Promise<Renewal> => {
    const token = await readToken();
    if (token === null) return { kind: 'refused', why: `There is no file ${file}. Run \`nexpost login\`.`, answer: '' };
    try {
      return await refresh(token);
    } catch (error) {
      if (!(error instanceof OauthRefusal) || TEMPORARY_CODES.has(error.code)) throw error;
      // Another process, or `nexpost login`, may have replaced the token meanwhile.
      const newer = await readToken();
      if (newer !== token && tried === null) return renew(token);
      return {
        ...{
          kind: 'refused',
          why: CONSENT_CODES.has(error.code) ? CONSENT_ENDED : SETTINGS_WRONG,
          answer: error.message,
        },
      };
    }
  };
  return () => renew(null);
}

const COMMAND_MS = 30_000;
const MAX_OUTPUT = 100_000;
/** The program keeps its tokens itself, so the service asks often. */
const COMMAND_LIFETIME_MS = 60_000;

/** Runs the program without a shell. The first line of its output is the token. */
export const createCommand =
  (command: string): Renew =>
  async () => {
    const output = await new Promise<string>((resolve, reject) => {
      const options = { timeout: COMMAND_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT } as const;
      execFile(command, [], options, (error, stdout) => {
        // The message of `execFile` repeats what the program printed.
        if (error === null) resolve(stdout);
        else reject(new Error(`${command} failed (${error.code ?? error.signal ?? 'unknown'})`));
      });
    });
    const [token = ''] = output.split(/\r?\n/, 1);
    if (!/^[\x21-\x7e]+$/.test(token)) throw new Error(`${command} printed no access token on its first line`);
    return { kind: 'token', token, lifetimeMs: COMMAND_LIFETIME_MS };
  };
