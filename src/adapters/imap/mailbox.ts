// The Mailbox port over IMAP: INBOX is the work list, and processed mails are moved out of it.
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { Instant } from '#core/kernel/time.ts';
import type { Clock, InboxMail, Log, EndLook, Mailbox } from '#service/ports.ts';
import {
  type Connection,
  createConnection,
  type ImapSettings,
  folderPrefixOf,
  reasonOf,
  SILENCE_MS,
  rejectOnAbort,
} from './connection.ts';
import { folderPath } from '#core/mail/mail-servers.ts';
import { type Suspects, createSuspects } from './quarantine.ts';

export interface ImapLimits {
  /** Mails larger than this are not fetched: their headers suffice to answer. Bytes. */
  readonly mailBytes: number;
  /** A server that is silent for this long is considered dead. Default: two minutes. */
  readonly silenceMs?: number;
}

const HEADER_BYTES = 64_000;

const MIN_HOLD_MS = 250;
const MAX_HOLD_MS = 10 * 60_000;

interface StuckMails {
  readonly isHeld: (key: string) => boolean;
  /** Called for mails that could not be moved. They are skipped for a time that grows with each failure. */
  readonly hold: (keys: readonly string[]) => void;
  /** Milliseconds until the next of these mails may be fetched again. */
  readonly nextMs: () => number;
}

/** Tracks mails that could not be moved away, so that they do not block later mails and are not tried all the time. */
function createStuckMails(clock: Clock): StuckMails {
  const holds = new Map<string, { readonly until: Instant; readonly times: number }>();
  return {
    isHeld: key => (holds.get(key)?.until ?? 0) > clock.now(),
    hold: keys => {
      for (const [key, { until }] of holds) if (until + MAX_HOLD_MS < clock.now()) holds.delete(key);
      for (const key of keys) {
        const times = (holds.get(key)?.times ?? 0) + 1;
        holds.set(key, { times, until: clock.now() + Math.min(MIN_HOLD_MS * 2 ** times, MAX_HOLD_MS) });
      }
    },
    nextMs: () => {
      const waits = [...holds.values()].map(({ until }) => until - clock.now()).filter(wait => wait > 0);
      return Math.min(Infinity, ...waits);
    },
  };
}

export function createImapMailbox(settings: ImapSettings, limits: ImapLimits, clock: Clock, log: Log): Mailbox {
  const connection = createConnection(settings, limits.silenceMs ?? SILENCE_MS, clock, log);
  const stuck = createStuckMails(clock);
  const suspects = createSuspects(clock);
  const look = createLook(limits, stuck, suspects);
  const dispose = createDispose(settings, connection, stuck, log);

  /** Moves mails that cannot be fetched to the quarantine, unread. Their senders cannot be notified. */
  const removeBroken = async (): Promise<void> => {
    const brokenKeys = suspects.takeBroken();
    if (brokenKeys.length === 0) return;
    for (const key of brokenKeys) log.error('mail-broken', { mail: key, folder: settings.quarantine });
    await dispose(brokenKeys, 'quarantined');
  };

  const next: Mailbox['next'] = async (limit, signal, beginLook) => {
    for (;;) {
      const client = await connection.getClient(signal);
      if (client === null) return [];
      // The listener starts before the look, so that mail that is announced meanwhile leads to another look.
      const listener = listen(client);
      try {
        await rejectOnAbort(removeBroken(), signal);
        const endLook = beginLook?.() ?? (() => undefined);
        const mails = await rejectOnAbort(look(client, limit, endLook), signal);
        connection.noteSuccess();
        if (mails.length > 0) return mails;
        await listener.waitForNews(Math.min(settings.sweepSeconds * 1000, stuck.nextMs()), clock, signal);
      } catch (error) {
        if (signal.aborted) return [];
        connection.drop(client, error);
      } finally {
        listener.stop();
      }
    }
  };

  return { next, dispose, close: connection.close };
}

