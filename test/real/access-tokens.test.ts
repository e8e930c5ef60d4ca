// The service on Dovecot and Postfix without a password: access tokens, one of which ends in the middle, STARTTLS, a private authority.
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OauthServer, startOauthServer } from '../adapters/oauth/oauth-server.ts';
import { CERTIFICATE } from '../cli/certificate.ts';
import type { Player } from '../e2e/player.ts';
import { builtProgram, type Program, type Serving } from '../e2e/program.ts';
import { listenAs } from './listening.ts';
import { DOMAIN, PASSWORD, startMailServers, type MailServers } from './mail-servers.ts';

const SERVICE = `games@${DOMAIN}`;

let program: Program;
let provider: OauthServer;
let servers: MailServers;
let serving: Serving;
let alice: Player;
let config = '';
let tokenFile = '';

/** The events of the service's log. */
const events: string[] = [];
const news = new EventTarget();

async function awaitEvent(event: string, count: number): Promise<void> {
  while (events.filter(each => each === event).length < count) await once(news, 'line');
}

beforeAll(async () => {
  program = builtProgram();
  provider = await startOauthServer({ rotates: true, user: SERVICE });
  servers = await startMailServers(true, { introspectionUrl: `${provider.url}/introspect` });
  mkdirSync(program.folder('oauth'));
  config = program.folder('config.json');
  tokenFile = join(program.folder('oauth'), 'token.json');
  const ca = program.folder('ca.pem');
  writeFileSync(ca, CERTIFICATE);
  const login = { host: '127.0.0.1', secure: false, user: SERVICE };
  const settings = {
    ...{ address: SERVICE, trustedAuthservIds: [DOMAIN], oauth: provider.settings(tokenFile) },
    imap: { ...login, port: servers.ports.imap, ca, sweepSeconds: 5 },
    smtp: { ...login, port: servers.ports.submission },
  };
  writeFileSync(config, JSON.stringify(settings));
  const ports = { smtp: servers.ports.submission, imap: servers.ports.imap };
  const address = `alice@${DOMAIN}`;
  alice = listenAs({ address, user: address, password: PASSWORD, ports: () => ports });
});
afterAll(async () => {
  await program.remove();
  await servers.close();
  await provider.close();
});

const runCheck = async (): Promise<string> => {
  const words = ['check', '--data', program.folder('data'), '--config', config, '--mail'];
  return (await program.start(words).ended).stdout;
};

const restartServers = async (): Promise<void> => {
  await servers.stopDovecot();
  await servers.stopPostfix();
  await servers.startDovecot();
  await servers.startPostfix();
};

const readLogins = (): readonly string[] =>
  readFileSync(join(servers.dir, 'dovecot', 'dovecot.log'), 'latin1')
    .split('\n')
    .filter(line => line.includes('imap-login') && line.includes(`user=<${SERVICE}>`));

it('logs in by hand, once', async () => {
  const login = program.start(['login', '--config', config]);
  createInterface(login.process.stdout!).on('line', line => {
    // As a browser would, in which the user consents.
    if (line.startsWith('http')) void fetch(line);
  });
  expect(await login.ended).toMatchObject({ code: 0 });
  expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
});

it('reads and sends mail, IMAP being encrypted by a private authority', async () => {
  serving = await program.serve(['--data', program.folder('data'), '--http-port', '0', '--config', config]);
  createInterface(serving.process.stderr!).on('line', line => {
    events.push((JSON.parse(line) as { readonly event: string }).event);
    news.dispatchEvent(new Event('line'));
  });
  await alice.send({ to: SERVICE, subject: 'help', messageId: `<help1@${DOMAIN}>` });
  const [answer] = await alice.awaits(1);
  expect(answer?.from).toBe(SERVICE);
  const logins = readLogins();
  expect(logins.length).toBeGreaterThan(0);
  for (const line of logins) expect(line).toMatch(/method=OAUTHBEARER.*TLS/);
  expect(await runCheck()).toContain('"ok":true');
});

it('goes on with a new token when the servers refuse the one that it has', async () => {
  provider.expireAll();
  await restartServers();
  await awaitEvent('oauth-renewed', 1);
  await alice.send({ to: SERVICE, subject: 'help', messageId: `<help2@${DOMAIN}>` });
  expect(await alice.awaits(2)).toHaveLength(2);
  expect(events).not.toContain('imap-login-refused');
  expect(events).not.toContain('smtp-login-refused');
});

it('says that the consent has ended, in the log, in /health and in check', async () => {
  provider.endConsent();
  provider.expireAll();
  await servers.stopDovecot();
  await servers.startDovecot();
  await awaitEvent('oauth-refused', 1);
  await awaitEvent('imap-login-refused', 1);
  const answer = await fetch(`http://127.0.0.1:${serving.ready.http}/health`);
  const { reasons } = (await answer.json()) as { readonly reasons: readonly unknown[] };
  expect(answer.status).toBe(503);
  expect(reasons).toContainEqual({ what: 'oauth', why: 'The consent to use the mailbox has ended. Run `nexpost login`.' }); // prettier-ignore
  expect(await runCheck()).toContain('Run `nexpost login`. The provider: invalid_grant');
  const { stderr } = await serving.terminate();
  expect(stderr).not.toMatch(/access-\d|refresh-\d|client-secret/);
});
