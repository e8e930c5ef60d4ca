// The OAuth 2.0 endpoints of a provider, requests to them, and the login by hand.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { lookUp, parseJson } from '#games/kit/look-up.ts';

/** The operator's settings. Empty texts: not set, or as usual for the provider. */
interface OauthSettings {
  readonly provider: '' | 'microsoft' | 'google';
  /** The directory of an organisation at Microsoft. */
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly tokenUrl: string;
  readonly deviceUrl: string;
  readonly authorizeUrl: string;
}

/** Where and how this program asks for tokens. */
export type Provider = Pick<OauthSettings, 'clientId' | 'clientSecret' | 'scope' | 'tokenUrl' | 'deviceUrl' | 'authorizeUrl'>; // prettier-ignore

type Usual = Pick<Provider, 'scope' | 'tokenUrl' | 'deviceUrl' | 'authorizeUrl'>;

/** Without offline_access Microsoft gives no refresh token. */
const MICROSOFT_SCOPE =
  'offline_access https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send';

/** Google has no device codes for mail. It gives a refresh token only if both parameters ask for one. */
const GOOGLE: Usual = {
  scope: 'https://mail.google.com/',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  deviceUrl: '',
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth?access_type=offline&prompt=consent',
};

const OTHER: Usual = { scope: '', tokenUrl: '', deviceUrl: '', authorizeUrl: '' };

/** Settings have precedence over what is usual for the provider. */
export function resolveProvider(settings: OauthSettings): Provider {
  const base = `https://login.microsoftonline.com/${encodeURIComponent(settings.tenant)}/oauth2/v2.0`;
  const urls = { tokenUrl: `${base}/token`, deviceUrl: `${base}/devicecode`, authorizeUrl: `${base}/authorize` };
  const microsoft = { scope: MICROSOFT_SCOPE, ...urls };
  const usual = lookUp({ microsoft, google: GOOGLE }, settings.provider) ?? OTHER;
  const pick = (name: keyof Usual): string => (settings[name] === '' ? usual[name] : settings[name]);
  return {
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    scope: pick('scope'),
    tokenUrl: pick('tokenUrl'),
    deviceUrl: pick('deviceUrl'),
    authorizeUrl: pick('authorizeUrl'),
  };
}

/** The provider refuses a request. `code`: of RFC 6749, such as `invalid_grant`. */
export class OauthRefusal extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(description === '' ? code : `${code}: ${description}`);
    this.name = 'OauthRefusal';
    this.code = code;
  }
}

const TIMEOUT_MS = 20_000;
/** Answers are some kilobytes. */
const MAX_BYTES = 100_000;
const MAX_DESCRIPTION = 200;

const refusalAnswer = z.object({ error: z.string().max(100), error_description: z.string().default('') });

/** The text of the answer, at most `MAX_BYTES` of it. */
async function readAnswer({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const stream: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Fields of requests that no error may repeat. */
const SECRET_FIELDS: readonly string[] = ['client_secret', 'refresh_token', 'device_code', 'code', 'code_verifier'];

/** Posts a form, as this client. Rejects with an OauthRefusal, or with the fault of the connection. */
export async function postForm<Answer>(
  url: string,
  { clientId, clientSecret }: Pick<Provider, 'clientId' | 'clientSecret'>,
  fields: Readonly<Record<string, string>>,
  shape: z.ZodType<Answer>,
): Promise<Answer> {
  const client = { client_id: clientId, ...(clientSecret === '' ? {} : { client_secret: clientSecret }) };
  const form = { ...client, ...fields };
  const { host } = new URL(url);
  const response = await fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`${host} cannot be reached (${explainFetch(error)})`);
  });
  const answer = parseJson(await readAnswer(response));
  const refusal = refusalAnswer.safeParse(answer);
  if (refusal.success) {
    const { error, error_description: description } = refusal.data;
    const secrets = SECRET_FIELDS.flatMap(name => lookUp(form, name) ?? []).filter(secret => secret !== '');
    const [line = ''] = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), description).split(/[\r\n]/, 1);
    throw new OauthRefusal(error, line.slice(0, MAX_DESCRIPTION));
  }
  if (!response.ok) throw new Error(`${host} answered ${response.status}`);
  const parsed = shape.safeParse(answer);
  if (!parsed.success) throw new Error(`${host} answered something else than a token`);
  return parsed.data;
}

/** `fetch failed` says nothing. Its cause does. */
function explainFetch(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : error.message;
}

/** The answer of a token endpoint. Some providers give the number as text. */
export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().max(31_536_000).default(3_600),
  refresh_token: z.string().min(1).optional(),
});

/** Without a scope the provider chooses. */
export const includeScope = ({ scope }: Pick<Provider, 'scope'>): { readonly scope?: string } =>
  scope === '' ? {} : { scope };

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
  await once(server.listen(port, '127.0.0.1'), 'listening');
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
