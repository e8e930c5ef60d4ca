// The embedded mail server: SMTP submission and IMAP over one store, on loopback.
// It serves every address of one domain.
// It is a program of its own: it knows nothing of games, and imports only src/mime/ from the rest of the project.
import { openCredentials } from './mailserver/store/credentials.ts';
import type { EventLog } from './mailserver/failures.ts';
import { startImap } from './mailserver/imap/server/index.ts';
import { demandLoopback, listen } from './mailserver/listen.ts';
import { startSmtp } from './mailserver/smtp/index.ts';
import { MailStore } from './mailserver/store/index.ts';

export interface EmbeddedOptions {
  /** Where mail lies; made if absent. One server at a time. */
  readonly dir: string;
  /** 0 = any free port. */
  readonly smtpPort: number;
  /** 0 = any free port. */
  readonly imapPort: number;
  /** `example.test` */
  readonly domain: string;
  /** `games`: the account of the service itself, the only one with a password of its own. */
  readonly service: string;
  /** 127.0.0.1 unless said otherwise; loopback only. */
  readonly host?: string;
  readonly log: EventLog;
}

export interface EmbeddedServers {
  readonly smtpPort: number;
  readonly imapPort: number;
  /** Made at the first start, kept in a file only its owner may read. */
  readonly servicePassword: string;
  /** Ends all connections; what was accepted is on disk. */
  readonly close: () => Promise<void>;
}

/** Rejects with one sentence for people when a port is taken or the host is not loopback. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServers> {
  const { dir, domain, service, log, host = '127.0.0.1' } = options;
  demandLoopback(host);
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
