// One IMAP connection that knows how to come back: a new client after every fault, with backoff and jitter, harder after a refused login.
import { ImapFlow } from 'imapflow';
import type { Clock, Log } from '../../service/ports.ts';

export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; false: STARTTLS where offered. On loopback plain text is allowed. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  readonly inbox: string;
  readonly processed: string;
  readonly quarantine: string;
  /** How often the mailbox is looked through even if the server announces nothing. */
  readonly sweepSeconds: number;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A refused login is tried again rarely: servers lock accounts out. */
const REFUSED_PAUSE_MS = 5 * 60_000;
const SOCKET_TIMEOUT_MS = 120_000;
/** Below the socket's time-out, so that a dead peer shows. */
const IDLE_MOST_MS = 60_000;
const LITERAL_BYTES = 30_000_000;

export interface Connection {
  /** A client with the inbox open; waits and tries again until there is one, or the signal aborts (null). */
  readonly client: (signal: AbortSignal) => Promise<ImapFlow | null>;
  /** Gives this client up after a fault; the next one waits. */
  readonly drop: (client: ImapFlow, why: unknown) => void;
  readonly close: () => Promise<void>;
}

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

function newClient({ host, port, secure, user, password }: ImapSettings): ImapFlow {
  return new ImapFlow({
    host,
    port,
    secure,
    ...(isLoopback(host) && !secure ? { doSTARTTLS: false } : {}),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    socketTimeout: SOCKET_TIMEOUT_MS,
    maxIdleTime: IDLE_MOST_MS,
    maxLiteralSize: LITERAL_BYTES,
    maxResponseSize: LITERAL_BYTES,
    clientInfo: { name: 'nexpost' },
  });
}

export function connection(settings: ImapSettings, clock: Clock, log: Log): Connection {
  let current: ImapFlow | null = null;
  let faults = 0;

  const open = async (): Promise<ImapFlow> => {
    const client = newClient(settings);
    // Both before connect: an error nobody hears ends the process.
    client.on('error', (error: unknown) => {
      drop(client, error);
    });
    client.on('close', () => {
      drop(client, 'the server closed the connection');
    });
    await client.connect();
    await client.mailboxOpen(settings.inbox);
    return client;
  };

  const drop: Connection['drop'] = (client, why) => {
    if (current !== client) return;
    current = null;
    log.warn('imap-lost', { why: reasonOf(why) });
    client.close();
  };

  return {
    drop,
    client: async signal => {
      while (!signal.aborted) {
        if (current?.usable === true) return current;
        try {
          current = await open();
          log.info('imap-connected', { host: settings.host, port: settings.port });
          faults = 0;
          return current;
        } catch (error) {
          const isRefused = (error as { authenticationFailed?: boolean }).authenticationFailed === true;
          const pause = isRefused ? REFUSED_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 2 ** faults, LONGEST_PAUSE_MS);
          faults += 1;
          log[isRefused ? 'error' : 'warn'](isRefused ? 'imap-login-refused' : 'imap-unreachable', {
            why: reasonOf(error),
            again: Math.round(pause / 1000),
          });
          await clock.sleep(pause * (0.8 + 0.4 * Math.random()), signal);
        }
      }
      return null;
    },
    close: async () => {
      const client = current;
      current = null;
      if (client === null) return;
      await Promise.race([client.logout().catch(() => undefined), clock.sleep(1_000, new AbortController().signal)]);
      client.close();
    },
  };
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { responseText } = error as { responseText?: string };
  return responseText ?? error.message;
}
