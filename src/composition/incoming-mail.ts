// Opens the place where mail comes in: a mailbox (IMAP), or a Maildir with its LMTP server.
import { systemClock } from '#adapters/clock.ts';
import { createImapArchive } from '#adapters/imap/archive.ts';
import type { ImapSettings } from '#adapters/imap/connection.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import { createImapQuarantine } from '#adapters/imap/quarantine.ts';
import { lmtpLimits } from '#adapters/lmtp/limits.ts';
import { type LmtpPlace, startLmtp } from '#adapters/lmtp/server.ts';
import { createMaildirArchive } from '#adapters/maildir/archive.ts';
import { createDeliverMail } from '#adapters/maildir/deliver.ts';
import { makeMaildir } from '#adapters/maildir/folders.ts';
import { createMaildirMailbox } from '#adapters/maildir/mailbox.ts';
import { claimMaildir } from '#adapters/maildir/owner.ts';
import { createMaildirQuarantine } from '#adapters/maildir/quarantine.ts';
import { listParties } from '#adapters/mime/peek.ts';
import type { ServiceSettings } from '#adapters/settings.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Log, MailArchive, Mailbox, Quarantine } from '#service/ports.ts';
import { createQueuedMailReader, hashText } from './service-settings.ts';

export interface IncomingMail {
  readonly mailbox: Mailbox;
  readonly archive: MailArchive;
  readonly quarantine: Quarantine;
}

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
  /** Does this process receive mail for the service? */
  readonly isReceiver: boolean;
  /** The id of the service. */
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
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const server = await startLmtp({
    ...{ place, own: { local, domain }, log, now: systemClock.now, mailBytes: limits.mailBytes },
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
