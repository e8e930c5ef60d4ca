// An IMAP connection that reconnects after every fault, to a mailbox marked as that of one service.
// Two services would share out its mails. After a refused login the back-off is longer.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { ImapFlow } from 'imapflow';
import { explainFault, findSameFolder, folderPath, isLoopback } from '#core/mail/mail-servers.ts';
import type { AccessTokens, Clock, Log, MailServer } from '#service/ports.ts';

/** Another service reads the mailbox, or has read it. Only the operator knows. */
class ForeignMailbox extends Error {
  constructor(folder: string) {
    super(
      `another service marked this mailbox as its own by the folder "${folder}". If that service is gone, delete the folder`,
    );
    this.name = 'ForeignMailbox';
  }
}

/**
 * Makes the folder `Processed-<owner>` if there is none. `owner`: the id of the service, eight characters a-z2-7. Rejects
 * with `ForeignMailbox` if there is such a folder of another service. `prefix`: the server's personal namespace.
 */
async function claimMailbox(client: ImapFlow, processed: string, owner: string, prefix: string): Promise<void> {
  const start = folderPath(`${processed}-`, prefix);
  const folders = (await client.list()).map(({ path }) => path);
  const owners = folders.filter(path => path.startsWith(start)).map(path => path.slice(start.length));
  const other = owners.find(each => each !== owner && /^[a-z2-7]{8}$/.test(each));
  if (other !== undefined) throw new ForeignMailbox(`${start}${other}`);
  if (!owners.includes(owner)) await client.mailboxCreate(`${processed}-${owner}`);
}

export interface ImapSettings extends MailServer {
  readonly inbox: string;
  readonly processed: string;
  readonly quarantine: string;
  /** Polling interval of the mailbox, in case the server announces nothing. */
  readonly sweepSeconds: number;
  /** The id by which this service marks the mailbox as its own. Absent: it makes no mark. */
  readonly owner?: string;
}

const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5 * 60_000;
/** A refused login is tried again rarely: servers lock accounts out. */
const REFUSED_PAUSE_MS = 5 * 60_000;
const LOGOUT_MS = 1_000;
const MAX_LITERAL_BYTES = 30_000_000;
/** A server that is silent for this long is considered dead. */
export const SILENCE_MS = 120_000;

export interface Connection {
  /** A client with the inbox open. Waits and tries again until there is one, or the signal aborts (null). */
  readonly getClient: (signal: AbortSignal) => Promise<ImapFlow | null>;
  /** Called when a command has worked. It resets the back-off. */
  readonly noteSuccess: () => void;
  /** Drops this client after a fault. The next client is opened after a pause that grows with each fault. */
  readonly drop: (getClient: ImapFlow, why: unknown) => void;
  readonly close: () => Promise<void>;
}

/** Checks of the certificate, in addition to the usual ones. */
type TlsChecks = Pick<ConnectionOptions, 'checkServerIdentity'>;

type Login = { readonly user: string } & ({ readonly pass: string } | { readonly accessToken: string });

function createClient(
  { host, port, secure, ca = '' }: ImapSettings,
  login: Login,
  silenceMs: number,
  tls: TlsChecks,
): ImapFlow {
  const client = new ImapFlow({
    host,
    port,
    secure,
    ...(secure ? {} : { doSTARTTLS: !isLoopback(host) || ca !== '' }),
    auth: login,
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: Math.min(silenceMs, 30_000),
    greetingTimeout: Math.min(silenceMs, 16_000),
    socketTimeout: silenceMs,
    // Below the socket's time-out, so that a dead peer shows.
    maxIdleTime: silenceMs / 2,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxResponseSize: 2 * MAX_LITERAL_BYTES,
    clientInfo: { name: 'nexpost' },
    tls: { ...tls, ...(ca === '' ? {} : { ca: readFileSync(ca) }) },
  });
  // An error event without a listener would end the process. The running command rejects with it as well.
  client.on('error', () => undefined);
  return client;
}

async function getToken(tokens: AccessTokens, refused: string | null): Promise<string> {
  const result = await tokens.get(refused);
  if (result.kind === 'token') return result.token;
  // As if the server had refused the login.
  throw Object.assign(new Error(result.why), { authenticationFailed: result.isRefused });
}

