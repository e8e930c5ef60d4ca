// Renewals at a provider and by a program: refresh tokens are kept, refusals are told apart, and nothing secret is repeated.
import { chmod, chown, lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Renew, createCommand, createRefresh, writeRefreshToken } from '#adapters/oauth/access-tokens.ts';
import { resolveProvider } from '#adapters/oauth/provider.ts';
import type { Facts } from '#service/ports.ts';
import { FIRST_REFRESH_TOKEN, type OauthServer, refusal, startOauthServer } from './oauth-server.ts';

let dir = '';
let file = '';
let server: OauthServer;
let logged: [string, Facts][] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-oauth-'));
  file = join(dir, 'token.json');
  server = await startOauthServer({ rotates: true });
  logged = [];
  await writeRefreshToken(file, FIRST_REFRESH_TOKEN);
});
afterEach(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

const note = (event: string, facts: Facts = {}): void => void logged.push([event, facts]);

const refresh = (): Renew =>
  createRefresh(resolveProvider(server.settings(file)), file, { info: note, warn: note, error: note });

const kept = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

it('asks with the client, the scope and the refresh token, and keeps the new one for its owner alone', async () => {
  const renew = refresh();
  expect(await renew()).toEqual({ kind: 'token', token: 'access-1', lifetimeMs: 3_600_000 });
  expect(server.heard).toEqual([
    [
      '/token',
      {
        ...{ client_id: 'client', client_secret: 'client-secret', scope: 'mail' },
        ...{ grant_type: 'refresh_token', refresh_token: FIRST_REFRESH_TOKEN },
      },
    ],
  ]);
  expect(await kept()).toEqual({ refreshToken: 'refresh-1' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await renew()).toMatchObject({ token: 'access-2' });
  expect(await kept()).toEqual({ refreshToken: 'refresh-2' });
});

it('leaves a file that is a link where it is, with its owner', async () => {
  const link = join(dir, 'link.json');
  await symlink(file, link);
  // Root alone may give files away.
  const owner = process.getuid?.() === 0 ? 65_534 : (await stat(file)).uid;
  await chown(file, owner, (await stat(file)).gid);
  await writeRefreshToken(link, 'newest');
  expect(await kept()).toEqual({ refreshToken: 'newest' });
  expect([(await lstat(link)).isSymbolicLink(), (await stat(file)).uid]).toEqual([true, owner]);
});

it('uses a token that another process has stored, also while this one asks', async () => {
  const [one, other] = [refresh(), refresh()];
  await one();
  expect(await other()).toMatchObject({ token: 'access-2' });
  server.answerNext({ ...refusal('invalid_grant'), before: other });
  expect(await one()).toMatchObject({ token: 'access-4' });
});

it('goes on with a new refresh token that cannot be written, and says so', async () => {
  // The file beside it that it would first be written to has a name that is too long.
  file = join(dir, 'x'.repeat(250));
  await writeFile(file, JSON.stringify({ refreshToken: FIRST_REFRESH_TOKEN }));
  const renew = refresh();
  expect([await renew(), await renew()]).toMatchObject([{ token: 'access-1' }, { token: 'access-2' }]);
  expect(await kept()).toEqual({ refreshToken: FIRST_REFRESH_TOKEN });
  expect(logged.map(([event]) => event)).toEqual(['oauth-token-not-stored', 'oauth-token-not-stored']);
  expect(JSON.stringify(logged)).not.toContain('refresh-');
});

it.each([
  ['invalid_grant', 'The consent to use the mailbox has ended. Run `nexpost login`.'],
  ['interaction_required', 'The consent to use the mailbox has ended. Run `nexpost login`.'],
  ['invalid_client', "The provider refuses an access token. See 'oauth' in the configuration."],
])('%s is a refusal', async (error, why) => {
  server.answerNext(refusal(error, 'AADSTS1: no\nTrace ID: 7'));
  expect(await refresh()()).toEqual({ kind: 'refused', why, answer: `${error}: AADSTS1: no` });
});

it('names the file where there is no refresh token', async () => {
  await rm(file);
  expect(await refresh()()).toEqual({ kind: 'refused', why: `There is no file ${file}. Run \`nexpost login\`.`, answer: '' }); // prettier-ignore
  expect(server.heard).toEqual([]);
});

it('repeats neither tokens nor secrets that a provider repeats', async () => {
  server.endConsent();
  expect(await refresh()()).toMatchObject({ answer: 'invalid_grant: AADSTS50173: … was revoked.' });
  server.answerNext(refusal('invalid_client', 'client-secret is wrong'));
  expect(await refresh()()).toMatchObject({ answer: 'invalid_client: … is wrong' });
});

it.each([
  ['temporarily_unavailable', refusal('temporarily_unavailable'), 'temporarily_unavailable'],
  ['a fault of the server', { status: 503, body: {} }, 'answered 503'],
  ['another answer', { status: 200, body: { hello: 'world' } }, 'answered something else than a token'],
  ['a long answer', { status: 200, body: { access_token: 'x'.repeat(200_000) } }, 'its answer is too long'],
])('tries again later after %s', async (_, answer, why) => {
  server.answerNext(answer);
  await expect(refresh()()).rejects.toThrow(why);
});

it('says what keeps it from the provider', async () => {
  const settings = server.settings(file, { tokenUrl: 'http://127.0.0.1:1/token' });
  const renew = createRefresh(resolveProvider(settings), file, { info: note, warn: note, error: note });
  await expect(renew()).rejects.toThrow(/^127\.0\.0\.1:1 cannot be reached \(.+\)$/);
});

it('says that a file holds no refresh token, and not what it holds', async () => {
  await writeFile(file, 'secret');
  await expect(refresh()()).rejects.toThrow(new RegExp(`^${file} holds no refresh token$`));
});

async function program(lines: string): Promise<string> {
  const path = join(dir, 'print-token');
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
}

it('takes the first line that a program prints, for a minute', async () => {
  const renew = createCommand(await program('echo token-1\necho more'));
  expect(await renew()).toEqual({ kind: 'token', token: 'token-1', lifetimeMs: 60_000 });
});

it.each([
  ['fails', 'echo secret; echo secret >&2; exit 3', 'print-token failed (3)'],
  ['prints nothing', ':', 'printed no access token on its first line'],
  ['prints a sentence', 'echo not logged in', 'printed no access token on its first line'],
])('repeats nothing of a program that %s', async (_, lines, why) => {
  const error: unknown = await createCommand(await program(lines))().catch((reason: unknown) => reason);
  expect(String(error)).toContain(why);
  expect(String(error)).not.toContain('secret');
});

it('knows the endpoints of Microsoft and Google, which settings replace', () => {
  const settings = { ...server.settings(file), scope: '', tokenUrl: '', deviceUrl: '', authorizeUrl: '' };
  expect(resolveProvider({ ...settings, provider: 'microsoft', tenant: 'example.org' })).toMatchObject({
    scope: expect.stringContaining('offline_access') as string,
    tokenUrl: 'https://login.microsoftonline.com/example.org/oauth2/v2.0/token',
    deviceUrl: 'https://login.microsoftonline.com/example.org/oauth2/v2.0/devicecode',
  });
  expect(resolveProvider({ ...settings, provider: 'google', scope: 'own' })).toMatchObject({
    ...{ scope: 'own', tokenUrl: 'https://oauth2.googleapis.com/token', deviceUrl: '' },
    authorizeUrl: expect.stringContaining('access_type=offline') as string,
  });
});
