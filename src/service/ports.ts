// The ports: interfaces to everything outside the service, with their promises in prose.
// Adapters implement them. Tests use doubles.
import type { Setup } from '#games/game.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import type { MailPlan, Receipt } from '#core/wording/mail-plan.ts';
import type { Drawing } from '#core/picture/drawing.ts';
import type { GameHistory } from '#engines/game-history.ts';
import type { ListName } from '#core/kernel/lists.ts';
import type { Changes, DocumentKey, DocumentMap } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';

export interface Clock {
  readonly now: () => Instant;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How many times faster than real time it runs. Absent: real time. Network timeouts do not follow it. */
  readonly speed?: number;
}

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Structured log. Facts never hold a password, a token or the text of a mail. */
export interface Log {
  readonly info: (event: string, facts?: Facts) => void;
  readonly warn: (event: string, facts?: Facts) => void;
  readonly error: (event: string, facts?: Facts) => void;
}

/** The state of the connection to a mail server. `refused`: it does not accept our password. */
export type ServerStanding = 'connected' | 'refused' | 'unreachable';

/** The answer of `/health`. */
export interface HealthReport {
  readonly ok: boolean;
  readonly imap: ServerStanding;
  readonly smtp: ServerStanding;
  readonly store: 'ok' | 'failed';
  /** Mails that are due to be sent. */
  readonly waiting: number;
  /** While the SMTP server takes none of our mail: when it is tried again, as an ISO date. Absent: mail is sent. */
  readonly sendingPausedUntil?: string;
}

/** Something wrong with the data, for the operator. `error`: it blocks a player until it is repaired. */
export interface Finding {
  readonly level: 'error' | 'warn';
  /** A file or folder of the data. */
  readonly where: string;
  /** A sentence or two: what is wrong, and what to do. */
  readonly what: string;
}

/** The documents a decision read, with their versions. */
export interface Snapshot {
  readonly documents: DocumentMap;
  /** 0 for a document that does not exist. */
  readonly versions: ReadonlyMap<DocumentKey, number>;
  /** These exist and cannot be read: null and version 0 above. They are never overwritten. */
  readonly damaged: readonly DocumentKey[];
}

/** When a document must be checked again. */
export interface Alarm {
  readonly key: DocumentKey;
  readonly at: Instant;
}

/** Why something changed: each cause takes effect once. `mail:<hash>`. */
export type CauseKey = string;

/** A mail rendered and ready to go. */
export interface Outgoing {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly raw: Uint8Array;
  /** The number of failed tries to send it. */
  readonly tries: number;
  /** What to note when the SMTP server has taken it. */
  readonly receipt?: Receipt;
}

export interface Change {
  readonly cause: CauseKey;
  /** Versions the decision was made from. Any other version now is a conflict. A document that is written and not named here must not exist. */
  readonly expect: ReadonlyMap<DocumentKey, number>;
  /** null: the document is dropped. */
  readonly documents: Changes;
  readonly outgoing: readonly Outgoing[];
  readonly at: Instant;
}

export type DeliveryStatus =
  | { readonly kind: 'sent' }
  /** `tries`: how many are counted by now. */
  | { readonly kind: 'later'; readonly due: Instant; readonly tries: number }
  /** Given up: kept aside for the operator. */
  | { readonly kind: 'failed'; readonly why: string };

/** `conflict`: a version has changed meanwhile, read again. `already-seen`: this cause has had its effect, and nothing was changed. */
export type CommitResult = 'committed' | 'conflict' | 'already-seen';

/**
 * The database. A commit is all or nothing: documents, seen-mark and outgoing mail together.
 * What was committed is visible to reads at once. `durable` resolves when it would survive a power cut.
 * If it cannot be made durable, the promise rejects, the change is not there, and neither is any later one that saw it.
 */
