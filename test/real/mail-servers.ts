// Dovecot and Postfix as they come with Debian, on loopback, in a folder of their own.
// Dovecot runs wholly as its package's user; only Postfix's master is root. Nothing below /etc is read or written, and no mail leaves the machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../e2e/program.ts';
import { awaitLine, sizeOf } from './log-lines.ts';
import { CERTIFICATE, KEY } from '../cli/certificate.ts';
import { type DeliveryRoute, dovecotConf, headerChecks, introspectionConf, masterCf, mainCf, type OauthOptions, type Ports } from './server-settings.ts'; // prettier-ignore

export const DOMAIN = 'lab.test';
export const PASSWORD = 'secret';
/** Postfix takes mail for them, and Dovecot will not have it: it bounces. */
export const GHOST = 'ghost';
/** A service and its players. */
const ROLES = ['alice', 'bob', 'games'] as const;

/** The name of somebody in a group: 'alice-lmtp'. Groups do not share a mailbox, and may talk at the same time. */
export const nameIn = (group: string, role: (typeof ROLES)[number]): string =>
  group === '' ? role : `${role}-${group}`;

interface MailServersOptions {
  /** False: Dovecot alone, fed through LMTP. */
  readonly withPostfix: boolean;
  /** Dovecot knows every name. Postfix delivers to the services and players of these groups. */
  readonly groups: readonly string[];
  /** null: no access tokens and no TLS. */
  readonly oauth: OauthOptions | null;
  /** The services whose mail does not go to Dovecot. */
  readonly routes: readonly DeliveryRoute[];
}

const USUAL: MailServersOptions = { withPostfix: true, groups: [''], oauth: null, routes: [] };

export interface MailServers {
  readonly dir: string;
  readonly ports: Ports;
  readonly stopDovecot: () => Promise<void>;
  readonly startDovecot: () => Promise<void>;
  readonly stopPostfix: () => Promise<void>;
  readonly startPostfix: () => Promise<void>;
  /** Dovecot has no mailbox for these any more: Postfix reports what it cannot deliver. The ghost's is never there. Dovecot sees within a second what this has changed. */
  readonly refuse: (names: readonly string[]) => Promise<void>;
  /** Forgets the index of a mailbox: the same mails under another UIDVALIDITY. */
  readonly renumber: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

async function idsOf(user: string): Promise<Ids> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find(each => each.startsWith(`${user}:`));
  if (line === undefined)
    throw new Error(`There is no user ${user}: install dovecot-imapd, dovecot-lmtpd and postfix.`);
  const [, , uid, gid] = line.split(':').map(Number);
  return { uid: uid!, gid: gid! };
}

