// Logins by hand: device codes with their waits, and a browser that comes back to a port of this machine.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LoginContext, type Provider, logIn, resolveProvider } from '#adapters/oauth/provider.ts';
import { type OauthServer, refusal, startOauthServer } from './oauth-server.ts';

let server: OauthServer;
beforeEach(async () => {
  server = await startOauthServer();
});
afterEach(() => server.close());

const provider = (withDeviceCode: boolean): Provider =>
  resolveProvider(server.settings('/token', { deviceUrl: withDeviceCode ? `${server.url}/device` : '' }));

interface Bench {
  readonly context: LoginContext;
  readonly told: readonly string[];
  readonly naps: readonly number[];
  readonly stop: AbortController;
}

function bench(onTold: (text: string) => void = () => undefined): Bench {
  const [told, naps]: [string[], number[]] = [[], []];
  const stop = new AbortController();
  const tell = (text: string): void => {
    told.push(text);
    onTold(text);
  };
  const sleep = (ms: number): Promise<void> => {
    naps.push(ms / 1_000);
    return Promise.resolve();
  };
  return { context: { tell, sleep, port: 0, user: 'games@lab.test', signal: stop.signal }, told, naps, stop };
}

it('tells the code, and waits as long as the provider wants', async () => {
  const { context, told, naps } = bench();
  server.answerNext(refusal('authorization_pending'), refusal('slow_down'), refusal('authorization_pending'));
  expect(await logIn(provider(true), context)).toBe('refresh-1');
  expect(told).toEqual(['Open https://login.test and enter the code ABCD-EFGH.']);
  expect(naps).toEqual([5, 5, 10, 10]);
  expect(server.heard[0]).toEqual(['/device', { client_id: 'client', client_secret: 'client-secret', scope: 'mail' }]);
});

it.each([
  ['a code of two lines', { user_code: 'A\nOpen https://evil.test' }],
  ['a code with control characters', { user_code: '\u001b[2J' }],
  ['a long code', { user_code: 'a'.repeat(101) }],
  ['no page of the web', { verification_uri: 'javascript:alert(1)' }],
  ['a page of two lines', { verification_uri: 'https://login.test\nx' }],
])('shows the operator no device answer with %s', async (_, spoilt) => {
  const device = { device_code: 'x', user_code: 'ABCD', verification_uri: 'https://login.test', ...spoilt };
  const hostile = createServer((_request, response) => response.end(JSON.stringify(device))).listen(0, '127.0.0.1');
  await once(hostile, 'listening');
  const deviceUrl = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}/`;
  const { context, told } = bench();
  await expect(logIn({ ...provider(true), deviceUrl }, context)).rejects.toThrow('something else than');
  expect(told).toEqual([]);
  hostile.close();
});

it.each(['access_denied', 'expired_token'])('ends at %s', async error => {
  server.answerNext(refusal(error));
  await expect(logIn(provider(true), bench().context)).rejects.toThrow(error);
});

it('asks for another scope where there is no refresh token', async () => {
  server.answerNext({ status: 200, body: { access_token: 'access' } });
  await expect(logIn(provider(true), bench().context)).rejects.toThrow('gave no refresh token');
});

const addressIn = (text: string): URL => new URL(text.split('\n')[1] ?? '');

it('lets a browser log in, and proves that it is the same program that asks', async () => {
  let page = Promise.resolve('');
  const { context } = bench(text => {
    page = fetch(addressIn(text)).then(answer => answer.text());
  });
  expect(await logIn(provider(false), context)).toBe('refresh-1');
  const [[, asked]] = server.heard as [OauthServer['heard'][number]];
  expect(asked).toMatchObject({ response_type: 'code', client_id: 'client', scope: 'mail', login_hint: 'games@lab.test', code_challenge_method: 'S256' }); // prettier-ignore
  expect(asked['redirect_uri']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(await page).toContain('nexpost is logged in');
});

it('believes no request without its own secret', async () => {
  const statuses: number[] = [];
  const { context } = bench(text => {
    const address = addressIn(text);
    const redirect = address.searchParams.get('redirect_uri') ?? '';
    void (async () => {
      for (const query of ['?code=x', '?code=x&state=y', 'other?code=x'])
        statuses.push((await fetch(`${redirect}${query}`)).status);
      await fetch(address);
    })();
  });
  expect(await logIn(provider(false), context)).toBe('refresh-1');
  expect(statuses).toEqual([404, 404, 404]);
  expect(server.heard.map(([path]) => path)).toEqual(['/authorize', '/token']);
});

it('ends the connection of a silent program', async () => {
  const ended: Promise<unknown>[] = [];
  const { context } = bench(text => {
    const address = addressIn(text);
    const { port } = new URL(address.searchParams.get('redirect_uri') ?? '');
    const silent = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    ended.push(once(silent, 'close'));
    silent.write('GET / HTTP/1.1\r\n', () => void fetch(address));
  });
  expect(await logIn(provider(false), context)).toBe('refresh-1');
  expect(ended).toHaveLength(1);
  await Promise.all(ended);
});

it('ends where the user refuses, and where it is stopped', async () => {
  const refusing = bench(text => {
    const { searchParams } = addressIn(text);
    void fetch(
      `${searchParams.get('redirect_uri') ?? ''}?error=access_denied&state=${searchParams.get('state') ?? ''}`,
    );
  });
  await expect(logIn(provider(false), refusing.context)).rejects.toThrow('access_denied');
  const stopping = bench(() => stopping.stop.abort());
  await expect(logIn(provider(false), stopping.context)).rejects.toThrow('stopped');
});
