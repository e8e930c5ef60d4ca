// The ports by which several processes share one service: locks, and the queue of fetched mails.
import type { Instant } from '#core/kernel/time.ts';
import type { CauseKey, InboxMail, ServerState } from './ports.ts';

/** Locks by name: one process at a time may hold each. */
export interface Leases {
  /**
   * Takes the free locks among these names, and returns them. A lock is free if no other process and no other part of this one holds it.
   * A lock is ours until we drop it or the process ends, even by a crash.
   */
  readonly take: (names: readonly string[]) => Promise<readonly string[]>;
  /** Never rejects: if the connection to the store is lost, the locks are lost already. */
  readonly drop: (names: readonly string[]) => Promise<void>;
  /** Is this lock still ours? If the connection to the store is lost, all locks are lost. */
  readonly holds: (name: string) => boolean;
}

/** A mail fetched from the mailbox, for the process that will work on it. */
export interface QueuedMail {
  /** The fingerprint of its bytes. A mail that could not be moved away and is read again is enqueued once. */
  readonly id: string;
  /** The cause of its commit. null: the mail has no Message-ID. */
  readonly cause: CauseKey | null;
  /** The keys it shares with other mails (core/order-keys.ts). */
  readonly keys: readonly string[];
  readonly mail: InboxMail;
}

/** The queue of mails that one process has read from the mailbox. It is durable. */
export interface MailQueue {
  /** Enqueues the mails in this order. Rejects if another process holds the mailbox. The first mails may be enqueued even then. */
  readonly put: (mails: readonly QueuedMail[]) => Promise<void>;
  /** The number of waiting mails. */
  readonly length: () => Promise<number>;
  /** Notes that every mail that came to the mailbox before this instant was enqueued. `state`: the state of the mailbox connection. */
  readonly note: (emptyAt: Instant, state: ServerState) => Promise<void>;
  /** Every mail that came to the mailbox before this instant is decided. */
  readonly emptyAt: () => Promise<Instant>;
}
