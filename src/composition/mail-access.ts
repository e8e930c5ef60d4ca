// Opens the mailbox and the mail servers, real or embedded, with what logs in to them.
import { join } from 'node:path';
import { systemClock } from '#adapters/clock.ts';
import type { ImapSettings } from '#adapters/imap/connection.ts';
import { createAccessTokens, createCommand, createRefresh } from '#adapters/oauth/access-tokens.ts';
import { resolveProvider } from '#adapters/oauth/provider.ts';
import { type ServiceSettings, hasOauth } from '#adapters/settings/schema.ts';
import { type SmtpSettings, checkSmtpServer, createSmtpSender } from '#adapters/smtp/sender.ts';
import { lockFolder, makeFolder } from '#adapters/store/json/folder.ts';
import { must } from '#games/kit/assert.ts';
import type { AccessTokens, Log, Sender, ServerState } from '#service/ports.ts';
import type { Leases } from '#service/shared-ports.ts';
import type { EmbeddedServers } from '#trial/start-embedded.ts';
import { type DeliveryOptions, type IncomingMail, joinIncoming, openDelivery, openImap } from './incoming-mail.ts';
import { type Shared, findRunningServers, waitFor } from './storage.ts';
import { ACCOUNT, DOMAIN, HOST, type ImapServiceSettings, createEmbeddedSettings } from './service-settings.ts';

/** Joins the settings of the mail servers with what they log in with: passwords, or access tokens. */
export interface MailLogins {
  /** null: mails are delivered to a folder. */
  readonly imap: ImapSettings | null;
  readonly smtp: SmtpSettings;
  /** null: both servers take passwords. */
  readonly tokens: AccessTokens | null;
}

/** Both servers share the tokens. A server with a password uses that. */
export function createMailLogins(settings: ServiceSettings, log: Log): MailLogins {
  const { imap = null, smtp, oauth } = settings;
  if (!hasOauth(settings)) return { imap, smtp, tokens: null };
  const renew =
    oauth.command === '' ? createRefresh(resolveProvider(oauth), oauth.tokenFile, log) : createCommand(oauth.command);
  const tokens = createAccessTokens(renew, systemClock.now, log);
  return {
    imap: imap?.password === '' ? { ...imap, tokens } : imap,
    smtp: smtp.password === '' ? { ...smtp, tokens } : smtp,
    tokens,
  };
}

type MailPorts = Pick<EmbeddedServers, 'smtpPort' | 'imapPort'>;

export interface MailAccess extends IncomingMail {
  readonly settings: ServiceSettings;
  /** null: the servers are real ones. */
  readonly ports: MailPorts | null;
  readonly sender: Sender;
  /** Does the SMTP server accept our login now? Logged as well. */
  readonly smtpStanding: () => Promise<ServerState>;
  /** Registers a listener for a restart of the embedded servers on other ports. */
  readonly onMoved: (act: (ports: MailPorts) => void) => void;
  readonly close: () => Promise<void>;
}

interface MailOptions extends MailPorts, DeliveryOptions {
  readonly data: string;
  /** null: embedded servers. */
  readonly settings: ServiceSettings | null;
  readonly sweepSeconds: number;
  readonly shared: Shared | null;
  readonly leases: Leases;
}

/** The name of the lock that the process with the embedded servers holds. */
const MAIL_SERVERS = 'the mail servers';

const LOOK_MS = 500;

/** Rejects with one sentence if a port is taken, or if no process runs the servers. */
export async function openMail(options: MailOptions): Promise<MailAccess> {
  const { settings, shared, isReceiver, sweepSeconds, log } = options;
  if (settings !== null) return { ...(await accessRealServers(settings, options)), ports: null };
  if (isReceiver && (await areOurs(options))) {
    const servers = await runServers(options);
    await shared?.mailServers.tell({ ...portsOf(servers), password: servers.servicePassword });
    const access = accessMailbox(createEmbeddedSettings(servers, sweepSeconds), log);
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
  const { startEmbedded } = await import('#trial/start-embedded.ts');
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

async function accessRealServers(
  settings: ServiceSettings,
  { isReceiver, owner, log }: MailOptions,
): Promise<Omit<MailAccess, 'ports'>> {
  const { imap, smtp } = createMailLogins(settings, log);
  const delivered = settings.delivery.maildir === '' ? null : await openDelivery(settings, { isReceiver, owner, log });
  const fetched = imap === null ? null : openImap(imap, owner, log);
  const incoming = delivered !== null && fetched !== null ? joinIncoming(delivered, fetched) : (delivered ?? fetched);
  return joinAccess(settings, must(incoming, 'the settings say where mail comes in'), smtp, log);
}

function accessMailbox(settings: ImapServiceSettings, log: Log): Omit<MailAccess, 'ports'> {
  const { imap, smtp } = createMailLogins(settings, log);
  return joinAccess(settings, openImap(must(imap, 'these settings have a mailbox'), null, log), smtp, log);
}

function joinAccess(
  settings: ServiceSettings,
  incoming: IncomingMail,
  smtp: SmtpSettings,
  log: Log,
): Omit<MailAccess, 'ports'> {
  const sender = createSmtpSender(smtp, log);
  return {
    ...{ ...incoming, settings, sender },
    smtpStanding: () => checkSmtpServer(smtp, log),
    onMoved: () => undefined,
    close: async () => {
      await sender.close();
      await incoming.mailbox.close();
    },
  };
}

/** Uses the servers of another process. After a restart they may listen on other ports. */
async function followServers(shared: Shared, sweepSeconds: number, log: Log): Promise<MailAccess> {
  let servers = await waitFor(() => findRunningServers(shared.mailServers.known));
  const createAccess = (): Omit<MailAccess, 'ports'> =>
    accessMailbox(createEmbeddedSettings({ ...servers, servicePassword: servers.password }, sweepSeconds), log);
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
