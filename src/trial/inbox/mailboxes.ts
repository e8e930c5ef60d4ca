// Opens mailboxes over IMAP for the inbox pages, and watches them for changes with IDLE.
// One connection a mailbox, for as long as something uses it.
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
  /** Watchers, and requests that are not answered. */
  users: number;
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

/** `domain`: of every mailbox's address. All functions reject if the IMAP server does not answer, or with TooManyMailboxes. */
export function watchMailboxes(port: number, domain: string): Mailboxes {
  const all = new Map<string, OpenMailbox>();

  const drop = (name: string, mailbox: OpenMailbox): void => {
    if (all.get(name) === mailbox) all.delete(name);
    for (const { lost } of mailbox.watchers) lost();
    mailbox.watchers.clear();
    mailbox.client.then(
      client => client.close(),
      () => undefined,
    );
  };

  const openMailbox = (name: string): OpenMailbox => {
    if (all.size >= inboxLimits.mailboxes) throw new TooManyMailboxes();
    const watchers = new Set<MailboxWatcher>();
    const changed = (): void => watchers.forEach(watcher => watcher.changed());
    const client = connectClient(`${name}@${domain}`, port, { changed, gone: () => drop(name, mailbox) });
    const mailbox: OpenMailbox = { client, watchers, users: 0 };
    all.set(name, mailbox);
    client.catch(() => drop(name, mailbox));
    return mailbox;
  };

  /** Counts one more user of a mailbox. Each calls `leave` once. */
  const enter = (name: string): { readonly mailbox: OpenMailbox; readonly leave: () => void } => {
    const mailbox = all.get(name) ?? openMailbox(name);
    mailbox.users += 1;
    const leave = (): void => {
      mailbox.users -= 1;
      if (mailbox.users === 0) drop(name, mailbox);
    };
    return { mailbox, leave };
  };

  const use = async <Value>(name: string, act: (client: ImapFlow) => Promise<Value>): Promise<Value> => {
    const { mailbox, leave } = enter(name);
    return mailbox.client.then(act).finally(leave);
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
      const { mailbox, leave } = enter(name);
      mailbox.watchers.add(watcher);
      await mailbox.client;
      return () => {
        mailbox.watchers.delete(watcher);
        leave();
      };
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
