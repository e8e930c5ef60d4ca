// An OAuth 2.0 provider in this process, on loopback: refresh tokens, device codes, codes with PKCE, introspection for Dovecot.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServiceSettings } from '#adapters/settings/schema.ts';

type OauthSettings = ServiceSettings['oauth'];
type Fields = Readonly<Record<string, string>>;

export interface OauthServer {
  readonly url: string;
  /** Each request: the path and the fields. */
  readonly heard: readonly (readonly [path: string, fields: Fields])[];
  /** Settings for this provider. */
  readonly settings: (tokenFile: string, over?: Partial<OauthSettings>) => OauthSettings;
  /** Is the access token valid now? */
  readonly isValid: (token: string) => boolean;
  /** Every access token ends now, whatever was said of its lifetime. */
  readonly expireAll: () => void;
  /** The user takes back the consent. */
  readonly endConsent: () => void;
  /** The next requests for a token get these answers instead, one after the other. */
  readonly answerNext: (...answers: readonly Answer[]) => void;
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** What happens before the answer is sent. */
  readonly before?: () => Promise<unknown>;
}

export const refusal = (error: string, description = ''): Answer => ({
  status: 400,
  body: { error, error_description: description },
});

export interface OauthOptions {
  readonly lifetimeSeconds?: number;
  /** Does each renewal replace the refresh token? */
  readonly rotates?: boolean;
  readonly user?: string;
}

export const FIRST_REFRESH_TOKEN = 'refresh-0';
const DEVICE_CODE = 'device-secret';

export async function startOauthServer(options: OauthOptions = {}): Promise<OauthServer> {
  const { lifetimeSeconds = 3_600, rotates = false, user = 'games@lab.test' } = options;
  const heard: [string, Record<string, string>][] = [];
  const accessTokens = new Set<string>();
  const answers: Answer[] = [];
  let refreshToken = FIRST_REFRESH_TOKEN;
  let hasConsent = true;
  let serial = 0;
  /** By code: what proves who asked for it. */
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>();

  const grantTokens = (withRefreshToken: boolean): Answer => {
    serial += 1;
    const token = `access-${serial}`;
    accessTokens.add(token);
    if (withRefreshToken) refreshToken = `refresh-${serial}`;
    const refresh = withRefreshToken ? { refresh_token: refreshToken } : {};
    return {
      status: 200,
      body: { access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds, ...refresh },
    };
  };
  const grantLogin = (): Answer => {
    hasConsent = true;
    return grantTokens(true);
  };
  const answerCode = (fields: Fields): Answer => {
    const { challenge, redirect } = codes.get(fields['code'] ?? '') ?? {};
    const own = createHash('sha256')
      .update(fields['code_verifier'] ?? '')
      .digest('base64url');
    return challenge === own && redirect === fields['redirect_uri'] ? grantLogin() : refusal('invalid_grant');
  };
  const answerRefresh = ({ refresh_token: token = '' }: Fields): Answer =>
    hasConsent && token === refreshToken
      ? grantTokens(rotates)
      : refusal('invalid_grant', `AADSTS50173: ${token} was revoked.\r\nTrace ID: 1`);
  const answerToken = (fields: Fields): Answer => {
    const planned = answers.shift();
    if (planned !== undefined) return planned;
    if (fields['client_id'] !== 'client') return refusal('invalid_client');
    if (fields['grant_type'] === 'refresh_token') return answerRefresh(fields);
    if (fields['grant_type'] === 'authorization_code') return answerCode(fields);
    return fields['device_code'] === DEVICE_CODE ? grantLogin() : refusal('unsupported_grant_type');
  };
  /** As if the user had consented in the browser. */
  const authorize = (fields: Fields, response: ServerResponse): void => {
    const code = `code-${codes.size}`;
    const redirect = fields['redirect_uri'] ?? '';
    codes.set(code, { challenge: fields['code_challenge'] ?? '', redirect });
    const query = new URLSearchParams({ code, state: fields['state'] ?? '' });
    response.writeHead(302, { Location: `${redirect}?${query.toString()}` }).end();
  };
  const answer = (path: string, fields: Fields): Answer => {
    if (path === '/token') return answerToken(fields);
    if (path === '/introspect') return { status: 200, body: { active: accessTokens.has(fields['token'] ?? ''), user } };
    if (path !== '/device') return { status: 404, body: {} };
    const codesOfDevice = { device_code: DEVICE_CODE, user_code: 'ABCD-EFGH', verification_uri: 'https://login.test' };
    return { status: 200, body: { ...codesOfDevice, interval: 5 } };
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const form = new URLSearchParams(await text(request));
    const fields = Object.fromEntries([...searchParams, ...form]);
    heard.push([pathname, fields]);
    if (pathname === '/authorize') {
      authorize(fields, response);
      return;
    }
    const { status, body, before } = answer(pathname, fields);
    await before?.();
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, heard },
    settings: (tokenFile, over = {}) => ({
      ...{ provider: '', tenant: 'common', clientId: 'client', clientSecret: 'client-secret', scope: 'mail' },
      ...{ tokenUrl: `${url}/token`, deviceUrl: '', authorizeUrl: `${url}/authorize`, tokenFile, command: '' },
      ...over,
    }),
    isValid: token => accessTokens.has(token),
    expireAll: () => accessTokens.clear(),
    endConsent: () => {
      hasConsent = false;
    },
    answerNext: (...next) => void answers.push(...next),
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
