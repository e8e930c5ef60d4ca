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
  /** TLS from the first byte. False: STARTTLS, without which no password is sent. On loopback plain text is allowed. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  readonly inbox: string;
  readonly processed: string;
  readonly quarantine: string;
  /** Polling interval of the mailbox, in case the server announces nothing. */
  readonly sweepSeconds: number;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A refused login is tried again rarely: servers lock accounts out. */
const REFUSED_PAUSE_MS = 5 * 60_000;
const GOODBYE_MS = 1_000;
const LITERAL_BYTES = 30_000_000;
/** A server that is silent for this long is considered dead. */
export const SILENCE_MS = 120_000;

export interface Connection {
  /** A client with the inbox open. Waits and tries again until there is one, or the signal aborts (null). */
  readonly client: (signal: AbortSignal) => Promise<ImapFlow | null>;
  /** A command has worked. Only then does the next fault count as the first one again. */
  readonly worked: () => void;
  /** Drops this client after a fault. The next one waits, longer each time. */
  readonly drop: (client: ImapFlow, why: unknown) => void;
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
    maxLiteralSize: LITERAL_BYTES,
    maxResponseSize: 2 * LITERAL_BYTES,
    clientInfo: { name: 'nexpost' },
    tls,
  });
}

/** Two settings name one folder of this server, by its prefix. Only the operator can change that. */
class SameFolder extends Error {
  constructor({ earlier, later, path }: NonNullable<ReturnType<typeof findSameFolder>>) {
    super(
      `'imap.${earlier}' and 'imap.${later}' are one folder, "${path}": mails would come again and again. Choose another.`,
    );
    this.name = 'SameFolder';
  }
}

/** The server has no such folder, or does not open it. */
export class NoInbox extends Error {
  readonly inbox: string;

  constructor(inbox: string, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.name = 'NoInbox';
    this.inbox = inbox;
  }
}

export const prefixOfFolders = ({ namespace }: ImapFlow): string => namespace?.prefix ?? '';

async function openInbox(client: ImapFlow, settings: ImapSettings): Promise<void> {
  await client.connect();
  const same = findSameFolder(settings, prefixOfFolders(client));
  if (same !== null) throw new SameFolder(same);
  await client.mailboxOpen(settings.inbox).catch((error: unknown) => {
    throw client.usable ? new NoInbox(settings.inbox, error) : error;
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
    throw error instanceof NoInbox ? error : new Error(reasonOf(error), { cause: error });
  }
}

/** Logs in, opens the inbox and logs out. Rejects with the server's answer. */
export const imapFault = async (settings: ImapSettings, tls: TlsChecks = {}): Promise<void> =>
  (await openClient(settings, tls)).close();

/** The fields that imapflow adds to an error. */
interface ImapError {
  readonly authenticationFailed?: boolean;
  readonly serverResponseCode?: string;
}

function backoff(clock: Clock, log: Log) {
  let faults = 0;
  let pause = 0;
  return {
    /** Counts a fault, and logs it. */
    failed: (event: string, why: unknown): void => {
      const { authenticationFailed, serverResponseCode } = why as ImapError;
      // UNAVAILABLE (RFC 5530): the login cannot be checked now.
      const isRefused = authenticationFailed === true && serverResponseCode !== 'UNAVAILABLE';
      const isWrong = why instanceof SameFolder;
      pause = isRefused || isWrong ? REFUSED_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 2 ** faults, LONGEST_PAUSE_MS);
      faults = Math.min(faults + 1, 30);
      const facts = { why: reasonOf(why), again: Math.round(pause / 1000) };
      if (isRefused) log.error('imap-login-refused', facts);
      else if (isWrong) log.error('imap-folders-wrong', facts);
      else log.warn(event, facts);
    },
    worked: (): void => {
      faults = 0;
    },
    /** Waits as long as the last fault demands. */
    rest: async (signal: AbortSignal): Promise<void> => {
      if (pause > 0) await clock.sleep(pause * (0.8 + 0.4 * Math.random()), signal);
      pause = 0;
    },
  };
}

export function connection(settings: ImapSettings, silenceMs: number, clock: Clock, log: Log): Connection {
  let current: ImapFlow | null = null;
  const { failed, worked, rest } = backoff(clock, log);

  const drop: Connection['drop'] = (client, why) => {
    if (current !== client) return;
    current = null;
    failed('imap-lost', why);
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
      await unlessAborted(openInbox(client, settings), signal);
      log.info('imap-connected', { host: settings.host, port: settings.port });
      return client;
    } catch (error) {
      client.close();
      if (!signal.aborted) failed('imap-unreachable', error);
      return null;
    }
  };

  return {
    drop,
    worked,
    client: async signal => {
      while (!signal.aborted) {
        if (current?.usable === true) return current;
        await rest(signal);
        current = await open(signal);
      }
      return null;
    },
    close: async () => {
      const client = current;
      current = null;
      if (client === null) return;
      const patience = new AbortController();
      const goodbye = client.logout().catch(() => undefined);
      await Promise.race([goodbye, clock.sleep(GOODBYE_MS, patience.signal)]);
      patience.abort();
      client.close();
    },
  };
}

/** The same promise, except that an abort rejects at once, so that a dead server cannot delay our stop. */
export async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
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
