// Opens mailboxes over IMAP for the inbox pages, and watches them for changes with IDLE.
// One connection a mailbox, opened on demand and closed when unused.
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { inboxLimits } from './limits.ts';
import type { MailRow } from './shapes.ts';

export interface Mailboxes {
  /** The newest mails, newest first. */
  readonly list: (name: string) => Promise<readonly MailRow[]>;
  /** The first bytes of a mail, unchanged. The mail stays unread. null: there is no mail of this number. */
  readonly source: (name: string, uid: number) => Promise<Buffer | null>;
  readonly markSeen: (name: string, uid: number) => Promise<void>;
  /** Calls the watcher on changes, until the returned function is called. */
  readonly watch: (name: string, watcher: MailboxWatcher) => Promise<() => void>;
  readonly close: () => void;
}

export interface MailboxWatcher {
  /** A mail has arrived, was removed, or was read. */
  readonly changed: () => void;
  /** The connection is lost, and the watch has ended. */
  readonly lost: () => void;
}

/** All connections are in use. */
export class TooManyMailboxes extends Error {}

interface OpenMailbox {
  readonly client: Promise<ImapFlow>;
  readonly watchers: Set<MailboxWatcher>;
  unused: NodeJS.Timeout | undefined;
}

/** Milliseconds after the last command until IDLE, which shows mails as they arrive. */
const IDLE_AFTER_MS = 30;

/** Resolves to a client that is logged in, with INBOX open. Calls `changed` and `gone` later on. */
async function connectClient(
  user: string,
  port: number,
  on: { readonly changed: () => void; readonly gone: () => void },
): Promise<ImapFlow> {
  // Loaded with the first visit, like what reads and sends the mails of the inbox.
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    ...{ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, disableCompression: true, logger: false },
    // The embedded server takes any password for a player's mailbox.
    auth: { user, pass: 'any' },
    ...{ autoIdleDelay: IDLE_AFTER_MS, maxIdleTime: 5 * 60_000 },
    ...{ connectionTimeout: inboxLimits.answerMs, greetingTimeout: inboxLimits.answerMs },
    clientInfo: { name: 'nexpost inbox' },
  });
  // Both before connect(): an error event without a listener would end the thread.
  client.on('error', on.gone);
  client.on('close', on.gone);
  for (const event of ['exists', 'expunge', 'flags'] as const) client.on(event, on.changed);
  try {
    await client.connect();
    await client.mailboxOpen('INBOX');
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}

/** The open mailboxes by name, up to the limit. */
interface OpenMailboxes {
  readonly all: ReadonlyMap<string, OpenMailbox>;
  /** Opens the mailbox if it is not open. Throws TooManyMailboxes. */
  readonly opened: (name: string) => OpenMailbox;
  /** Restarts the timer that closes the mailbox. A watched mailbox has no timer. */
  readonly rest: (name: string, mailbox: OpenMailbox) => void;
  readonly drop: (name: string, mailbox: OpenMailbox) => void;
}

function openMailboxes(port: number, domain: string): OpenMailboxes {
  const all = new Map<string, OpenMailbox>();

  const drop = (name: string, mailbox: OpenMailbox): void => {
    if (all.get(name) === mailbox) all.delete(name);
    clearTimeout(mailbox.unused);
    for (const { lost } of mailbox.watchers) lost();
    mailbox.watchers.clear();
    mailbox.client.then(
      client => client.close(),
      () => undefined,
    );
  };

  const scheduleClose = (name: string, mailbox: OpenMailbox): void => {
    clearTimeout(mailbox.unused);
    if (mailbox.watchers.size > 0 || all.get(name) !== mailbox) return;
    mailbox.unused = setTimeout(() => drop(name, mailbox), inboxLimits.unusedMs).unref();
  };

  const makeRoom = (): void => {
    if (all.size < inboxLimits.mailboxes) return;
    const spare = [...all].find(([, { watchers }]) => watchers.size === 0);
    if (spare === undefined) throw new TooManyMailboxes();
    drop(...spare);
  };

  const openMailbox = (name: string): OpenMailbox => {
    const known = all.get(name);
    if (known !== undefined) return known;
    makeRoom();
    const watchers = new Set<MailboxWatcher>();
    const notifyWatchers = (): void => watchers.forEach(watcher => watcher.changed());
    const mailbox: OpenMailbox = {
      client: connectClient(`${name}@${domain}`, port, { changed: notifyWatchers, gone: () => drop(name, mailbox) }),
      ...{ watchers, unused: undefined },
    };
    all.set(name, mailbox);
    mailbox.client.catch(() => drop(name, mailbox));
    return mailbox;
  };

  return { all, opened: openMailbox, rest: scheduleClose, drop };
}

/** `domain`: of every mailbox's address. All functions reject if the IMAP server does not answer. */
export function watchMailboxes(port: number, domain: string): Mailboxes {
  const { all, opened, rest, drop } = openMailboxes(port, domain);

  const use = async <Value>(name: string, act: (client: ImapFlow) => Promise<Value>): Promise<Value> => {
    const mailbox = opened(name);
    try {
      return await act(await mailbox.client);
    } finally {
      rest(name, mailbox);
    }
  };

  return {
    list: name => use(name, fetchNewest),
    source: (name, uid) =>
      use(name, async client => {
        const query = { uid: true, source: { maxLength: inboxLimits.mailBytes } };
        const [found] = await client.fetchAll(String(uid), query, { uid: true });
        return found?.source ?? null;
      }),
    markSeen: (name, uid) =>
      use(name, async client => {
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
        // The server notifies only other connections.
        all.get(name)?.watchers.forEach(watcher => watcher.changed());
      }),
    watch: async (name, watcher) => {
      const mailbox = opened(name);
      mailbox.watchers.add(watcher);
      clearTimeout(mailbox.unused);
      await mailbox.client;
      return () => {
        mailbox.watchers.delete(watcher);
        rest(name, mailbox);
      };
    },
    close: () => {
      for (const [name, mailbox] of [...all]) drop(name, mailbox);
    },
  };
}

async function fetchNewest(client: ImapFlow): Promise<readonly MailRow[]> {
  // A mail may have arrived that the server has not yet announced.
  await client.noop();
  const exists = client.mailbox === false ? 0 : client.mailbox.exists;
  if (exists === 0) return [];
  const from = Math.max(1, exists - inboxLimits.mailsListed + 1);
  const mails = await client.fetchAll(`${from}:*`, { uid: true, envelope: true, flags: true, internalDate: true });
  return mails.map(rowOf).sort((one, other) => other.uid - one.uid);
}

const truncateLine = (text: string | undefined): string => (text ?? '').slice(0, inboxLimits.lineLength);

function rowOf({ uid, envelope, flags, internalDate }: FetchMessageObject): MailRow {
  const [sender] = envelope?.from ?? [];
  return {
    uid,
    from: truncateLine(sender?.name) || truncateLine(sender?.address),
    subject: truncateLine(envelope?.subject),
    replyTo: truncateLine(envelope?.replyTo?.[0]?.address),
    date: new Date(internalDate ?? 0).toISOString(),
    isUnread: flags?.has('\\Seen') !== true,
  };
}
