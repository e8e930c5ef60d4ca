// Enqueues mail from the mailbox: one process at a time reads it, any process works on the queue.
// A mail is durable in the store before it leaves INBOX.
import { reasonOf } from '#games/kit/assert.ts';
import type { OwnAddress } from '#core/mail/token.ts';
import { orderKeys } from '#core/order-keys.ts';
import type { Catalogue } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Clock, InboxMail, Log, Looked, Mailbox, Mime, ServerStanding } from './ports.ts';
import type { Leases, MailQueue, QueuedMail } from './shared-ports.ts';
import { causeOf } from './process-mail.ts';

export interface IntakeContext extends Pick<Catalogue, 'games'> {
  readonly mailbox: Mailbox;
  readonly queue: MailQueue;
  readonly claims: Leases;
  readonly mime: Pick<Mime, 'peek'>;
  readonly own: OwnAddress;
  readonly fingerprint: (text: string) => string;
  /** Called before every look at the mailbox. */
  readonly look: () => Looked;
  /** Every mail that came to the mailbox before this instant has been read. */
  readonly emptyAt: () => Instant;
  /** The state of our connection to the mailbox. */
  readonly standing: () => ServerStanding;
  /** Resolves when an outage of the mailbox is stored. */
  readonly presenceStored: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The name of the lock that the reader of the mailbox holds. */
export const MAILBOX = 'the mailbox';

const BATCH = 50;
/** Above this length no more mail is read. It can wait in the mailbox, and workers need not search thousands of rows for a free one. */
const MOST_WAITING = 1_000;
/**
 * LOOK_MS: interval of the checks whether the mailbox is free, or still ours. TELL_MS: interval of the notes that it is read.
 * Milliseconds of real time.
 */
const LOOK_MS = 500;
const TELL_MS = 5_000;
const PAUSE_MS = 2_000;

/** Reads the mailbox whenever no other process does, until the signal aborts. */
export async function runIntake(parts: IntakeContext, signal: AbortSignal): Promise<void> {
  const { claims, clock, log } = parts;
  const sleep = (ms: number, until: AbortSignal): Promise<void> => clock.sleep(ms * (clock.speed ?? 1), until);
  let isStandby = false;
  while (!signal.aborted) {
    const taken = await claims.take([MAILBOX]).catch((error: unknown) => {
      log.warn('mailbox-not-claimed', { why: reasonOf(error) });
      return null;
    });
    if (taken?.length === 1) {
      isStandby = false;
      await readWhileOurs(parts, sleep, signal);
      await claims.drop([MAILBOX]);
      continue;
    }
    if (taken !== null && !isStandby) log.info('mailbox-standby');
    isStandby = taken !== null;
    await sleep(LOOK_MS, signal);
  }
}

type Sleep = (ms: number, until: AbortSignal) => Promise<void>;

async function readWhileOurs(parts: IntakeContext, sleep: Sleep, signal: AbortSignal): Promise<void> {
  const { claims, log } = parts;
  const lost = new AbortController();
  const until = AbortSignal.any([signal, lost.signal]);
  log.info('mailbox-claimed');
  const ended = Promise.all([
    reading(parts, sleep, until).finally(() => lost.abort('ended')),
    telling(parts, sleep, until),
  ]);
  while (!until.aborted) {
    await sleep(LOOK_MS, until);
    if (!claims.holds(MAILBOX)) lost.abort('lost');
  }
  await ended;
}

async function reading(parts: IntakeContext, sleep: Sleep, until: AbortSignal): Promise<void> {
  const { mailbox, queue, presenceStored, log } = parts;
  while (!until.aborted) {
    try {
      if ((await queue.length()) >= MOST_WAITING) {
        await sleep(LOOK_MS, until);
        continue;
      }
      const batch = await mailbox.next(BATCH, until, looking(parts));
      if (batch.length === 0) continue;
      await presenceStored();
      await queue.put(batch.map(mail => queued(mail, parts)));
      await mailbox.dispose(
        batch.map(({ key }) => key),
        'processed',
      );
    } catch (error) {
      // The mails are still in the mailbox, and are fetched again.
      log.error('intake-failed', { why: reasonOf(error) });
      await sleep(PAUSE_MS, until);
    }
  }
}

/** Tells all processes when INBOX was empty. They may decide what depends on it. */
const looking = (parts: IntakeContext) => (): Looked => {
  const looked = parts.look();
  return isEmpty => {
    looked(isEmpty);
    if (isEmpty) tell(parts);
  };
};

const tell = ({ queue, emptyAt, standing, log }: IntakeContext): void => {
  queue.note(emptyAt(), standing()).catch((error: unknown) => {
    log.warn('mailbox-not-noted', { why: reasonOf(error) });
  });
};

async function telling(parts: IntakeContext, sleep: Sleep, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    tell(parts);
    await sleep(TELL_MS, until);
  }
}

function queued(mail: InboxMail, { mime, games, own, fingerprint }: IntakeContext): QueuedMail {
  const header = mime.peek(mail.raw, mail.size);
  return {
    id: fingerprint(Buffer.from(mail.raw).toString('latin1')),
    cause: header.messageId === null ? null : causeOf(header, fingerprint),
    keys: orderKeys(header, { games }, own),
    mail,
  };
}
