// The ports by which several processes share one service: locks, and the queue of fetched mails.
import type { Instant } from '#core/kernel/time.ts';
import type { CauseKey, InboxMail, ServerStanding } from './ports.ts';

/** Locks by name: one process at a time may hold each. */
export interface Leases {
  /**
   * Takes the free locks among these names, and returns them. A lock is free if no other process and no other part of this one holds it.
   * It is ours until it is dropped or the process ends, however that happens.
   */
  readonly take: (names: readonly string[]) => Promise<readonly string[]>;
  /** Never rejects: if the connection to the store is lost, the locks are lost already. */
  readonly drop: (names: readonly string[]) => Promise<void>;
  /** Is it still ours? Losing the connection to the store loses every lock. */
  readonly holds: (name: string) => boolean;
}

/** A mail fetched from the mailbox, for the process that will work on it. */
export interface QueuedMail {
  /** The fingerprint of its bytes. A mail that could not be moved away and is read again is enqueued once. */
  readonly id: string;
  /** The cause of its commit. null: the header does not tell. */
  readonly cause: CauseKey | null;
  /** The keys it shares with other mails (core/order-keys.ts). */
  readonly keys: readonly string[];
  readonly mail: InboxMail;
}

/** The queue of mails that one process has read from the mailbox. It is durable. */
export interface MailQueue {
  /** Enqueues in this order. Rejects if the mailbox is not (or no longer) ours, and may have enqueued the first of them then. */
  readonly put: (mails: readonly QueuedMail[]) => Promise<void>;
  /** The number of waiting mails. */
  readonly length: () => Promise<number>;
  /** Notes that every mail that came to the mailbox before this instant was enqueued. `standing`: the state of the mailbox connection. */
  readonly note: (emptyAt: Instant, standing: ServerStanding) => Promise<void>;
  /** Every mail that came to the mailbox before this instant is decided. */
  readonly emptyAt: () => Promise<Instant>;
}