/** Closes the client if `work` fails. */
async function connect(client: ImapFlow, work: (client: ImapFlow) => Promise<void>): Promise<ImapFlow> {
  try {
    await client.connect();
    await work(client);
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/** How a client is opened. `work` runs once it is logged in. */
interface Opening {
  readonly silenceMs?: number;
  readonly tls?: TlsChecks;
  readonly signal?: AbortSignal;
  readonly work?: (client: ImapFlow) => Promise<void>;
}

/** A client that is logged in. If the server refuses the access token, tries once more with a new one. Rejects with the server's answer. */
async function logIn(settings: ImapSettings, opening: Opening = {}): Promise<ImapFlow> {
  const { silenceMs = SILENCE_MS, tls = {}, signal, work = () => Promise.resolve() } = opening;
  const { user, password, tokens } = settings;
  const connectWith = async (login: Login): Promise<ImapFlow> => {
    signal?.throwIfAborted();
    const client = createClient(settings, login, silenceMs, tls);
    const close = (): void => client.close();
    signal?.addEventListener('abort', close, { once: true });
    const connected = connect(client, work);
    return connected.finally(() => signal?.removeEventListener('abort', close));
  };
  if (tokens === undefined) return connectWith({ user, pass: password });
  const accessToken = await getToken(tokens, null);
  return connectWith({ user, accessToken }).catch(async (error: unknown) => {
    if (!isRefusedLogin(error)) throw error;
    return connectWith({ user, accessToken: await getToken(tokens, accessToken) });
  });
}

/** Acts on a connection of its own. Rejects with the server's answer. */
export async function useClient<Value>(
  settings: ImapSettings,
  act: (client: ImapFlow) => Promise<Value>,
): Promise<Value> {
  let client: ImapFlow | null = null;
  try {
    client = await logIn(settings);
    return await act(client);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    client?.close();
  }
}

/** Two settings name the same folder on this server. Only the operator can change the settings. */
class SameFolder extends Error {
  constructor({ earlier, later, path }: NonNullable<ReturnType<typeof findSameFolder>>) {
    super(
      `'imap.${earlier}' and 'imap.${later}' are one folder, "${path}": mails would come again and again. Choose another.`,
    );
    this.name = 'SameFolder';
  }
}

/** The server has no inbox of this name, or does not open it. */
export class InboxMissing extends Error {
  readonly inbox: string;

  constructor(inbox: string, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.name = 'NoInbox';
    this.inbox = inbox;
  }
}

export const folderPrefixOf = ({ namespace }: ImapFlow): string => namespace?.prefix ?? '';

async function openInbox(client: ImapFlow, settings: ImapSettings): Promise<void> {
  const same = findSameFolder(settings, folderPrefixOf(client));
  if (same !== null) throw new SameFolder(same);
  if (settings.owner !== undefined)
    await claimMailbox(client, settings.processed, settings.owner, folderPrefixOf(client));
  await client.mailboxOpen(settings.inbox).catch((error: unknown) => {
    throw client.usable ? new InboxMissing(settings.inbox, error) : error;
  });
}

/** A client with the inbox open. Rejects with the server's answer. */
export async function openClient(settings: ImapSettings, tls: TlsChecks = {}): Promise<ImapFlow> {
  try {
    return await logIn(settings, { tls, work: client => openInbox(client, settings) });
  } catch (error) {
    throw error instanceof InboxMissing ? error : new Error(reasonOf(error), { cause: error });
  }
}

/** Logs in, opens the inbox and logs out. Rejects with the server's answer. */
export const checkImapLogin = async (settings: ImapSettings, tls: TlsChecks = {}): Promise<void> =>
  (await openClient(settings, tls)).close();

/** UNAVAILABLE (RFC 5530): the login cannot be checked now. */
function isRefusedLogin(error: unknown): boolean {
  const fault = error as { readonly authenticationFailed?: boolean; readonly serverResponseCode?: string };
  return fault.authenticationFailed === true && fault.serverResponseCode !== 'UNAVAILABLE';
}

function createBackoff(clock: Clock, log: Log) {
  let faultCount = 0;
  let pauseMs = 0;
  return {
    /** Counts a fault, and logs it. */
    failed: (event: string, why: unknown): void => {
      const isRefused = isRefusedLogin(why);
      const isForeign = why instanceof ForeignMailbox;
      const isMisconfigured = isForeign || why instanceof SameFolder;
      pauseMs =
        isRefused || isMisconfigured ? REFUSED_PAUSE_MS : Math.min(MIN_PAUSE_MS * 2 ** faultCount, MAX_PAUSE_MS);
      faultCount = Math.min(faultCount + 1, 30);
      const facts = { why: reasonOf(why), again: Math.round(pauseMs / 1000) };
      if (isRefused) log.error('imap-login-refused', facts);
      else if (isForeign) log.error('imap-mailbox-foreign', facts);
      else if (isMisconfigured) log.error('imap-folders-wrong', facts);
      else log.warn(event, facts);
    },
    worked: (): void => {
      faultCount = 0;
    },
    /** Waits for the pause after the last fault. */
    rest: async (signal: AbortSignal): Promise<void> => {
      if (pauseMs > 0) await clock.sleep(pauseMs * (0.8 + 0.4 * Math.random()), signal);
      pauseMs = 0;
    },
  };
}

export function createConnection(settings: ImapSettings, silenceMs: number, clock: Clock, log: Log): Connection {
  let current: ImapFlow | null = null;
  const { failed: noteFault, worked: noteSuccess, rest: waitForRetry } = createBackoff(clock, log);

  const drop: Connection['drop'] = (client, why) => {
    if (current !== client) return;
    current = null;
    noteFault('imap-lost', why);
    client.close();
  };

  const open = async (signal: AbortSignal): Promise<ImapFlow | null> => {
    try {
      const client = await rejectOnAbort(
        logIn(settings, { silenceMs, signal, work: opened => openInbox(opened, settings) }),
        signal,
      );
      client.on('error', (error: unknown) => {
        drop(client, error);
      });
      client.on('close', () => {
        drop(client, 'the server closed the connection');
      });
      log.info('imap-connected', { host: settings.host, port: settings.port });
      return client;
    } catch (error) {
      if (!signal.aborted) noteFault('imap-unreachable', error);
      return null;
    }
  };

  return {
    drop,
    noteSuccess,
    getClient: async signal => {
      while (!signal.aborted) {
        if (current?.usable === true) return current;
        await waitForRetry(signal);
        current = await open(signal);
      }
      return null;
    },
    close: async () => {
      const client = current;
      current = null;
      if (client === null) return;
      const timeout = new AbortController();
      const logout = client.logout().catch(() => undefined);
      await Promise.race([logout, clock.sleep(LOGOUT_MS, timeout.signal)]);
      timeout.abort();
      client.close();
    },
  };
}

/** The same promise, except that an abort rejects at once, so that a dead server cannot delay our stop. */
export async function rejectOnAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  const done = new AbortController();
  const aborted = once(signal, 'abort', { signal: done.signal }).then(() => {
    throw new Error('aborted');
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    done.abort();
  }
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { responseText } = error as { responseText?: string };
  return responseText ?? explainFault(error.message);
}
