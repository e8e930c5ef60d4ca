// `nexpost login`: keeps the refresh token of the mailbox, and says first what would prevent it.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommandLine } from '#cli/main.ts';
import { type OauthServer, startOauthServer } from '../adapters/oauth/oauth-server.ts';
import { runVerb } from './run-verb.ts';

let dir = '';
let provider: OauthServer;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-login-'));
  provider = await startOauthServer();
});
afterEach(async () => {
  await provider.close();
  await rm(dir, { recursive: true });
});

async function writeSettings(oauth: object): Promise<string> {
  const file = join(dir, 'service.json');
  const server = { host: 'mail.test', user: 'games@lab.test' };
  await writeFile(file, JSON.stringify({ address: 'games@lab.test', imap: server, smtp: server, oauth }));
  return file;
}

it('lets the operator log in by a browser, and keeps the token for its owner alone', async () => {
  const tokenFile = join(dir, 'token.json');
  const config = await writeSettings(provider.settings(tokenFile));
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let told = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    const [address] = /^http\S+/m.exec(text) ?? [];
    if (address !== undefined && told === '') void fetch(address);
    told += text;
  });
  expect(await runCommandLine(['login', '--config', config], { stdin, stdout, stderr })).toBe(0);
  expect(told).toContain(`nexpost is logged in. The refresh token is in ${tokenFile}.`);
  expect(told).not.toContain('refresh-1');
  expect(JSON.parse(await readFile(tokenFile, 'utf8'))).toEqual({ refreshToken: 'refresh-1' });
  expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
});

it.each([
  [{}, "'imap.password' is missing"],
  [{ command: '/usr/bin/token' }, "/usr/bin/token ('oauth.command') prints the access tokens"],
  [{ clientId: 'c', tokenUrl: 'https://x.test', tokenFile: '/token' }, "'oauth.deviceUrl' or 'oauth.authorizeUrl' is missing"], // prettier-ignore
  [{ clientId: 'c', provider: 'google', tokenFile: '/nowhere/token' }, "The folder of 'oauth.tokenFile' cannot be written"], // prettier-ignore
])('says what is missing: %j', async (oauth, sentence) => {
  const { code, stderr } = await runVerb('login', '--config', await writeSettings(oauth));
  expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
});

it('needs a configuration', async () => {
  const { code, stderr } = await runVerb('login');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--config FILE is needed')]);
});
