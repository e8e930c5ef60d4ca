// Opens the places where mail comes in: a mailbox (IMAP), a Maildir with LMTP, or both as one.
import { systemClock } from '#adapters/clock.ts';
import { createImapArchive, createImapQuarantine } from '#adapters/imap/quarantine.ts';
import type { ImapSettings } from '#adapters/imap/connection.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import type { LmtpPlace } from '#adapters/lmtp/server.ts';
import { createMaildirArchive, createMaildirMailbox, createMaildirQuarantine } from '#adapters/maildir/mailbox.ts';
import { claimMaildir, createDeliverMail, makeMaildir } from '#adapters/maildir/folders.ts';
import { listParties } from '#adapters/mime/parse.ts';
import { type ServiceSettings, parseOwnAddress } from '#adapters/settings/schema.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Ports } from '#service/create-service.ts';
import type { EndLook, InboxMail, Log, Mailbox } from '#service/ports.ts';
import { createQueuedMailReader, hashText } from './service-settings.ts';

/** Opens the place where mail comes in: a mailbox (IMAP), or a Maildir with its LMTP server. */
export type IncomingMail = Pick<Ports, 'mailbox' | 'archive' | 'quarantine'>;

/** The longest time between two looks at the folder. */
export const SWEEP_MS = 15_000;

/** `owner`: the id of the service. null: nothing else reads the mailbox. */
export const openImap = (imap: ImapSettings, owner: string | null, log: Log): IncomingMail => ({
  mailbox: createImapMailbox(
    owner === null ? imap : { ...imap, owner },
    { mailBytes: limits.mailBytes },
    systemClock,
    log,
  ),
  archive: createImapArchive(imap),
  quarantine: createImapQuarantine(imap),
});

export interface DeliveryOptions {
  /** Does this process receive mail for the service? It then runs LMTP, and the embedded servers unless another process does. */
  readonly isReceiver: boolean;
  /** The id of the service, made from its key: eight characters a-z2-7. */
  readonly owner: string;
  readonly log: Log;
}

type DeliverySettings = Pick<ServiceSettings, 'address' | 'delivery'>;

/** Rejects with one sentence if the folder cannot be made or is that of another service, or if LMTP cannot listen. */
export async function openDelivery(
  settings: DeliverySettings,
  { isReceiver, owner, log }: DeliveryOptions,
): Promise<IncomingMail> {
  const { maildir: dir } = settings.delivery;
  if (isReceiver)
    await makeMaildir(dir).catch((error: unknown) => {
      throw new Error(`The folder ${dir} ('delivery.maildir') cannot be made: ${String(error)}.`, { cause: error });
    });
  if (isReceiver) await claimMaildir(dir, owner);
  const lmtp = isReceiver ? await openLmtp(settings, log) : null;
  const mailbox = createMaildirMailbox({ dir, sweepMs: SWEEP_MS, mailBytes: limits.mailBytes }, systemClock, log);
  return {
    mailbox: { ...mailbox, close: async () => lmtp?.close() },
    archive: createMaildirArchive(dir, listParties),
    quarantine: createMaildirQuarantine(dir, createQueuedMailReader(settings).readHeader),
  };
}

async function openLmtp({ address, delivery: { maildir, lmtp } }: DeliverySettings, log: Log) {
  const place = parseLmtpPlace(lmtp);
  if (place === null) return null;
  const { lmtpLimits, startLmtp } = await import('#adapters/lmtp/server.ts');
  const server = await startLmtp({
    ...{ place, own: parseOwnAddress(address), log, now: systemClock.now, mailBytes: limits.mailBytes },
    limits: lmtpLimits,
    deliver: createDeliverMail(maildir),
    idOf: raw => hashText(Buffer.from(raw).toString('latin1')).slice(0, 12),
  });
  log.info('lmtp-listening', { place: lmtp });
  return server;
}

