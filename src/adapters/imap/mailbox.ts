// The Mailbox port over IMAP: INBOX is the work list, and processed mails are moved out of it.
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { Instant } from '#core/kernel/time.ts';
import type { Clock, InboxMail, Log, EndLook, Mailbox } from '#service/ports.ts';
import {
  type Connection,
  connection,
  type ImapSettings,
  prefixOfFolders,
  reasonOf,
  SILENCE_MS,
  unlessAborted,
} from './connection.ts';
import { folderPath } from '#core/mail/folders.ts';
import { type Suspects, suspects } from './suspects.ts';

export interface ImapLimits {
  /** Mails larger than this are not fetched: their headers suffice to answer. Bytes. */
  readonly mailBytes: number;
  /** A server that is silent for this long is considered dead. Default: two minutes. */
  readonly silenceMs?: number;
}

const HEADER_BYTES = 64_000;

const FIRST_HOLD_MS = 250;
const LONGEST_HOLD_MS = 10 * 60_000;

interface StuckMails {
  readonly isHeld: (key: string) => boolean;
  /** These could not be moved. They are skipped for a while, longer each time. */
  readonly hold: (keys: readonly string[]) => void;
  /** Milliseconds until the next of them may be looked at again. */
  readonly nextMs: () => number;
}

/** Mails that could not be moved away must not hide the ones behind them, nor be tried a thousand times. */
function stuckMails(clock: Clock): StuckMails {
  const held = new Map<string, { readonly until: Instant; readonly times: number }>();
  return {
    isHeld: key => (held.get(key)?.until ?? 0) > clock.now(),
    hold: keys => {
      for (const [key, { until }] of held) if (until + LONGEST_HOLD_MS < clock.now()) held.delete(key);
      for (const key of keys) {
        const times = (held.get(key)?.times ?? 0) + 1;
        held.set(key, { times, until: clock.now() + Math.min(FIRST_HOLD_MS * 2 ** times, LONGEST_HOLD_MS) });
      }
    },
    nextMs: () => {
      const waits = [...held.values()].map(({ until }) => until - clock.now()).filter(wait => wait > 0);
      return Math.min(Infinity, ...waits);
    },
  };
}

export function createImapMailbox(settings: ImapSettings, limits: ImapLimits, clock: Clock, log: Log): Mailbox {
  const link = connection(settings, limits.silenceMs ?? SILENCE_MS, clock, log);
  const stuck = stuckMails(clock);
  const doubtful = suspects(clock);
  const look = looking(limits, stuck, doubtful);
  const dispose = disposing(settings, link, stuck, log);

  /** Moves a mail the server breaks on away unread, by its number alone. Its sender cannot be notified. */
  const removeBroken = async (): Promise<void> => {
    const broken = doubtful.condemned();
    if (broken.length === 0) return;
    for (const key of broken) log.error('mail-broken', { mail: key, folder: settings.quarantine });
    await dispose(broken, 'quarantined');
  };

  const next: Mailbox['next'] = async (most, signal, witness) => {
    for (;;) {
      const client = await link.client(signal);
      if (client === null) return [];
      // Listen before the look, so that what is announced meanwhile leads to another look.
      const ear = listen(client);
      try {
        await unlessAborted(removeBroken(), signal);
        const looked = witness?.() ?? (() => undefined);
        const mails = await unlessAborted(look(client, most, looked), signal);
        link.worked();
        if (mails.length > 0) return mails;
        await ear.news(Math.min(settings.sweepSeconds * 1000, stuck.nextMs()), clock, signal);
      } catch (error) {
        if (signal.aborted) return [];
        link.drop(client, error);
      } finally {
        ear.stop();
      }
    }
  };

  return { next, dispose, close: link.close };
}

/** The next mails, oldest first. A mail that does not come becomes a suspect. */
function looking(
  { mailBytes, silenceMs = SILENCE_MS }: ImapLimits,
  stuck: StuckMails,
  doubtful: Suspects,
): (client: ImapFlow, most: number, looked: EndLook) => Promise<readonly InboxMail[]> {
  return async (client, most, looked) => {
    const all = await present(client, silenceMs);
    looked(all.length === 0);
    const keys = doubtful.choose(all, stuck.isHeld, most);
    if (keys.length === 0) return [];
    const wasAlone = keys.length === 1;
    // A fetch that fails, and one that leaves a mail out, say the same of it.
    const suspect = (missing: readonly string[]): void => {
      doubtful.failed(missing, wasAlone);
      // Meanwhile the others have their turn.
      if (wasAlone) stuck.hold(missing);
    };
    const came = await fetched(client, keys, mailBytes).catch((error: unknown) => {
      suspect(keys);
      throw error;
    });
    // A server may send mails that were not requested.
    const mails = came.filter(({ key }) => keys.includes(key));
    const fetchedKeys = mails.map(({ key }) => key);
    const missing = keys.filter(key => !fetchedKeys.includes(key));
    if (missing.length > 0) suspect(missing);
    doubtful.fetched(fetchedKeys);
    return mails;
  };
}