export async function startMailServers(options: Partial<MailServersOptions> = {}): Promise<MailServers> {
  const { withPostfix, groups, oauth, routes } = { ...USUAL, ...options };
  const dir = await mkdtemp(join(process.env['NEXPOST_REAL_DIR'] ?? tmpdir(), 'nexpost-servers-'));
  await chmod(dir, 0o755);
  const [imap = 0, lmtp = 0, sasl = 0, smtp = 0, submission = 0] = await freePorts(5);
  const ports = { imap, lmtp, sasl, smtp, submission };
  const dovecot = await dovecotIn(join(dir, 'dovecot'), ports, oauth);
  await dovecot.start();
  const names = [GHOST, ...groups.flatMap(group => ROLES.map(role => nameIn(group, role)))];
  const postfix = withPostfix ? await postfixIn(join(dir, 'postfix'), { ports, names, routes }) : null;
  await postfix?.start();
  return {
    dir,
    ports,
    stopDovecot: dovecot.stop,
    startDovecot: dovecot.start,
    stopPostfix: async () => postfix?.stop(),
    startPostfix: async () => postfix?.start(),
    refuse: names => denied(join(dir, 'dovecot'), names),
    renumber: async name => {
      const maildir = join(dir, 'dovecot', 'mail', name, 'Maildir');
      for (const file of await readdir(maildir)) if (file.startsWith('dovecot')) await rm(join(maildir, file));
    },
    close: async () => {
      await postfix?.stop();
      await dovecot.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const denied = (dir: string, names: readonly string[]): Promise<void> =>
  writeFile(join(dir, 'denied'), [GHOST, ...names].map(name => `${name}@${DOMAIN}:\n`).join(''));

interface Daemon {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function dovecotIn(dir: string, ports: Ports, oauth: OauthOptions | null): Promise<Daemon> {
  const ids = await idsOf('dovecot');
  for (const name of ['', 'run', 'state', 'mail']) {
    await mkdir(join(dir, name), { recursive: true });
    await chown(join(dir, name), ids.uid, ids.gid);
  }
  const conf = join(dir, 'dovecot.conf');
  await writeFile(conf, dovecotConf(dir, ids, ports, oauth));
  if (oauth !== null) {
    const files = { 'oauth2.conf': introspectionConf(oauth), 'tls.cert': CERTIFICATE, 'tls.key': KEY };
    for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  }
  await denied(dir, []);
  const log = join(dir, 'dovecot.log');
  let master: ChildProcess | null = null;
  return {
    start: async () => {
      const from = sizeOf(log);
      master = spawn('/usr/sbin/dovecot', ['-F', '-c', conf], {
        uid: ids.uid,
        gid: ids.gid,
        stdio: 'ignore',
        detached: true,
      });
      // It says so when its ports are open.
      await awaitLine(log, ' starting up for ', { from, child: master });
    },
    stop: async () => {
      const child = master;
      master = null;
      if (child?.exitCode !== null) return;
      const gone = once(child, 'close');
      // The whole group: sessions would outlive their master.
      process.kill(-child.pid!, 'SIGTERM');
      await gone;
    },
  };
}

interface PostfixOptions {
  readonly ports: Ports;
  readonly names: readonly string[];
  readonly routes: readonly DeliveryRoute[];
}

async function postfixIn(dir: string, { ports, names, routes }: PostfixOptions): Promise<Daemon> {
  const etc = join(dir, 'etc');
  for (const name of ['etc', 'spool', 'data']) await mkdir(join(dir, name), { recursive: true });
  const postfixIds = await idsOf('postfix');
  await chown(join(dir, 'data'), postfixIds.uid, 0);
  const addresses = (value: (name: string) => string): string =>
    names.map(name => `${name}@${DOMAIN} ${value(name)}\n`).join('');
  const vouch = (name: string): string =>
    `PREPEND Authentication-Results: ${DOMAIN}; auth=pass smtp.auth=${name}@${DOMAIN}`;
  await writeFile(
    join(etc, 'mailboxes'),
    addresses(name => name),
  );
  await writeFile(
    join(etc, 'logins'),
    addresses(name => `${name}@${DOMAIN}`),
  );
  await writeFile(join(etc, 'vouch'), addresses(vouch));
  await writeFile(join(etc, 'main.cf'), mainCf(dir, DOMAIN, ports));
  await writeFile(join(etc, 'master.cf'), masterCf(ports, routes));
  await writeFile(join(etc, 'outside-headers'), headerChecks);
  await writeFile(
    join(etc, 'transport'),
    routes.map(({ name, transport }) => `${name}@${DOMAIN} ${transport}\n`).join(''),
  );
  const log = join(dir, 'postfix.log');
  let running: ChildProcess | null = null;
  return {
    start: async () => {
      const from = sizeOf(log);
      running = spawn('/usr/sbin/postfix', ['-c', etc, 'start-fg'], { stdio: 'ignore' });
      // It says so when its ports are open.
      await awaitLine(log, ' daemon started -- ', { from, child: running });
    },
    stop: async () => {
      const child = running;
      running = null;
      if (child?.exitCode !== null) return;
      const gone = once(child, 'close');
      process.kill(Number(await readFile(join(dir, 'spool', 'pid', 'master.pid'), 'utf8')), 'SIGTERM');
      await gone;
    },
  };
}
