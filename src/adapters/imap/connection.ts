// An IMAP connection that reconnects after every fault, with back-off and jitter.
// After a refused login the back-off is longer.
import { once } from 'node:events';
import type { ConnectionOptions } from 'node:tls';
import { ImapFlow } from 'imapflow';
import type { Clock, Log } from '#service/ports.ts';
import { explainFault } from '#core/mail/connection-fault.ts';
import { findSameFolder } from '#core/mail/folders.ts';

export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  /** True: TLS from the first byte. False: STARTTLS, which is required except on loopback. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  readonly inbox: string;
  readonly processed: string;
  readonly quarantine: string;
  /** Polling interval of the mailbox, in case the server announces nothing. */
  readonly sweepSeconds: number;
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

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

/** Checks of the certificate, in addition to the usual ones. */
export type TlsChecks = Pick<ConnectionOptions, 'checkServerIdentity'>;

export function createClient(settings: ImapSettings, silenceMs: number, tls: TlsChecks = {}): ImapFlow {
  const { host, port, secure, user, password } = settings;
  return new ImapFlow({
    host,
    port,
    secure,
    ...(secure ? {} : { doSTARTTLS: !isLoopback(host) }),
    auth: { user, pass: password },
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
    tls,
  });
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
  await client.connect();
  const same = findSameFolder(settings, folderPrefixOf(client));
  if (same !== null) throw new SameFolder(same);
  await client.mailboxOpen(settings.inbox).catch((error: unknown) => {
    throw client.usable ? new InboxMissing(settings.inbox, error) : error;
  });
}

/** A client with the inbox open. Rejects with the server's answer. */
export async function openClient(settings: ImapSettings, tls: TlsChecks = {}): Promise<ImapFlow> {
  const client = createClient(settings, SILENCE_MS, tls);
  // An error event without a listener would end the process. connect() rejects with it as well.
  client.on('error', () => undefined);
  try {
    await openInbox(client, settings);
    return client;
  } catch (error) {
    client.close();
    throw error instanceof InboxMissing ? error : new Error(reasonOf(error), { cause: error });
  }
}

/** Logs in, opens the inbox and logs out. Rejects with the server's answer. */
export const checkImapLogin = async (settings: ImapSettings, tls: TlsChecks = {}): Promise<void> =>
  (await openClient(settings, tls)).close();

/** The fields that imapflow adds to an error. */
interface ImapError {
  readonly authenticationFailed?: boolean;
  readonly serverResponseCode?: string;
}

function createBackoff(clock: Clock, log: Log) {
  let faultCount = 0;
  let pauseMs = 0;
  return {
    /** Counts a fault, and logs it. */
    failed: (event: string, why: unknown): void => {
      const { authenticationFailed, serverResponseCode } = why as ImapError;
      // UNAVAILABLE (RFC 5530): the login cannot be checked now.
      const isRefused = authenticationFailed === true && serverResponseCode !== 'UNAVAILABLE';
      const isMisconfigured = why instanceof SameFolder;
      pauseMs =
        isRefused || isMisconfigured ? REFUSED_PAUSE_MS : Math.min(MIN_PAUSE_MS * 2 ** faultCount, MAX_PAUSE_MS);
      faultCount = Math.min(faultCount + 1, 30);
      const facts = { why: reasonOf(why), again: Math.round(pauseMs / 1000) };
      if (isRefused) log.error('imap-login-refused', facts);
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
    const client = createClient(settings, silenceMs);
    // Both before connect(): an error event without a listener would end the process.
    client.on('error', (error: unknown) => {
      drop(client, error);
    });
    client.on('close', () => {
      drop(client, 'the server closed the connection');
    });
    try {
      await rejectOnAbort(openInbox(client, settings), signal);
      log.info('imap-connected', { host: settings.host, port: settings.port });
      return client;
    } catch (error) {
      client.close();
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
