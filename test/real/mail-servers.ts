// Dovecot and Postfix as they come with Debian, on loopback, in a folder of their own: the mail servers the service meets in the world.
// Dovecot runs wholly as its package's user; only Postfix's master is root. Nothing below /etc is read or written, and no mail leaves the machine.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chown, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from '../e2e/program.ts';
import { dovecotConf, headerChecks, masterCf, mainCf, type Ports } from './server-settings.ts';

const run = promisify(execFile);

export const DOMAIN = 'lab.test';
export const PASSWORD = 'secret';
/** Postfix takes mail for them, and Dovecot will not have it: it bounces. */
export const GHOST = 'ghost';
/** Dovecot knows every other name; Postfix delivers to these. */
const PEOPLE = ['alice', 'bob', 'games', GHOST];

export interface MailServers {
  readonly dir: string;
  readonly ports: Ports;
  readonly stopDovecot: () => Promise<void>;
  readonly startDovecot: () => Promise<void>;
  readonly stopPostfix: () => Promise<void>;
  readonly startPostfix: () => Promise<void>;
  /** Dovecot has no mailbox for these any more: Postfix reports what it cannot deliver. The ghost's is never there. */
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

/** `withPostfix` false: Dovecot alone, fed through LMTP. */
export async function startMailServers(withPostfix: boolean): Promise<MailServers> {
  const dir = await mkdtemp(join(process.env['NEXPOST_REAL_DIR'] ?? tmpdir(), 'nexpost-servers-'));
  await chmod(dir, 0o755);
  const [imap = 0, lmtp = 0, sasl = 0, smtp = 0, submission = 0] = await freePorts(5);
  const ports = { imap, lmtp, sasl, smtp, submission };
  const dovecot = await dovecotIn(join(dir, 'dovecot'), ports);
  await dovecot.start();
  const postfix = withPostfix ? await postfixIn(join(dir, 'postfix'), ports) : null;
  await postfix?.start();
  return {
    dir,
    ports,
    stopDovecot: dovecot.stop,
    startDovecot: dovecot.start,
    stopPostfix: async () => postfix?.stop(),
    startPostfix: async () => postfix?.start(),
    refuse: async names => {
      await denied(join(dir, 'dovecot'), names);
      // Dovecot looks whether the file has changed only once in a second.
      await sleep(1_100);
    },
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

async function dovecotIn(dir: string, ports: Ports): Promise<Daemon> {
  const ids = await idsOf('dovecot');
  for (const name of ['', 'run', 'state', 'mail']) {
    await mkdir(join(dir, name), { recursive: true });
    await chown(join(dir, name), ids.uid, ids.gid);
  }
  const conf = join(dir, 'dovecot.conf');
  await writeFile(conf, dovecotConf(dir, ids, ports));
  await denied(dir, []);
  let master: ChildProcess | null = null;
  return {
    start: async () => {
      master = spawn('/usr/sbin/dovecot', ['-F', '-c', conf], {
        uid: ids.uid,
        gid: ids.gid,
        stdio: 'ignore',
        detached: true,
      });
      await Promise.all([ports.imap, ports.lmtp, ports.sasl].map(port => listening(port, join(dir, 'dovecot.log'))));
    },
    stop: async () => {
      const child = master;
      master = null;
      if (child?.exitCode !== null) return;
      const gone = new Promise(resolve => child.once('close', resolve));
      // The whole group: sessions would outlive their master.
      process.kill(-child.pid!, 'SIGTERM');
      await gone;
    },
  };
}

async function postfixIn(dir: string, ports: Ports): Promise<Daemon> {
  const etc = join(dir, 'etc');
  for (const name of ['etc', 'spool', 'data']) await mkdir(join(dir, name), { recursive: true });
  const postfixIds = await idsOf('postfix');
  await chown(join(dir, 'data'), postfixIds.uid, 0);
  const addresses = (value: (name: string) => string): string =>
    PEOPLE.map(name => `${name}@${DOMAIN} ${value(name)}\n`).join('');
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
  await writeFile(join(etc, 'master.cf'), masterCf(ports));
  await writeFile(join(etc, 'outside-headers'), headerChecks);
  const postfix = async (verb: string): Promise<void> => {
    await run('/usr/sbin/postfix', ['-c', etc, verb]);
  };
  let isUp = false;
  return {
    start: async () => {
      await postfix('start');
      isUp = true;
      await Promise.all([ports.smtp, ports.submission].map(port => listening(port, join(dir, 'postfix.log'))));
    },
    stop: async () => {
      if (!isUp) return;
      isUp = false;
      await postfix('stop');
      await gone(join(dir, 'spool', 'pid', 'master.pid'));
    },
  };
}

/** `postfix stop` returns while the last processes still go. */
async function gone(pidFile: string): Promise<void> {
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).trim());
  for (let tries = 0; tries < 200 && pid > 0; tries++) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(25);
  }
}

async function listening(port: number, log: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const isOpen = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (isOpen) return;
    await sleep(25);
  }
  throw new Error(`port ${port} never opened: ${await readFile(log, 'utf8').catch(() => 'no log')}`);
}
