// Enqueues mail from the mailbox: one process at a time reads it, any process works on the queue.
// A mail is durable in the store before it is moved out of INBOX.
import { reasonOf } from '#games/kit/assert.ts';
import type { OwnAddress } from '#core/mail/token.ts';
import { orderKeys } from '#core/prefetch.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { InboxContext } from './inbox.ts';
import type { InboxMail, EndLook, Mime } from './ports.ts';
import type { Leases, MailQueue, QueuedMail } from './shared-ports.ts';
import { causeOf } from './process-mail.ts';

interface IntakeContext extends Pick<
  InboxContext,
  'games' | 'mailbox' | 'fingerprint' | 'beginLook' | 'storeHeartbeat' | 'clock' | 'log'
> {
  readonly queue: MailQueue;
  readonly leases: Leases;
  readonly mime: Pick<Mime, 'peek'>;
  readonly own: OwnAddress;
  /** Every mail that came to the mailbox before this instant has been read. */
  readonly emptyAt: () => Instant;
}

/** The name of the lock that the reader of the mailbox holds. */
export const MAILBOX_LEASE = 'the mailbox';

const BATCH_SIZE = 50;
/** If the queue is this long, no mail is read. It waits in the mailbox, so that workers need not search thousands of rows for a free one. */
const MAX_WAITING = 1_000;
/**
 * CHECK_MS: interval of the checks whether the mailbox is free, or still ours. NOTE_MS: interval of the notes that the mailbox is read.
 * Milliseconds of real time.
 */
const CHECK_MS = 500;
const NOTE_MS = 5_000;
const PAUSE_MS = 2_000;

/** Reads the mailbox whenever no other process does, until the signal aborts. */
export async function runIntake(parts: IntakeContext, signal: AbortSignal): Promise<void> {
  const { leases, clock, log } = parts;
  const sleep = (ms: number, stopSignal: AbortSignal): Promise<void> =>
    clock.sleep(ms * (clock.speed ?? 1), stopSignal);
  let isStandby = false;
  while (!signal.aborted) {
    const takenLeases = await leases.take([MAILBOX_LEASE]).catch((error: unknown) => {
      log.warn('mailbox-not-claimed', { why: reasonOf(error) });
      return null;
    });
    if (takenLeases?.length === 1) {
      isStandby = false;
      await readWhileOurs(parts, sleep, signal);
      await leases.drop([MAILBOX_LEASE]);
      continue;
    }
    if (takenLeases !== null && !isStandby) log.info('mailbox-standby');
    isStandby = takenLeases !== null;
    await sleep(CHECK_MS, signal);
  }
}

type Sleep = (ms: number, stopSignal: AbortSignal) => Promise<void>;

async function readWhileOurs(parts: IntakeContext, sleep: Sleep, signal: AbortSignal): Promise<void> {
  const { leases, log } = parts;
  const lostLease = new AbortController();
  const stopSignal = AbortSignal.any([signal, lostLease.signal]);
  log.info('mailbox-claimed');
  const keepNoting = async (): Promise<void> => {
    while (!stopSignal.aborted) {
      noteEmptyAt(parts);
      await sleep(NOTE_MS, stopSignal);
    }
  };
  const tasks = Promise.all([
    fetchMails(parts, sleep, stopSignal).finally(() => lostLease.abort('ended')),
    keepNoting(),
  ]);
  while (!stopSignal.aborted) {
    await sleep(CHECK_MS, stopSignal);
    if (!leases.holds(MAILBOX_LEASE)) lostLease.abort('lost');
  }
  await tasks;
}

async function fetchMails(parts: IntakeContext, sleep: Sleep, stopSignal: AbortSignal): Promise<void> {
  const { mailbox, queue, storeHeartbeat, log } = parts;
  const beginLook = (): EndLook => {
    const endLook = parts.beginLook();
    return isEmpty => {
      endLook(isEmpty);
      // At once, because other processes wait for an empty INBOX with decisions that depend on it.
      if (isEmpty) noteEmptyAt(parts);
    };
  };
  while (!stopSignal.aborted) {
    try {
      if ((await queue.count()).waiting >= MAX_WAITING) {
        await sleep(CHECK_MS, stopSignal);
        continue;
      }
      const batch = await mailbox.next(BATCH_SIZE, stopSignal, beginLook);
      if (batch.length === 0) continue;
      await storeHeartbeat();
      await queue.put(batch.map(mail => toQueuedMail(mail, parts)));
      await mailbox.dispose(
        batch.map(({ key }) => key),
        'processed',
      );
    } catch (error) {
      // The mails are still in the mailbox, and are fetched again.
      log.error('intake-failed', { why: reasonOf(error) });
      await sleep(PAUSE_MS, stopSignal);
    }
  }
}

const noteEmptyAt = ({ queue, emptyAt, log }: IntakeContext): void => {
  queue.note(emptyAt()).catch((error: unknown) => {
    log.warn('mailbox-not-noted', { why: reasonOf(error) });
  });
};

/** A fetched mail with the keys and the cause by which it waits in the queue. */
export function toQueuedMail(
  mail: InboxMail,
  { mime, games, own, fingerprint }: Pick<IntakeContext, 'mime' | 'games' | 'own' | 'fingerprint'>,
): QueuedMail {
  const header = mime.peek(mail.raw, mail.size);
  return {
    id: fingerprint(Buffer.from(mail.raw).toString('latin1')),
    cause: causeOf(header, fingerprint),
    keys: orderKeys(header, { games }, own),
    mail,
  };
}
