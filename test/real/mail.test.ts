// The service on Dovecot and Postfix: by IMAP, LMTP and a pipe, out of a backup, and with access tokens.
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OauthServer, startOauthServer } from '../adapters/oauth/oauth-server.ts';
import { CERTIFICATE } from '../cli/certificate.ts';
import { converse, expectGoodMails, MOVES, steps } from '../e2e/conversation.ts';
import { type Player, player } from '../e2e/player.ts';
import { builtProgram, NEXPOST, type Program, type Serving } from '../e2e/program.ts';
import { DOMAIN, PASSWORD, startMailServers, type MailServers } from './mail-servers.ts';
import { mailService, type MailService, socketOf } from './mail-service.ts';
import type { DeliveryRoute } from './server-settings.ts';

const idOf = (file: string, user: string): number =>
  Number(new RegExp(`^${user}:[^:]*:(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1]);

/** Folders of the user `nobody`, since a service switches to the owner of its folders. */
function makeFolders(program: Program): void {
  const [nobody, postfix] = [idOf('/etc/passwd', 'nobody'), idOf('/etc/group', 'postfix')];
  chmodSync(program.folder('.'), 0o755);
  for (const name of ['data', 'mail', 'run']) {
    mkdirSync(program.folder(name));
    chownSync(program.folder(name), nobody, postfix);
    // A socket in it is of the group of Postfix.
    chmodSync(program.folder(name), 0o2750);
  }
}

const byLmtp = (program: Program): DeliveryRoute => ({
  ...{ name: 'games-lmtp', transport: `lmtp:unix:${socketOf(program)}` },
  program: null,
});

const byPipe = (program: Program): DeliveryRoute => ({
  ...{ name: 'games-pipe', transport: 'nexpost:' },
  program: {
    user: 'nobody',
    argv: `${process.execPath} ${NEXPOST} deliver --config ${program.folder('config.json')} \${recipient}`,
  },
});

async function expectConversation({ talk }: MailService): Promise<void> {
  expectGoodMails(talk, await converse(talk));
}

/** The services hold their conversations at the same time: all of them wait for the servers. */
describe('by password', () => {
  const programs: Program[] = [];
  let servers: MailServers;
  let mailbox: MailService;
  let restored: MailService;
  let lmtp: MailService;
  let pipe: MailService;

  beforeAll(async () => {
    const made = (): Program => {
      programs.push(builtProgram());
      return programs.at(-1)!;
    };
    const [forLmtp, forPipe] = [made(), made()];
    for (const program of [forLmtp, forPipe]) makeFolders(program);
    servers = await startMailServers({
      groups: ['imap', 'backup', 'lmtp', 'pipe'],
      routes: [byLmtp(forLmtp), byPipe(forPipe)],
    });
    mailbox = mailService(made(), servers, { group: 'imap' });
    restored = mailService(made(), servers, { group: 'backup' });
    lmtp = mailService(forLmtp, servers, { group: 'lmtp', isDelivered: true });
    pipe = mailService(forPipe, servers, { group: 'pipe', isDelivered: true });
  });
  afterAll(async () => {
    for (const program of programs) await program.remove();
    await servers.close();
  });

  it.concurrent('holds the conversation', async () => {
    await mailbox.serve();
    await expectConversation(mailbox);
  });

  it.concurrent('holds the conversation by LMTP, stays healthy, checks itself, and keeps what was done', async () => {
    await lmtp.serve();
    await expectConversation(lmtp);
    const { program, serving, words } = lmtp;
    const health = await fetch(`http://127.0.0.1:${serving().ready.http}/health`);
    expect([health.status, await health.json()]).toMatchObject([200, { ok: true, smtp: 'connected' }]);
    expect(await program.start(['check', ...words, '--mail']).ended).toMatchObject({ code: 0 });
    expect((await serving().terminate()).code).toBe(0);
    expect(readdirSync(program.folder('mail/new'))).toEqual([]);
    expect(readdirSync(program.folder('mail/.Processed/cur')).length).toBeGreaterThan(10);
    expect(statSync(program.folder('mail/.Processed')).uid).toBe(idOf('/etc/passwd', 'nobody'));
  });

  it.concurrent('holds the conversation through a pipe', async () => {
    await pipe.serve();
    await expectConversation(pipe);
  });

  /** The backup is made while the mail of this step, bob's first move, is on its way. */
  const BACKUP_STEP = 5;

  /** Moves all mails that were dealt with back to where they are read. Resolves to their number. */
  async function moveBack(): Promise<number> {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: servers.ports.imap, secure: false, logger: false },
      auth: { user: restored.service, pass: PASSWORD },
    });
    await client.connect();
    const folder = (await client.list()).find(({ path }) => path.endsWith('Processed'))!.path;
    const lock = await client.getMailboxLock(folder);
    const moved = await client.messageMove('1:*', 'INBOX').finally(() => lock.release());
    await client.logout();
    return moved === false ? 0 : (moved.uidMap?.size ?? 0);
  }

  it.concurrent('leads from a backup to the last move of the game', async () => {
    const { alice, program, serve, service, serving, talk, words } = restored;
    const nexpost = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await program.start(args).ended;
      expect([code, stderr.includes('Error')]).toEqual([0, false]);
      return stdout;
    };
    const [data, file] = [program.folder('data'), program.folder('backup.gz')];
    const meanwhile = async (step: number): Promise<void> => {
      if (step === BACKUP_STEP) await nexpost('backup', file, '--data', data);
    };
    await serve();
    await converse({ ...talk, meanwhile });
    await serving().kill();
    rmSync(data, { recursive: true });

    await nexpost('restore', file, '--data', data);
    const lost = JSON.parse(await nexpost('admin', 'show', 'nex', '101', ...words)) as { readonly state: string };
    expect(lost.state).toBe('active');
    expect(await moveBack()).toBeGreaterThanOrEqual(steps.length - 1);
    const before = (await alice.inbox()).length;
    await serve();
    await alice.send({ to: service, subject: 'nex show 101', body: '', messageId: '<drill@client.test>' });
    const isShown = (text: string): boolean => MOVES.every(move => text.includes(move)) && text.includes('resigned');
    for (let count = before + 1; ; count++) {
      const mails = await alice.awaits(count);
      if (mails.slice(before).some(({ subject, text }) => subject === 'Nex Board 101: you won' && isShown(text))) break;
    }
    expect(await nexpost('check', '--data', data)).toContain('"ok":true');
  });

  it('does not believe what comes from outside: asks the owner instead', async () => {
    const { alice, service } = mailbox;
    const before = (await alice.inbox()).length;
    const outside = createTransport({ host: '127.0.0.1', port: servers.ports.smtp, secure: false, ignoreTLS: true });
    await outside.sendMail({
      from: alice.address,
      to: service,
      subject: 'nex challenge alice bob',
      text: '',
      headers: { 'Authentication-Results': `${DOMAIN}; auth=pass smtp.auth=${alice.address}` },
    });
    outside.close();
    const [question, ...more] = (await alice.awaits(before + 1)).slice(before);
    expect([question!.subject, more]).toEqual(['Did you send this mail to nexpost?', []]);
  });
});

/** TLS by a private authority, STARTTLS, and servers that are restarted: a pair of their own. */
describe('by access tokens', () => {
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
    servers = await startMailServers({ oauth: { introspectionUrl: `${provider.url}/introspect` } });
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
    alice = player({ address, user: address, password: PASSWORD, ports: () => ports });
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
});
