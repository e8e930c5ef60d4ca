// The embedded mail server: SMTP submission and IMAP over one store, on loopback.
// It serves every address of one domain.
// It is a program of its own: it knows nothing of games, and imports only src/mime/ from the rest of the project.
import { once } from 'node:events';
import { type AddressInfo, isIP, type Server } from 'node:net';
import { codeOf, type EventLog, reasonOf } from './mailserver/connections.ts';
import { openCredentials } from './mailserver/credentials.ts';
import { startImap } from './mailserver/imap/server.ts';
import { startSmtp } from './mailserver/smtp.ts';
import { MailStore } from './mailserver/account.ts';

export interface EmbeddedOptions {
  /** The folder of the mail, made if it is absent. One server at a time. */
  readonly dir: string;
  /** 0 = any free port. */
  readonly smtpPort: number;
  /** 0 = any free port. */
  readonly imapPort: number;
  /** `example.test` */
  readonly domain: string;
  /** `games`: the account of the service itself, the only one with a password of its own. */
  readonly service: string;
  /** 127.0.0.1 by default. Loopback only. */
  readonly host?: string;
  readonly log: EventLog;
}

export interface EmbeddedServers {
  readonly smtpPort: number;
  readonly imapPort: number;
  /** Made at the first start, kept in a file only its owner may read. */
  readonly servicePassword: string;
  /** Ends all connections. Accepted mail is on disk. */
  readonly close: () => Promise<void>;
}

/** Rejects with one sentence for people when a port is taken or the host is not loopback. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServers> {
  const { dir, domain, service, log, host = '127.0.0.1' } = options;
  // Refuses every address but 127.0.0.0/8, ::1 and localhost: any password opens any mailbox here.
  const loopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (!loopback) throw new Error(`The embedded mail server listens on loopback addresses only, not on ${host}.`);
  const credentials = await openCredentials(dir, domain, service);
  const store = await MailStore.open(dir);
  const smtp = startSmtp({ store, credentials, domain, service, log });
  const imap = startImap({ store, credentials, log });
  const close = async (): Promise<void> => {
    await Promise.all([smtp.close(), imap.close()]);
    await store.close();
  };
  try {
    const smtpPort = await listen(smtp.server.server, { host, port: options.smtpPort, option: '--smtp-port' });
    const imapPort = await listen(imap.server, { host, port: options.imapPort, option: '--imap-port' });
    return { smtpPort, imapPort, servicePassword: credentials.servicePassword, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** `--smtp-port`: what to change when the port is taken. */
  readonly option: string;
}

/** Returns the port, which differs from 0. */
async function listen(server: Server, endpoint: Endpoint): Promise<number> {
  await once(server.listen(endpoint.port, endpoint.host), 'listening').catch((cause: unknown) => {
    throw new Error(describeFailure(cause, endpoint), { cause });
  });
  return (server.address() as AddressInfo).port;
}

function describeFailure(cause: unknown, { host, port, option }: Endpoint): string {
  const code = codeOf(cause);
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use; choose another one with ${option} (0 means any free port).`;
  }
  if (code === 'EACCES') {
    return `Port ${port} on ${host} is not open to this user; choose one above 1023 with ${option}.`;
  }
  return `Cannot listen on port ${port} of ${host} (${reasonOf(cause)}); choose another one with ${option}.`;
}
