// The ports by which several processes share one service: what only one of them may do at a time, and the mails that one has read and any works on.
import type { Instant } from '#core/time.ts';
import type { CauseKey, InboxMail, ServerStanding } from './ports.ts';

/** What only one process at a time may do, by name. */
export interface Claims {
  /** Those of the names that nobody has, neither another process nor another part of this one. They are ours until they are dropped or we end, however that happens. */
  readonly take: (names: readonly string[]) => Promise<readonly string[]>;
  /** Never rejects: who lost the store has lost them already. */
  readonly drop: (names: readonly string[]) => Promise<void>;
  /** Is it still ours? Who loses the store loses every claim. */
  readonly holds: (name: string) => boolean;
}

/** A mail on its way from the mailbox to whichever process works on it. */
export interface QueuedMail {
  /** The fingerprint of its bytes: the same mail read again, since it could not be moved away, is put there once. */
  readonly id: string;
  /** What its commit will be called; null: the header does not tell. */
  readonly cause: CauseKey | null;
  /** What it has in common with others (core/order-keys.ts). */
  readonly keys: readonly string[];
  readonly mail: InboxMail;
}

/** Where mails lie that one process has read from the mailbox. What is put there is durable. */
export interface MailQueue {
  /** In this order; rejects where the mailbox is not ours (any more), and may have put the first of them then. */
  readonly put: (mails: readonly QueuedMail[]) => Promise<void>;
  /** How many wait. */
  readonly length: () => Promise<number>;
  /** Every mail that came to the mailbox before this instant was put there; `standing`: how the mailbox is. */
  readonly note: (emptyAt: Instant, standing: ServerStanding) => Promise<void>;
  /** Every mail that came to the mailbox before this instant is decided. */
  readonly emptyAt: () => Promise<Instant>;
}