function disposing(settings: ImapSettings, link: Connection, stuck: StuckMails, log: Log): Mailbox['dispose'] {
  const made = new Set<string>();
  return async (keys, to) => {
    const client = await link.client(AbortSignal.timeout(10_000));
    if (client === null) return;
    // UIDs of another UIDVALIDITY now name other mails. Those mails are fetched again, and recognised as duplicates.
    const prefix = prefixOf(client);
    const uids = keys.filter(key => key.startsWith(prefix)).map(key => Number(key.slice(prefix.length)));
    if (uids.length === 0) return;
    const folder = to === 'processed' ? settings.processed : settings.quarantine;
    try {
      if (!made.has(folder)) await make(client, folder);
      made.add(folder);
      // If one of the mails has vanished, Dovecot moves none of them.
      await client.noop();
      const moved = await client.messageMove(uids, folder, { uid: true });
      if (moved === false) {
        made.delete(folder);
        stuck.hold(keys);
        log.warn('imap-move-failed', { folder, mails: uids.length });
      }
    } catch (error) {
      // A plain NO is no reason to give the connection up.
      if (!client.usable) link.drop(client, error);
      stuck.hold(keys);
      log.warn('imap-move-failed', { folder, mails: uids.length, why: reasonOf(error) });
    }
  };
}

/** The keys of all mails there are, oldest first. */
async function present(client: ImapFlow, silenceMs: number): Promise<readonly string[]> {
  // The view is only as new as the last command. Events are only a wake-up.
  // imapflow waits for ever if the server never ends an IDLE: its time-out does not count while it idles.
  await unlessAborted(client.noop(), AbortSignal.timeout(silenceMs)).catch((error: unknown) => {
    throw client.usable ? new Error(`the server said nothing for ${silenceMs / 1_000} s`, { cause: error }) : error;
  });
  const found = await client.search({ all: true }, { uid: true });
  if (found === false || found === undefined) throw new Error('the server does not search');
  return found.map(uid => `${prefixOf(client)}${uid}`);
}

async function fetched(client: ImapFlow, keys: readonly string[], mailBytes: number): Promise<readonly InboxMail[]> {
  const uids = keys.map(key => Number(key.slice(prefixOf(client).length)));
  const sizes = await client.fetchAll(uids, { uid: true, size: true }, { uid: true });
  const isSmall = ({ size = 0 }: FetchMessageObject): boolean => size <= mailBytes;
  const messages = [
    ...(await sources(client, sizes.filter(isSmall), true)),
    ...(await sources(
      client,
      sizes.filter(each => !isSmall(each)),
      { start: 0, maxLength: HEADER_BYTES },
    )),
  ];
  return messages.sort((a, b) => a.uid - b.uid).flatMap(message => delivered(client, message, mailBytes));
}

async function sources(
  client: ImapFlow,
  messages: readonly FetchMessageObject[],
  source: true | { start: number; maxLength: number },
): Promise<readonly FetchMessageObject[]> {
  if (messages.length === 0) return [];
  return client.fetchAll(
    messages.map(({ uid }) => uid),
    { uid: true, size: true, source },
    { uid: true },
  );
}

function delivered(
  client: ImapFlow,
  { uid, size, source }: FetchMessageObject,
  mailBytes: number,
): readonly InboxMail[] {
  if (source === undefined) return [];
  const bytes = size ?? source.length;
  return [{ key: `${prefixOf(client)}${uid}`, size: bytes, raw: source, isWhole: bytes <= mailBytes }];
}

/** Keys name a mail by UIDVALIDITY and UID. */
const prefixOf = ({ mailbox }: ImapFlow): string => `${mailbox === false ? 'closed' : mailbox.uidValidity}:`;

async function make(client: ImapFlow, folder: string): Promise<void> {
  const folders = await client.list();
  if (!folders.some(({ path }) => path === folderPath(folder, prefixOfFolders(client))))
    await client.mailboxCreate(folder);
}

function listen(client: ImapFlow) {
  const heard = new AbortController();
  const wake = (): void => {
    heard.abort('heard');
  };
  client.on('exists', wake);
  client.on('close', wake);
  return {
    /** Resolves when the server has announced something, the connection ends, the time is up or the signal aborts. */
    news: async (most: number, clock: Clock, signal: AbortSignal): Promise<void> => {
      const pause = clock.sleep(most, AbortSignal.any([signal, heard.signal]));
      // Without IDLE only the sweep finds new mail.
      if (client.capabilities.has('IDLE') && !heard.signal.aborted) client.idle().catch(wake);
      await pause;
    },
    stop: (): void => {
      client.off('exists', wake);
      client.off('close', wake);
    },
  };
}
