// The OAuth 2.0 endpoints and scopes of a provider, and requests to them.
import { z } from 'zod';
import { lookUp } from '#games/kit/look-up.ts';
import { parseJson } from '#games/kit/parse-json.ts';

/** The operator's settings. Empty texts: not set, or as usual for the provider. */
export interface OauthSettings {
  readonly provider: '' | 'microsoft' | 'google';
  /** The directory of an organisation at Microsoft. */
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly tokenUrl: string;
  readonly deviceUrl: string;
  readonly authorizeUrl: string;
  /** The file with the refresh token. */
  readonly tokenFile: string;
  /** A program that prints an access token. */
  readonly command: string;
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
export function resolveProvider(settings: Omit<OauthSettings, 'tokenFile' | 'command'>): Provider {
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
