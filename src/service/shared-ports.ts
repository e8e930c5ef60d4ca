// The ports by which several processes share one service: locks, the queue of mails, their health.
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
  /** The keys it shares with other mails (core/prefetch.ts). */
  readonly keys: readonly string[];
  readonly mail: InboxMail;
}

/** `aside`: mails that no process takes any more, for the operator. `oldestMs`: the age of the first waiting mail. null: none waits. */
export interface QueueCounts {
  readonly waiting: number;
  readonly aside: number;
  readonly oldestMs: number | null;
}

/** The queue of mails that one process has read from the mailbox. It is durable. */
export interface MailQueue {
  /** Enqueues the mails in this order. Rejects if another process holds the mailbox. The first mails may be enqueued even then. */
  readonly put: (mails: readonly QueuedMail[]) => Promise<void>;
  readonly count: () => Promise<QueueCounts>;
  /** Notes that every mail that came to the mailbox before this instant was enqueued. */
  readonly note: (emptyAt: Instant) => Promise<void>;
  /** Every mail that came to the mailbox before this instant is decided. */
  readonly emptyAt: () => Promise<Instant>;
}

/** The parts of a service that a process may run. `all`: every part. */
export const ROLES = ['all', 'inbox', 'worker', 'outbox', 'robots', 'web'] as const;

export type Role = (typeof ROLES)[number];

/** The facts about a process that others need to judge the health of the service. null: it has none, or does not know. */
export interface ProcessSigns {
  readonly imap: ServerState;
  readonly smtp: ServerState;
  /** When the mailbox was last looked at. */
  readonly readAt: Instant | null;
  /** When the SMTP server last took a mail. */
  readonly sentAt: Instant | null;
  /** When sending is tried again while it is paused, as an ISO date. */
  readonly pausedUntil: string | null;
  /** Since when the store has refused every change. */
  readonly storeFailingSince: Instant | null;
  /** Why the provider gives no access token for the mail servers (OAuth), until the operator acts. */
  readonly oauthRefusal?: string | null;
}

/** A process of a service. `ageMs`: since its start. `silentMs`: since its last sign of life. Real time. */
export interface ProcessRecord {
  readonly role: Role;
  readonly host: string;
  readonly pid: number;
  readonly ageMs: number;
  readonly silentMs: number;
  /** It has stopped in order. */
  readonly hasEnded: boolean;
  readonly signs: ProcessSigns;
}

/** The processes of a service, known to each other by their signs of life. */
export interface Presence {
  /** Stores a sign of life of this process. */
  readonly note: (signs: ProcessSigns, hasEnded?: boolean) => Promise<void>;
  /** The processes that gave a sign of life within a day, the newest first. */
  readonly list: () => Promise<readonly ProcessRecord[]>;
}

/** A reason why the service is ill. `why`: one sentence for the operator. */
export interface Illness {
  readonly what: 'imap' | 'smtp' | 'oauth' | 'store' | 'pause' | 'outbox' | 'queue' | 'mailbox' | 'role';
  readonly why: string;
}

/** What a process has counted since its start, by the name of a metric and the value of its label. */
export type EventCounts = Readonly<Record<'log_lines' | 'mails_in' | 'mails_out', Readonly<Record<string, number>>>>;

/** The answer of `/health`. */
export interface HealthReport {
  readonly ok: boolean;
  /** Absent: mails are delivered to a folder. */
  readonly imap?: ServerState;
  readonly smtp: ServerState;
  readonly store: 'ok' | 'failed';
  /** Mails that are due to be sent, that are tried again later, and that were given up. */
  readonly waiting: number;
  readonly delayed: number;
  readonly failed: number;
  /** Mails that were fetched from the mailbox and are not decided, and those that no process takes any more. */
  readonly undecided: number;
  readonly aside: number;
  /** When sending is tried again while the SMTP server takes none of our mail, as an ISO date. Absent: sending is not paused. */
  readonly sendingPausedUntil?: string;
  /** When more mails may be sent, as an ISO date. Absent: no due mail waits for the pace. */
  readonly sendingPacedUntil?: string;
  /** Empty if and only if `ok`. */
  readonly reasons: readonly Illness[];
}

// While one part of the process holds a name, no other part gets it.

export function createInMemoryLeases(): Leases {
  const heldNames = new Set<string>();
  return {
    take: names => {
      const takenNames = [...new Set(names)].filter(name => !heldNames.has(name));
      for (const name of takenNames) heldNames.add(name);
      return Promise.resolve(takenNames);
    },
    drop: names => {
      for (const name of names) heldNames.delete(name);
      return Promise.resolve();
    },
    holds: name => heldNames.has(name),
  };
}
