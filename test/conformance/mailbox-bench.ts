// What the suite of the port Mailbox works on: a mail server, a wire to it that can be cut, the mailbox under test, and another client.
import { ImapFlow } from 'imapflow';
import { systemClock } from '#adapters/clock.ts';
import { imapMailbox } from '#adapters/imap/mailbox.ts';
import type { InboxMail, Mailbox } from '#service/ports.ts';
import { wireTo, type Wire } from './wire.ts';

/** A running mail server with one account, made for one test. */
export interface MailServer {
  readonly imapPort: () => number;
  readonly user: string;
  readonly password: string;
  /** Delivers as mail comes from outside: the server may put headers on top. */
  readonly deliver: (mails: readonly Buffer[]) => Promise<void>;
  /** Down, and up again after the pause. */
  readonly restart: (pauseMs: number) => Promise<void>;
  /** The same mails under another UIDVALIDITY. */
  readonly renumber: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const MAIL_BYTES = 50_000;

export const mailOf = (number: number, body = `b${number},a1\r\n`): Buffer =>
  Buffer.from(
    `From: alice@example.test\r\nTo: games@example.test\r\nSubject: mail ${number}\r\nMessage-ID: <${number}@client.test>\r\n\r\n${body}`,
    'latin1',
  );

export const numbersOf = (mails: readonly Pick<InboxMail, 'raw'>[]): readonly number[] =>
  mails.map(({ raw }) => Number(/^Subject: mail (\d+)/m.exec(Buffer.from(raw).toString('latin1'))?.[1]));

export const range = (count: number, from = 1): readonly number[] =>
  Array.from({ length: count }, (_, at) => at + from);

export interface Bench {
  readonly server: MailServer;
  readonly wire: Wire;
  readonly box: Mailbox;
  readonly log: readonly string[];
  readonly next: (most?: number) => Promise<readonly InboxMail[]>;
  readonly deliver: (...numbers: readonly number[]) => Promise<void>;
  /** Another client on the same account. */
  readonly other: () => Promise<ImapFlow>;
  /** What lies in a folder, as the other client sees it. */
  readonly held: (folder: string) => Promise<readonly number[]>;
}

/** A mailbox on a server of its own; whatever is opened is closed by `cleanups`, the last first. */
export async function benchOn(
  open: () => Promise<MailServer>,
  cleanups: (() => Promise<unknown>)[],
  settings: { readonly silenceMs?: number },
): Promise<Bench> {
  const server = await open();
  cleanups.push(server.close);
  const wire = await wireTo(server.imapPort);
  cleanups.push(wire.close);
  const log: string[] = [];
  const write = (event: string): void => {
    log.push(event);
  };
  const box = imapMailbox(
    {
      ...{ host: '127.0.0.1', port: wire.port, secure: false, user: server.user, password: server.password },
      ...{ inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine' },
      sweepSeconds: 60,
    },
    { mailBytes: MAIL_BYTES, ...(settings.silenceMs === undefined ? {} : { silenceMs: settings.silenceMs }) },
    systemClock,
    { info: write, warn: write, error: write },
  );
  cleanups.push(box.close);
  const other = async (): Promise<ImapFlow> => {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: server.imapPort(), secure: false, doSTARTTLS: false, logger: false },
      auth: { user: server.user, pass: server.password },
    });
    client.on('error', () => undefined);
    await client.connect();
    cleanups.push(() => {
      client.close();
      return Promise.resolve();
    });
    return client;
  };
  return {
    ...{ server, wire, box, log, other },
    next: (most = 50) => box.next(most, AbortSignal.timeout(20_000)),
    deliver: (...numbers) => server.deliver(numbers.map(number => mailOf(number))),
    held: async folder => {
      const client = await other();
      const { exists } = await client.mailboxOpen(folder);
      const mails = exists === 0 ? [] : await client.fetchAll('1:*', { uid: true, source: true });
      client.close();
      return numbersOf(mails.map(({ source = Buffer.alloc(0) }) => ({ raw: source })));
    },
  };
}
