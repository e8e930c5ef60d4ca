// Both mail servers take access tokens: a token that ends in the middle, a consent that ends, a private authority, IPv6.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#adapters/clock.ts';
import { checkImapLogin, type ImapSettings } from '#adapters/imap/connection.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import { checkSmtpLogin, createSmtpSender, type SmtpSettings } from '#adapters/smtp/sender.ts';
import { writeRefreshToken } from '#adapters/oauth/access-tokens.ts';
import { type ServiceSettings } from '#adapters/settings/schema.ts';
import { createMailLogins, type MailLogins } from '#composition/mail-access.ts';
import { createEmbeddedSettings } from '#composition/service-settings.ts';
import { reportOnMail } from '#cli/check/mail-report.ts';
import type { Facts, Log, Outgoing } from '#service/ports.ts';
import { CERTIFICATE, KEY } from '#test/cli/certificate.ts';
import { type ScriptedServer, scriptedServer } from '../imap/scripted-server.ts';
import { FIRST_REFRESH_TOKEN, type OauthServer, refusal, startOauthServer } from './oauth-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

let dir = '';
let provider: OauthServer;
let logged: [string, Facts][] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-oauth-'));
  cleanups.push(() => rm(dir, { recursive: true }));
  provider = await startOauthServer({ rotates: true });
  cleanups.push(provider.close);
  await writeRefreshToken(join(dir, 'token.json'), FIRST_REFRESH_TOKEN);
  logged = [];
});

const note = (event: string, facts: Facts = {}): void => void logged.push([event, facts]);
const log: Log = { info: note, warn: note, error: note };

/** The token in what a client says of itself (XOAUTH2). */
const tokenIn = (encoded: string): string =>
  /auth=Bearer ([^\u0001]*)/.exec(Buffer.from(encoded, 'base64').toString('latin1'))?.[1] ?? '';

