// Logs in to a provider by hand: with a device code, or in a browser of this machine (PKCE).
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { OauthRefusal, postForm, type Provider, includeScope, tokenAnswer } from './provider.ts';

/** What a login needs of the world. */
export interface LoginContext {
  /** Tells the operator what to do. */
  readonly tell: (text: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
  /** The port of the redirect. 0: any free port. */
  readonly port: number;
  /** The user to log in as. */
  readonly user: string;
  readonly signal: AbortSignal;
}

/** Resolves to a refresh token. Rejects with a sentence. */
export async function logIn(provider: Provider, context: LoginContext): Promise<string> {
  const answer =
    provider.deviceUrl === '' ? await logInByRedirect(provider, context) : await logInByCode(provider, context);
  if (answer.refresh_token === undefined)
    throw new Error("The provider gave no refresh token. It may need another 'oauth.scope', such as offline_access.");
  return answer.refresh_token;
}

type TokenAnswer = z.infer<typeof tokenAnswer>;

/** The operator reads it at a terminal, and opens it in a browser. */
const page = z.string().regex(/^https?:\/\/[^\s\p{C}]{1,1000}$/u);

const deviceAnswer = z.object({
  device_code: z.string().min(1),
  user_code: z.string().regex(/^[^\p{C}]{1,100}$/u),
  // Google's name of the field differs from RFC 8628.
  verification_uri: page.optional(),
  verification_url: page.optional(),
  interval: z.coerce.number().positive().max(600).default(5),
});

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628, 3.5: after `slow_down`. */
const SLOWER_SECONDS = 5;

/** RFC 8628. */
async function logInByCode(provider: Provider, { tell, sleep, signal }: LoginContext): Promise<TokenAnswer> {
  const device = await postForm(provider.deviceUrl, provider, includeScope(provider), deviceAnswer);
  const address = device.verification_uri ?? device.verification_url ?? provider.deviceUrl;
  tell(`Open ${address} and enter the code ${device.user_code}.`);
  const fields = { grant_type: DEVICE_GRANT, device_code: device.device_code };
  for (let { interval } = device; ;) {
    await sleep(interval * 1_000);
    signal.throwIfAborted();
    try {
      return await postForm(provider.tokenUrl, provider, fields, tokenAnswer);
    } catch (error) {
      const code = error instanceof OauthRefusal ? error.code : '';
      if (code === 'slow_down') interval += SLOWER_SECONDS;
      else if (code !== 'authorization_pending') throw error;
    }
  }
}

/** RFC 8252 and 7636: the provider sends the browser back to a port of this machine. */
async function logInByRedirect(provider: Provider, context: LoginContext): Promise<TokenAnswer> {
  const [state, verifier] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')];
  const redirect = await listenForRedirect(state, context);
  try {
    const url = new URL(provider.authorizeUrl);
    const asked = {
      ...{ response_type: 'code', client_id: provider.clientId, redirect_uri: redirect.uri, state },
      ...{
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        login_hint: context.user,
      },
      ...includeScope(provider),
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    context.tell(`Open this address in a browser on this machine:\n${url.href}`);
    const code = await redirect.code;
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirect.uri, code_verifier: verifier };
    return await postForm(provider.tokenUrl, provider, fields, tokenAnswer);
  } finally {
    redirect.close();
  }
}

const DONE_TEXT = 'nexpost is logged in. You may close this page.\n';
const FAILED_TEXT = 'The login has failed. See the terminal.\n';

const HERE = 'http://127.0.0.1';

/** The code in the address that the provider sends the browser to. An error: it refuses. null: the request is of another program. */
function parseRedirect({ method, url = '' }: IncomingMessage, state: string): string | Error | null {
  if (!URL.canParse(url, HERE)) return null;
  const { pathname, searchParams } = new URL(url, HERE);
  if (method !== 'GET' || pathname !== '/' || searchParams.get('state') !== state) return null;
  const code = searchParams.get('code');
  if (code !== null && code !== '') return code;
  return new OauthRefusal(searchParams.get('error')?.slice(0, 100) ?? 'no code', '');
}

async function listenForRedirect(state: string, { port, signal }: LoginContext) {
  let settle: (result: string | Error) => void = () => undefined;
  const code = new Promise<string>((resolve, reject) => {
    settle = result => (result instanceof Error ? reject(result) : resolve(result));
  });
  // The promise may reject before the caller awaits it.
  code.catch(() => undefined);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const result = parseRedirect(request, state);
    const status = result === null ? 404 : 200;
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    // The browser has its page before the connections are ended.
    if (result !== null) response.once('close', () => settle(result));
    response.end(result === null ? '' : result instanceof Error ? FAILED_TEXT : DONE_TEXT);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  signal.addEventListener('abort', () => settle(new Error('stopped')), { once: true });
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    code,
    close: () => {
      server.close();
      // A program that connects and is silent does not delay the end.
      server.closeAllConnections();
    },
  };
}
