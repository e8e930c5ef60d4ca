// Records outages of the mailbox, by storing every few minutes that it can be read.
// Time in which no mail could reach us counts against no player.
import { reasonOf } from '#games/kit/assert.ts';
import { type Instant, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import { createSignal } from './signal.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';
import type { Clock, Looked } from './ports.ts';

export interface MailboxHeartbeat {
  /** Called before a look at INBOX. The function it returns is called when the look has worked. */
  readonly look: () => Looked;
  /** When INBOX was last looked at. */
  readonly readAt: () => Instant | null;
  /** Every mail that came before this instant is decided, and outages before it are stored. */
  readonly emptyAt: () => Instant;
  /** The mailbox was read after a while, and that is not stored yet. */
  readonly isStale: () => boolean;
  /** It is stored that the mailbox could be read at this instant. */
  readonly noted: (at: Instant) => void;
  /** Resolves when the mailbox was read after a while. */
  readonly news: (signal: AbortSignal) => Promise<void>;
}

/** Interval of storing. */
const EVERY_MS = 5 * MINUTE_MS;
const LEAST_PAUSE_MS = 1_000;

export function createMailboxHeartbeat(clock: Pick<Clock, 'now'>): MailboxHeartbeat {
  let read: Instant | null = null;
  let empty: Instant | null = null;
  let stored: Instant | null = null;
  const arrival = createSignal();
  const isStale = (): boolean => stored === null || (read ?? 0) - stored > EVERY_MS;
  return {
    look: () => {
      const at = clock.now();
      return isEmpty => {
        read = at;
        if (isEmpty) empty = at;
        if (isStale()) arrival.ring();
      };
    },
    readAt: () => read,
    isStale,
    // Until an outage is stored, nothing is known of the mails after it.
    emptyAt: () => {
      if (empty === null || stored === null) return -Infinity;
      return empty - stored < HOUR_MS ? empty : stored;
    },
    noted: at => {
      stored = at;
    },
    news: async signal => {
      if (!isStale()) await arrival.rung(signal);
    },
  };
}

/** Works until the signal aborts. */
export async function notePresence(
  seen: MailboxHeartbeat,
  service: ServiceContext,
  wait: Clock['sleep'],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await seen.news(signal);
    await storeHeartbeat(seen, service);
    await wait(LEAST_PAUSE_MS, signal);
  }
}

/** Stores when the mailbox was last read, unless a recent enough instant is stored. */
export async function storeHeartbeat(
  { readAt, isStale, noted }: MailboxHeartbeat,
  service: ServiceContext,
): Promise<void> {
  const at = readAt();
  if (at === null || !isStale()) return;
  try {
    await note(at, service);
    noted(at);
  } catch (error) {
    service.log.error('presence-not-stored', { why: reasonOf(error) });
  }
}

/** Stores that the mailbox could be read at this instant. */
export async function note(at: Instant, service: ServiceContext): Promise<void> {
  const outagesCount = service.clock.speed === undefined;
  const done = await commitRequest({ kind: 'mailbox-read', outagesCount }, `read:${at}`, service);
  await done?.durable;
}