async function startImap(): Promise<ScriptedServer> {
  const server = await scriptedServer({
    capabilities: 'IMAP4rev1 IDLE MOVE UIDPLUS SASL-IR AUTH=PLAIN AUTH=XOAUTH2',
    handlers: {
      AUTHENTICATE: ({ tag, args, ok, send }) =>
        provider.isValid(tokenIn(args.split(' ')[1] ?? ''))
          ? ok()
          : send(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)\r\n`),
    },
  });
  cleanups.push(server.close);
  return server;
}

/** The tokens that were offered, and the mails that were taken. */
interface Smtp {
  readonly port: number;
  readonly offered: readonly string[];
  readonly taken: () => number;
}

async function startSmtp(): Promise<Smtp> {
  const offered: string[] = [];
  let taken = 0;
  const server = new SMTPServer({
    authMethods: ['XOAUTH2'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ accessToken = '', username = '' }, _, done) => {
      offered.push(accessToken);
      const isValid = provider.isValid(accessToken);
      done(null, isValid ? { user: username } : { data: { status: '401', schemes: 'bearer', scope: 'mail' } });
    },
    onData: (stream, _, done) => {
      stream.resume().on('end', () => {
        taken += 1;
        done();
      });
    },
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise<void>(resolve => server.close(resolve)));
  return { port: (server.server.address() as AddressInfo).port, offered, taken: () => taken };
}

function settingsFor(imapPort: number, smtpPort: number): ServiceSettings {
  const settings = createEmbeddedSettings({ imapPort, smtpPort, servicePassword: '' }, 1);
  return { ...settings, oauth: provider.settings(join(dir, 'token.json')) };
}

function login(imapPort: number, smtpPort = 1): MailLogins & { readonly imap: ImapSettings } {
  const { imap, ...logins } = createMailLogins(settingsFor(imapPort, smtpPort), log);
  return { ...logins, imap: imap! };
}

const mail = (): Outgoing => ({
  ...{ id: 'm1', from: 'games@example.test', to: ['bob@example.test'], messageId: '<m1@example.test>', tries: 0 },
  raw: Buffer.from('From: games@example.test\r\n\r\nHello.\r\n'),
});

const renewals = (): number => logged.filter(([event]) => event === 'oauth-renewed').length;

it('reads mail, and renews the token that the server refuses', async () => {
  const server = await startImap();
  const { imap } = login(server.port);
  await checkImapLogin(imap);
  expect([provider.heard.length, renewals()]).toEqual([1, 1]);
  provider.expireAll();
  await checkImapLogin(imap);
  expect([provider.heard.length, renewals()]).toEqual([2, 2]);
  expect(server.heard.filter(command => command === 'AUTHENTICATE')).toHaveLength(3);
  expect(server.heard).not.toContain('LOGIN');
});

it('sends mail, and renews the token that the server refuses', async () => {
  const server = await startSmtp();
  const { smtp } = login(1, server.port);
  for (let count = 1; count <= 2; count += 1) {
    const sender = createSmtpSender(smtp, log);
    expect(await sender.send(mail())).toMatchObject({ kind: 'sent' });
    await sender.close();
    provider.expireAll();
  }
  expect(server.offered).toEqual(['access-1', 'access-1', 'access-2']);
  expect([server.taken(), renewals()]).toEqual([2, 2]);
});

it('shares one token between both servers', async () => {
  const [imapServer, smtpServer] = [await startImap(), await startSmtp()];
  const { imap, smtp } = login(imapServer.port, smtpServer.port);
  await Promise.all([checkImapLogin(imap), checkSmtpLogin(smtp), checkSmtpLogin(smtp)]);
  expect(renewals()).toBe(1);
});

it('gives no mail up when the consent ends: it pauses, as if the server refused the login', async () => {
  const server = await startSmtp();
  provider.endConsent();
  const sender = createSmtpSender(login(1, server.port).smtp, log);
  cleanups.push(sender.close);
  expect(await sender.send(mail())).toMatchObject({ kind: 'limited', why: expect.stringContaining('nexpost login') as string }); // prettier-ignore
  expect(logged.map(([event]) => event)).toEqual(['oauth-refused', 'smtp-login-refused']);
  expect(server.offered).toEqual([]);
});

it('tries a mail again while the provider is away', async () => {
  const server = await startSmtp();
  provider.answerNext({ status: 503, body: {} });
  const sender = createSmtpSender(login(1, server.port).smtp, log);
  cleanups.push(sender.close);
  expect(await sender.send(mail())).toMatchObject({ kind: 'failed', why: expect.stringContaining('answered 503') as string }); // prettier-ignore
  expect(logged.map(([event]) => event)).toEqual(['smtp-unreachable']);
});

it('does not ask the IMAP server while there is no consent, and waits as after a refused login', async () => {
  const server = await startImap();
  provider.endConsent();
  const stop = new AbortController();
  const slept = new Promise<number>(resolve => {
    const sleep = (ms: number): Promise<void> => {
      resolve(ms);
      stop.abort();
      return Promise.resolve();
    };
    const box = createImapMailbox(login(server.port).imap, { mailBytes: 1_000 }, { ...systemClock, sleep }, log);
    void box.next(1, stop.signal);
  });
  expect(await slept).toBeGreaterThan(200_000);
  expect(logged.map(([event]) => event)).toEqual(['oauth-refused', 'imap-login-refused']);
  expect(server.heard).toEqual([]);
});

it('writes no token and no secret to the log', async () => {
  const [imapServer, smtpServer] = [await startImap(), await startSmtp()];
  const { imap, smtp } = login(imapServer.port, smtpServer.port);
  provider.answerNext({ status: 200, body: { access_token: 'access-wrong' } });
  await checkImapLogin(imap);
  provider.expireAll();
  provider.endConsent();
  await expect(checkImapLogin(imap)).rejects.toThrow('nexpost login');
  await expect(checkSmtpLogin(smtp)).rejects.toThrow('nexpost login');
  expect(logged.length).toBeGreaterThan(2);
  expect(JSON.stringify(logged)).not.toMatch(/access-|refresh-|client-secret/);
});

it('check --mail names what is wrong with tokens', async () => {
  const [imapServer, smtpServer] = [await startImap(), await startSmtp()];
  const settings = settingsFor(imapServer.port, smtpServer.port);
  provider.answerNext(refusal('invalid_grant', 'revoked'));
  expect(await reportOnMail(settings, null, 1)).toMatchObject([
    {
      where: 'oauth',
      what: expect.stringContaining('Run `nexpost login`. The provider: invalid_grant: revoked') as string,
    },
  ]);
  // Of somebody else: each server refuses two of them.
  provider.answerNext(...['a', 'b', 'c', 'd'].map(name => ({ status: 200, body: { access_token: name } })));
  const whats = (await reportOnMail(settings, null, 1)).map(({ what }) => what);
  expect(whats).toHaveLength(2);
  for (const what of whats) expect(what).toContain('the access token is not for this server');
});

it('check --mail names a server that takes no tokens', async () => {
  const plain = await scriptedServer({ capabilities: 'IMAP4rev1 AUTH=PLAIN' });
  cleanups.push(plain.close);
  const [finding] = await reportOnMail(settingsFor(plain.port, 1), null, 1);
  expect(finding?.what).toContain('does not offer this way to log in');
});

/** Servers that say nothing but show the certificate. */
async function startTls(host: string): Promise<number> {
  const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, socket => {
    socket.on('error', () => undefined);
    socket.end();
  });
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  cleanups.push(() => new Promise<void>(resolve => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

const plainSettings = (host: string, port: number, ca: string): ImapSettings & SmtpSettings => {
  const { imap, smtp } = createEmbeddedSettings(null, 1);
  return { ...imap, ...smtp, host, port, ca, secure: true };
};

it('trusts a private authority, and no one else then', async () => {
  const ca = join(dir, 'ca.pem');
  await writeFile(ca, CERTIFICATE);
  const port = await startTls('127.0.0.1');
  for (const check of [checkImapLogin, checkSmtpLogin]) {
    await expect(check(plainSettings('127.0.0.1', port, ''))).rejects.toThrow('self-signed certificate');
    // The certificate is right, and the server closes the connection.
    await expect(check(plainSettings('127.0.0.1', port, ca))).rejects.toThrow(/^(?!.*certificate).*$/);
  }
});

it('reaches a server at an IPv6 address', async () => {
  const server = await scriptedServer({ host: '::1' });
  cleanups.push(server.close);
  await checkImapLogin({ ...plainSettings('::1', server.port, ''), secure: false, password: 'x' });
  expect(server.heard).toContain('SELECT');
});
