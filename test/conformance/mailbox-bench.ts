// What the suite of the port Mailbox works on: a mail server, a wire to it that can be cut, the mailbox under test, and another client.
import { ImapFlow } from 'imapflow';
import { systemClock } from '#adapters/clock.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import type { Clock, InboxMail, Mailbox } from '#service/ports.ts';
import { watchedLog, type WatchedLog } from './watched-log.ts';
import { wireTo, type Wire } from './wire.ts';

/** A running mail server with one account, made for one test. */
export interface MailServer {
  readonly imapPort: () => number;
  readonly user: string;
  readonly password: string;
  /** Delivers as mail comes from outside: the server may put headers on top. */
  readonly deliver: (mails: readonly Buffer[]) => Promise<void>;
  /** Goes down, and comes up again when `whileAway` is over. */
  readonly restart: (whileAway: () => Promise<unknown>) => Promise<void>;
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
  readonly log: WatchedLog;
  /** Resolves when the mailbox next begins to wait: for news of the server, or to connect again. */
  readonly untilItWaits: () => Promise<void>;
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
  { silenceMs, sweepSeconds = 3_600 }: { readonly silenceMs?: number; readonly sweepSeconds?: number },
): Promise<Bench> {
  const server = await open();
  cleanups.push(server.close);
  const wire = await wireTo(server.imapPort);
  cleanups.push(wire.close);
  const log = watchedLog();
  const waiting = new Set<() => void>();
  const clock: Clock = {
    now: systemClock.now,
    sleep: (ms, signal) => {
      for (const resolve of waiting) resolve();
      waiting.clear();
      return systemClock.sleep(ms, signal);
    },
  };
  const box = createImapMailbox(
    {
      ...{ host: '127.0.0.1', port: wire.port, secure: false, user: server.user, password: server.password },
      ...{ inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine' },
      // An hour unless said otherwise: only what the server announces is found in time.
      sweepSeconds,
    },
    { mailBytes: MAIL_BYTES, ...(silenceMs === undefined ? {} : { silenceMs }) },
    clock,
    log.log,
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
    next: (most = 50) => box.next(most, new AbortController().signal),
    untilItWaits: () => new Promise<void>(resolve => waiting.add(resolve)),
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
