// Records outages of the mailbox, by storing every few minutes that it can be read.
// Time in which no mail could reach us counts against no player.
import { reasonOf } from '#games/kit/assert.ts';
import { type Instant, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';
import type { Clock, EndLook } from './ports.ts';

export interface MailboxHeartbeat {
  /** Called before a look at INBOX. The function it returns is called when the look has worked. */
  readonly beginLook: () => EndLook;
  /** When INBOX was last looked at. */
  readonly readAt: () => Instant | null;
  /** Every mail that came before this instant is decided, and outages before it are stored. */
  readonly emptyAt: () => Instant;
  /** The last look at the mailbox is more than five minutes after the stored one. */
  readonly isStale: () => boolean;
  /** Called when it is stored that the mailbox could be read at this instant. */
  readonly markStored: (at: Instant) => void;
}

/** Interval at which the heartbeat is stored. */
const STORE_INTERVAL_MS = 5 * MINUTE_MS;
const LOOK_MS = 1_000;

export function createMailboxHeartbeat(clock: Pick<Clock, 'now'>): MailboxHeartbeat {
  let lastReadAt: Instant | null = null;
  let lastEmptyAt: Instant | null = null;
  let lastStoredAt: Instant | null = null;
  return {
    beginLook: () => {
      const at = clock.now();
      return isEmpty => {
        lastReadAt = at;
        if (isEmpty) lastEmptyAt = at;
      };
    },
    readAt: () => lastReadAt,
    isStale: () => lastStoredAt === null || (lastReadAt ?? 0) - lastStoredAt > STORE_INTERVAL_MS,
    // Until an outage is stored, mails after it may not be decided.
    emptyAt: () => {
      if (lastEmptyAt === null || lastStoredAt === null) return -Infinity;
      return lastEmptyAt - lastStoredAt < HOUR_MS ? lastEmptyAt : lastStoredAt;
    },
    markStored: at => {
      lastStoredAt = at;
    },
  };
}

/** Stores the heartbeat whenever it is stale, until the signal aborts. */
export async function runHeartbeat(
  heartbeat: MailboxHeartbeat,
  service: ServiceContext,
  sleep: Clock['sleep'],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await storeHeartbeat(heartbeat, service);
    await sleep(LOOK_MS, signal);
  }
}

/** Stores when the mailbox was last read, unless a recent enough instant is stored. */
export async function storeHeartbeat(
  { readAt, isStale, markStored }: MailboxHeartbeat,
  service: ServiceContext,
): Promise<void> {
  const at = readAt();
  if (at === null || !isStale()) return;
  try {
    await commitHeartbeat(at, service);
    markStored(at);
  } catch (error) {
    service.log.error('heartbeat-not-stored', { why: reasonOf(error) });
  }
}

/** Stores that the mailbox could be read at this instant. */
export async function commitHeartbeat(at: Instant, service: ServiceContext): Promise<void> {
  const outagesCount = service.clock.speed === undefined;
  const commit = await commitRequest({ kind: 'mailbox-read', outagesCount }, `read:${at}`, service);
  await commit?.durable;
}
