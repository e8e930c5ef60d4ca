// Opens the mailbox and the mail servers: real ones, or embedded ones of this or another process.
import { join } from 'node:path';
import { systemClock } from '#adapters/clock.ts';
import { makeFolder } from '#adapters/store/json/make-folder.ts';
import { createImapArchive } from '#adapters/imap/archive.ts';
import { createImapQuarantine } from '#adapters/imap/quarantine.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import type { ServiceSettings } from '#adapters/settings.ts';
import { createSmtpSender, checkSmtpServer } from '#adapters/smtp/sender.ts';
import { lockFolder } from '#adapters/store/json/lock.ts';
import { limits } from '#core/kernel/limits.ts';
import { type EmbeddedServers, startEmbedded } from '#trial/start-embedded.ts';
import type { Log, MailArchive, Mailbox, Quarantine, Sender, ServerState } from '#service/ports.ts';
import type { Leases } from '#service/shared-ports.ts';
import { ACCOUNT, DOMAIN, createEmbeddedSettings, HOST } from './service-settings.ts';
import { createMailLogins } from './mail-logins.ts';
import { waitFor, findRunningServers } from './mail-servers.ts';
import type { Shared } from './storage.ts';

/** The embedded servers' ports. */
export interface MailPorts {
  readonly smtpPort: number;
  readonly imapPort: number;
}

export interface MailAccess {
  readonly settings: ServiceSettings;
  /** null: the servers are real ones. */
  readonly ports: MailPorts | null;
  readonly mailbox: Mailbox;
  readonly archive: MailArchive;
  readonly quarantine: Quarantine;
  readonly sender: Sender;
  /** Does the SMTP server accept our login now? Logged as well. */
  readonly smtpStanding: () => Promise<ServerState>;
  /** Registers a listener for a restart of the embedded servers on other ports. */
  readonly onMoved: (act: (ports: MailPorts) => void) => void;
  readonly close: () => Promise<void>;
}

export interface MailOptions extends MailPorts {
  readonly data: string;
  /** null: embedded servers. */
  readonly settings: ServiceSettings | null;
  /** Does this process run embedded servers, unless another one does? */
  readonly mayRunServers: boolean;
  readonly sweepSeconds: number;
  readonly shared: Shared | null;
  readonly leases: Leases;
  readonly log: Log;
}

/** The name of the lock that the process with the embedded servers holds. */
const MAIL_SERVERS = 'the mail servers';

const LOOK_MS = 500;

/** Rejects with one sentence if a port is taken, or if no process runs the servers. */
export async function openMail(options: MailOptions): Promise<MailAccess> {
  const { settings, shared, mayRunServers, sweepSeconds, log } = options;
  if (settings !== null) return { ...accessRealServers(settings, log), ports: null };
  if (mayRunServers && (await areOurs(options))) {
    const servers = await runServers(options);
    await shared?.mailServers.tell({ ...portsOf(servers), password: servers.servicePassword });
    const access = accessRealServers(createEmbeddedSettings(servers, sweepSeconds), log);
    const close = async (): Promise<void> => {
      await access.close();
      await servers.close();
    };
    return { ...access, ports: portsOf(servers), close };
  }
  if (shared === null) throw new Error('somebody has to run the mail servers');
  return followServers(shared, sweepSeconds, log);
}

/** True if no other process runs them. If two processes start at once, the lock decides. */
async function areOurs({ shared, leases }: MailOptions): Promise<boolean> {
  if (shared === null) return true;
  return waitFor(async () => {
    if ((await findRunningServers(shared.mailServers.known)) !== null) return false;
    return (await leases.take([MAIL_SERVERS])).length > 0 ? true : null;
  });
}

const portsOf = ({ smtpPort, imapPort }: MailPorts): MailPorts => ({ smtpPort, imapPort });

async function runServers({ data, smtpPort, imapPort, shared, log }: MailOptions): Promise<EmbeddedServers> {
  await makeFolder(data);
  // With a database no store has locked the folder yet.
  const lock = shared === null ? null : await lockFolder(data);
  const dir = join(data, 'mail');
  const where = { smtpPort, imapPort, domain: DOMAIN, service: ACCOUNT, host: HOST };
  const servers = await startEmbedded({ dir, ...where, log: log.info }).catch(async (error: unknown) => {
    await lock?.release();
    throw error;
  });
  return {
    ...servers,
    close: async () => {
      await servers.close();
      await lock?.release();
    },
  };
}

function accessRealServers(settings: ServiceSettings, log: Log): Omit<MailAccess, 'ports'> {
  const { imap, smtp } = createMailLogins(settings, log);
  const mailbox = createImapMailbox(imap, { mailBytes: limits.mailBytes }, systemClock, log);
  const sender = createSmtpSender(smtp, log);
  return {
    ...{ settings, mailbox, sender },
    archive: createImapArchive(imap),
    quarantine: createImapQuarantine(imap),
    smtpStanding: () => checkSmtpServer(smtp, log),
    onMoved: () => undefined,
    close: async () => {
      await sender.close();
      await mailbox.close();
    },
  };
}

/** Uses the servers of another process. After a restart they may listen on other ports. */
async function followServers(shared: Shared, sweepSeconds: number, log: Log): Promise<MailAccess> {
  let servers = await waitFor(() => findRunningServers(shared.mailServers.known));
  const createAccess = (): Omit<MailAccess, 'ports'> =>
    accessRealServers(createEmbeddedSettings({ ...servers, servicePassword: servers.password }, sweepSeconds), log);
  let current = createAccess();
  let moved = new AbortController();
  const told: ((ports: MailPorts) => void)[] = [];
  const look = async (): Promise<void> => {
    const now = await shared.mailServers.known();
    if (now === null || JSON.stringify(now) === JSON.stringify(servers)) return;
    servers = now;
    const before = current;
    current = createAccess();
    // A pending wait for mail on the old servers would never end.
    moved.abort('moved');
    moved = new AbortController();
    log.info('mail-servers-moved', { ...portsOf(servers) });
    for (const act of told) act(servers);
    await before.close();
  };
  const looking = setInterval(() => {
    look().catch(() => undefined);
  }, LOOK_MS);
  return {
    settings: current.settings,
    ports: servers,
    mailbox: {
      next: (most, signal, witness) => current.mailbox.next(most, AbortSignal.any([signal, moved.signal]), witness),
      dispose: (...given) => current.mailbox.dispose(...given),
      close: () => current.mailbox.close(),
    },
    archive: { erase: what => current.archive.erase(what) },
    // A service with several processes keeps these mails in its database.
    quarantine: current.quarantine,
    sender: { ...current.sender, send: mail => current.sender.send(mail), close: () => current.sender.close() },
    smtpStanding: () => current.smtpStanding(),
    onMoved: act => told.push(act),
    close: async () => {
      clearInterval(looking);
      await current.close();
    },
  };
}