/** The returned function fetches the next mails, oldest first. A mail that does not come becomes a suspect. */
function createLook(
  { mailBytes, silenceMs = SILENCE_MS }: ImapLimits,
  stuck: StuckMails,
  suspects: Suspects,
): (client: ImapFlow, limit: number, endLook: EndLook) => Promise<readonly InboxMail[]> {
  return async (client, limit, endLook) => {
    // The keys of all mails in INBOX, oldest first.
    // The view is only as new as the last command. Events are only a wake-up.
    // imapflow waits for ever if the server never ends an IDLE: its time-out does not count while it idles.
    await rejectOnAbort(client.noop(), AbortSignal.timeout(silenceMs)).catch((error: unknown) => {
      throw client.usable ? new Error(`the server said nothing for ${silenceMs / 1_000} s`, { cause: error }) : error;
    });
    const found = await client.search({ all: true }, { uid: true });
    if (found === false || found === undefined) throw new Error('the server does not search');
    const presentKeys = found.map(uid => `${keyPrefixOf(client)}${uid}`);
    endLook(presentKeys.length === 0);
    const keys = suspects.choose(presentKeys, stuck.isHeld, limit);
    if (keys.length === 0) return [];
    const wasAlone = keys.length === 1;
    // A mail is a suspect if its fetch fails, and also if the server leaves it out of the answer.
    const markSuspect = (missing: readonly string[]): void => {
      suspects.noteFailed(missing, wasAlone);
      // While it is held, the other mails are fetched.
      if (wasAlone) stuck.hold(missing);
    };
    const fetchedMails = await fetchMails(client, keys, mailBytes).catch((error: unknown) => {
      markSuspect(keys);
      throw error;
    });
    // A server may send mails that were not requested.
    const mails = fetchedMails.filter(({ key }) => keys.includes(key));
    const fetchedKeys = mails.map(({ key }) => key);
    const missing = keys.filter(key => !fetchedKeys.includes(key));
    if (missing.length > 0) markSuspect(missing);
    suspects.noteFetched(fetchedKeys);
    return mails;
  };
}

function createDispose(
  settings: ImapSettings,
  connection: Connection,
  stuck: StuckMails,
  log: Log,
): Mailbox['dispose'] {
  const existingFolders = new Set<string>();
  return async (keys, to) => {
    const client = await connection.getClient(AbortSignal.timeout(10_000));
    if (client === null) return;
    // UIDs of another UIDVALIDITY now name other mails. Those mails are fetched again, and recognised as duplicates.
    const prefix = keyPrefixOf(client);
    const uids = keys.filter(key => key.startsWith(prefix)).map(key => Number(key.slice(prefix.length)));
    if (uids.length === 0) return;
    const folder = to === 'processed' ? settings.processed : settings.quarantine;
    try {
      const paths = existingFolders.has(folder) ? null : (await client.list()).map(({ path }) => path);
      if (paths?.includes(folderPath(folder, folderPrefixOf(client))) === false) await client.mailboxCreate(folder);
      existingFolders.add(folder);
      // If one of the mails has vanished, Dovecot moves none of them.
      await client.noop();
      const moved = await client.messageMove(uids, folder, { uid: true });
      if (moved === false) {
        existingFolders.delete(folder);
        stuck.hold(keys);
        log.warn('imap-move-failed', { folder, mails: uids.length });
      }
    } catch (error) {
      // A plain NO is no reason to give the connection up.
      if (!client.usable) connection.drop(client, error);
      stuck.hold(keys);
      log.warn('imap-move-failed', { folder, mails: uids.length, why: reasonOf(error) });
    }
  };
}

async function fetchMails(client: ImapFlow, keys: readonly string[], mailBytes: number): Promise<readonly InboxMail[]> {
  const uids = keys.map(key => Number(key.slice(keyPrefixOf(client).length)));
  const sizes = await client.fetchAll(uids, { uid: true, size: true }, { uid: true });
  const isSmall = ({ size = 0 }: FetchMessageObject): boolean => size <= mailBytes;
  const messages = [
    ...(await fetchSources(client, sizes.filter(isSmall), true)),
    ...(await fetchSources(
      client,
      sizes.filter(each => !isSmall(each)),
      { start: 0, maxLength: HEADER_BYTES },
    )),
  ];
  return messages
    .sort((a, b) => a.uid - b.uid)
    .flatMap(message => {
      const { uid, size, source } = message;
      if (source === undefined) return [];
      const bytes = size ?? source.length;
      return [{ key: `${keyPrefixOf(client)}${uid}`, size: bytes, raw: source, isWhole: bytes <= mailBytes }];
    });
}

async function fetchSources(
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

/** Keys name a mail by UIDVALIDITY and UID. */
const keyPrefixOf = ({ mailbox }: ImapFlow): string => `${mailbox === false ? 'closed' : mailbox.uidValidity}:`;

function listen(client: ImapFlow) {
  const newsController = new AbortController();
  const wake = (): void => {
    newsController.abort('heard');
  };
  client.on('exists', wake);
  client.on('close', wake);
  return {
    /** Resolves when the server has announced something, the connection ends, the time is up or the signal aborts. */
    waitForNews: async (timeoutMs: number, clock: Clock, signal: AbortSignal): Promise<void> => {
      const pause = clock.sleep(timeoutMs, AbortSignal.any([signal, newsController.signal]));
      // Without IDLE only the sweep finds new mail.
      if (client.capabilities.has('IDLE') && !newsController.signal.aborted) client.idle().catch(wake);
      await pause;
    },
    stop: (): void => {
      client.off('exists', wake);
      client.off('close', wake);
    },
  };
}