export interface Store {
  readonly read: (keys: readonly DocumentKey[]) => Promise<Snapshot>;
  /** At most `most` keys of a list (core/kernel/lists.ts) after `from` (core/kernel/documents.ts: byKey). null: from the beginning. */
  readonly list: (name: ListName, from: DocumentKey | null, most: number) => Promise<readonly DocumentKey[]>;
  /** The same backwards: at most `most` keys of a list before this one, the last of them first. null: from the end. */
  readonly newest: (name: ListName, before: DocumentKey | null, most: number) => Promise<readonly DocumentKey[]>;
  /** At most `most` userids of accounts after this text, in order. */
  readonly accounts: (after: string, most: number) => Promise<readonly string[]>;
  /** The alarms of the documents (core/kernel/document-definition.ts) that are due, the oldest first. Reading them changes nothing. */
  readonly dueAlarms: (now: Instant, most: number) => Promise<readonly Alarm[]>;
  /** When the next alarm is due. null: none is set. */
  readonly nextAlarm: () => Promise<Instant | null>;
  readonly isSeen: (cause: CauseKey) => Promise<boolean>;
  /** Resolves to the result at once with a promise for its durability, so that the next mail need not wait for the disk. */
  readonly commit: (change: Change) => Promise<{ readonly result: CommitResult; readonly durable: Promise<void> }>;
  /**
   * Durable mails that are due, to these readers or to all, oldest first. A mail stays due until it is marked. No mail is due while an
   * earlier one to the same reader waits.
   */
  readonly dueMail: (now: Instant, most: number, readers?: readonly string[]) => Promise<readonly Outgoing[]>;
  /** The readers of such mails, the longest waiting first, at most `most`. */
  readonly dueReaders: (now: Instant, most: number) => Promise<readonly string[]>;
  /** The number of due mails. */
  readonly dueCount: (now: Instant) => Promise<number>;
  /** When the next mail is due. null: the outbox is empty. */
  readonly nextDue: () => Promise<Instant | null>;
  readonly markMail: (id: string, fate: DeliveryStatus) => Promise<void>;
  /**
   * Drops the mails to these addresses that wait or were given up. When it resolves, nothing is left on the disk of these, nor of any document
   * that was changed or dropped before.
   */
  readonly erase: (addresses: readonly string[]) => Promise<void>;
  /** Forgets seen-marks from before this moment. */
  readonly forget: (before: Instant) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The read-only part, for pages and everything else that decides nothing. */
export type ReadPort = Pick<Store, 'read' | 'list' | 'newest' | 'accounts'>;

/** A mail in the mailbox. The key is good for this connection only. */
export interface InboxMail {
  readonly key: string;
  readonly size: number;
  /** The whole mail, or only the headers of a mail over the size limit. */
  readonly raw: Uint8Array;
  readonly isWhole: boolean;
}

/** The folder a mail is moved to when it is processed. */
export type Destination = 'processed' | 'quarantined';

/** Called after a look at INBOX, with whether it was empty. */
export type Looked = (isEmpty: boolean) => void;

/**
 * The mailbox the service reads. INBOX is the work list: what is there is still to be done, whatever its flags.
 * Connects, reconnects with back-off, survives a changed UIDVALIDITY. Never throws for network faults, but waits.
 */
export interface Mailbox {
  /**
   * The next mails, oldest first, at most `most`. Waits until there are some, or resolves empty once the signal aborts. `look` is called
   * before each look at INBOX. The function it returns is called when that look has worked.
   */
  readonly next: (most: number, signal: AbortSignal, look?: () => Looked) => Promise<readonly InboxMail[]>;
  /** Takes mails off the work list. One that cannot be moved now comes again, and is recognised. */
  readonly dispose: (keys: readonly string[], to: Destination) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What is known of a mail that was in flight when the previous process crashed: is it a poison message? */
export type PoisonCheck =
  | 'none'
  /** It may be the reason, and is processed alone. */
  | 'suspect'
  /** Two processes crashed while it was in flight alone, as a suspect. */
  | 'deadly';

/** The mails that were dealt with, where the mailbox keeps them. */
export interface MailArchive {
  /** Rejects where the mailbox cannot be reached. What is not there any more is no fault. */
  readonly erase: (what: { readonly of: readonly string[] } | { readonly before: Instant }) => Promise<void>;
}

/** Marks mails in flight, where the marks survive a crash of the process. Does not wait for the disk. Never throws. */
export interface InFlight {
  /** By the fingerprint of its bytes. */
  readonly suspicion: (mail: string) => PoisonCheck;
  /** These are in flight now, and no others. */
  readonly take: (mails: readonly string[]) => void;
  /** The mails in flight are decided. */
  readonly drop: () => void;
}

/** `dead`: the recipients for which the server will never take mail. Absent: none is known. */
export type SendResult =
  | { readonly kind: 'sent'; readonly dead?: readonly string[] }
  /** The server permanently refuses this mail. `isOfMail`: it answered the whole mail (DATA), and may have taken another one to the same reader. */
  | { readonly kind: 'rejected'; readonly why: string; readonly isOfMail?: boolean; readonly dead?: readonly string[] }
  /**
   * Not now, or the outcome is unknown: 4xx, a cut connection. Sent again with the same Message-ID. `isRefused`: the server gave that
   * answer, and named no fault of its own.
   */
  | { readonly kind: 'failed'; readonly why: string; readonly isRefused?: boolean }
  /** The server takes none of our mail for now: a sending limit, a block, a refused login. The mail is not at fault. */
  | {
      readonly kind: 'limited';
      readonly why: string;
      readonly isOfMail?: boolean;
      /** It may be the policy of one recipient's domain. */
      readonly isDoubtful?: boolean;
    };

export interface Sender {
  /** The number of mails it sends at the same time. Absent: any number. */
  readonly connections?: number;
  readonly send: (mail: Outgoing) => Promise<SendResult>;
  readonly close: () => Promise<void>;
}

/** The result of reading a mail. */
export type Reading =
  /** `text`: what the sender newly wrote, quotes and signature gone. */
  | { readonly kind: 'read'; readonly mail: Incoming; readonly text: string }
  /** It is no mail, or beyond our limits. */
  | { readonly kind: 'unreadable' }
  /** Reading it took too long or too much, and was ended. */
  | { readonly kind: 'given-up'; readonly why: string };

/** Parses and renders mails. The only port that knows MIME. */
export interface Mime {
  /** Reads a whole mail, in bounded time. Rejects only when the reader was closed or cannot work at all: no fault of the mail's. */
  readonly read: (raw: Uint8Array, size: number) => Promise<Reading>;
  /** Reads the headers alone, of mails that cannot be read whole. Cheap, and never throws. */
  readonly peek: (raw: Uint8Array, size: number) => Incoming;
  /** The same plan gives the same bytes. `png`: the plan's picture. null: the mail is sent without it. */
  readonly render: (plan: MailPlan, png: BoardPng | null) => Promise<Uint8Array>;
}

/** A picture of a board as PNG, for programs that show mails light and dark. */
export interface BoardPng {
  readonly light: Uint8Array;
  readonly dark: Uint8Array;
}

/** Drawings as pictures that every mail program shows. */
export interface Raster {
  /** Always the same for the same drawing. null: it cannot be made, and the mail is sent without it. Never rejects. */
  readonly png: (drawing: Drawing) => Promise<BoardPng | null>;
  readonly close: () => Promise<void>;
}

/** A position, by how it came about, and how a program shall think about it. */
export interface SearchRequest extends GameHistory {
  /** The name of an engine. */
  readonly engine: string;
  /** The name of a game, and its complete setup. */
  readonly game: string;
  readonly setup: Setup;
  readonly seed: number;
  /** The engine keeps its search tree for the next request with the same key, if that continues its moves. Chosen by the caller. */
  readonly sessionKey: string;
  /** null: no such limit. One of them must be there. */
  readonly milliseconds: number | null;
  readonly nodes: number | null;
  /** The share of moves, 0 … 1, that are any move that does not lose at once: what makes a program weaker. */
  readonly noise: number;
}

export interface SearchResult {
  /** Canonical text of a legal move. */
  readonly move: string;
  readonly nodes: number;
  /** The expected score of the mover, 0 … 1. null: no opinion. */
  readonly value: number | null;
  readonly isProven: boolean;
}

/** Players that are programs. They search in their own threads, so that the event loop is not blocked. */
export interface Engines {
  /** Rejects if the search fails, or takes much longer than allowed. Time in the queue does not count. */
  readonly search: (request: SearchRequest) => Promise<SearchResult>;
  /** Ends every thread. Running searches are rejected. */
  readonly close: () => Promise<void>;
}

export interface Secrets {
  /** A salted hash of a password, slow on purpose. */
  readonly hash: (secret: string) => Promise<string>;
  readonly verify: (secret: string, hash: string) => Promise<boolean>;
  /** A keyed MAC: 16 characters a-z2-7. */
  readonly sign: (text: string) => string;
}