/** null: there is no LMTP. */
function parseLmtpPlace(text: string): LmtpPlace | null {
  if (text === '') return null;
  if (text.startsWith('/')) return { path: text };
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon).replace(/[[\]]/g, ''), port: Number(text.slice(colon + 1)) };
}

/** Joins two places where mail comes in, so that the service reads both as one. */
export const joinIncoming = (first: IncomingMail, second: IncomingMail): IncomingMail => ({
  mailbox: joinMailboxes([first.mailbox, second.mailbox]),
  archive: {
    erase: async what => {
      await first.archive.erase(what);
      await second.archive.erase(what);
    },
  },
  quarantine: {
    list: async limit =>
      (await Promise.all([first.quarantine.list(limit), second.quarantine.list(limit)])).flat().slice(0, limit),
    read: async id => (await first.quarantine.read(id)) ?? second.quarantine.read(id),
    retry: async id => (await first.quarantine.retry(id)) || second.quarantine.retry(id),
    drop: async id => (await first.quarantine.drop(id)) || second.quarantine.drop(id),
  },
});

/** The keys of a mailbox begin with its number. */
const prefixOf = (index: number): string => `${index}/`;

interface Batch {
  readonly index: number;
  readonly mails: readonly InboxMail[];
}

/**
 * Both mailboxes are read at the same time. The batch of the slower one is kept for the next call, so that a busy mailbox does not
 * interrupt the looks at the other.
 */
export function joinMailboxes(mailboxes: readonly Mailbox[]): Mailbox {
  const reads = new Map<number, { readonly batch: Promise<Batch>; readonly stop: AbortController }>();
  const looks = createJointLooks(mailboxes.length);
  const read = (index: number, mailbox: Mailbox, limit: number): Promise<Batch> => {
    const known = reads.get(index);
    if (known !== undefined) return known.batch;
    const stop = new AbortController();
    const batch = mailbox.next(limit, stop.signal, () => looks.begin(index)).then(mails => ({ index, mails }));
    reads.set(index, { batch, stop });
    return batch;
  };
  return {
    next: async (limit, signal, beginLook) => {
      if (signal.aborted) return [];
      looks.use(beginLook);
      const stop = new AbortController();
      const untilAborted = new Promise<null>(resolve => {
        signal.addEventListener('abort', () => resolve(null), { once: true, signal: stop.signal });
      });
      const batches = mailboxes.map((each, index) => read(index, each, limit));
      const first = await Promise.race([untilAborted, ...batches]);
      stop.abort('over');
      if (first === null) return [];
      reads.delete(first.index);
      return first.mails.map(mail => ({ ...mail, key: `${prefixOf(first.index)}${mail.key}` }));
    },
    dispose: async (keys, to) => {
      for (const [index, mailbox] of mailboxes.entries()) {
        const prefix = prefixOf(index);
        const own = keys.filter(key => key.startsWith(prefix)).map(key => key.slice(prefix.length));
        if (own.length > 0) await mailbox.dispose(own, to);
      }
    },
    close: async () => {
      for (const { stop } of reads.values()) stop.abort('closed');
      for (const mailbox of mailboxes) await mailbox.close();
    },
  };
}

/** A look at all mailboxes begins with the first look at one of them, and ends when a later look at each has worked. */
function createJointLooks(count: number) {
  let beginLook: () => EndLook = () => () => undefined;
  let current: { readonly end: EndLook; readonly emptiness: Map<number, boolean> } | null = null;
  return {
    use: (begin: (() => EndLook) | undefined): void => {
      if (begin !== undefined) beginLook = begin;
    },
    begin: (index: number): EndLook => {
      current ??= { end: beginLook(), emptiness: new Map() };
      const joint = current;
      return isEmpty => {
        joint.emptiness.set(index, isEmpty);
        if (joint !== current || joint.emptiness.size < count) return;
        current = null;
        joint.end([...joint.emptiness.values()].every(Boolean));
      };
    },
  };
}
