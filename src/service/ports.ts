// The ports: interfaces to everything outside the service, with their promises in prose.
// Adapters implement them. Tests use doubles.
import type { Incoming } from '#core/mail/incoming.ts';
import type { MailPlan, Priority, Receipt } from '#core/writing/mail-plan.ts';
import type { Drawing } from '#core/writing/picture/drawing.ts';
import type { Changes, DocumentKey, DocumentMap, ListName } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';

export interface Clock {
  readonly now: () => Instant;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How many times faster than real time the clock runs. Absent: real time. Network timeouts use real time. */
  readonly speed?: number;
}

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Structured log. Facts never hold a password, a token or the text of a mail. */
export interface Log {
  readonly info: (event: string, facts?: Facts) => void;
  readonly warn: (event: string, facts?: Facts) => void;
  readonly error: (event: string, facts?: Facts) => void;
}

/** A line for the operator. `kind`: the operator is told once a day about each kind. */
export interface OperatorLine {
  readonly kind: string;
  readonly event: string;
  readonly facts: Facts;
}

/** The state of the connection to a mail server. `refused`: it does not accept our password. */
export type ServerState = 'connected' | 'refused' | 'unreachable';

/** A token that mail servers take in place of a password. `failed`: there is none now. `isRefused`: only the operator can change that. */
export type AccessTokenResult =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'failed'; readonly why: string; readonly isRefused: boolean };

/** The access tokens of the mailbox, by OAuth 2.0. */
export interface AccessTokens {
  /** A token that is valid for some time yet. `refused`: a server has refused this token, so it is not given again. Never rejects. */
  readonly get: (refused: string | null) => Promise<AccessTokenResult>;
}

/** A mail server, and the login there. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** True: TLS from the first byte. False: STARTTLS, which is required except on loopback without `ca`. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  /** Access tokens that take the place of the password. Absent: the password. */
  readonly tokens?: AccessTokens;
  /** A file with the certificates of the authorities to trust, as PEM. Absent or empty: the usual ones. */
  readonly ca?: string;
}

/** A fault of the data or the settings, for the operator. `error`: the fault blocks a player until it is repaired. */
export interface Finding {
  readonly level: 'error' | 'warn';
  /** A file or folder of the data. */
  readonly where: string;
  /** One or two sentences that say what is wrong, and what to do. */
  readonly what: string;
}

/** The documents a decision read, with their versions. */
export interface Snapshot {
  readonly documents: DocumentMap;
  /** 0 for a document that does not exist. */
  readonly versions: ReadonlyMap<DocumentKey, number>;
  /** Documents that exist and cannot be read. They are null and have version 0 above. They are never overwritten. */
  readonly damaged: readonly DocumentKey[];
}

/** A document, and the instant at which it must be checked again. */
export interface Alarm {
  readonly key: DocumentKey;
  readonly at: Instant;
}

/** The idempotency key of a change, such as `mail:<hash>`. Each cause takes effect once. */
export type CauseKey = string;

/** A mail rendered and ready to go. */
export interface Outgoing {
  readonly id: string;
  /** The sender of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly raw: Uint8Array;
  /** The number of failed tries to send it. */
  readonly tries: number;
  /** Absent: `board`. */
  readonly priority?: Priority;
  /** What is stored when the SMTP server has taken the mail. */
  readonly receipt?: Receipt;
}

/** The bytes of a mail, or texts of Latin-1 characters that make them. A text that several mails have in common is stored once. */
export type RawMail = Uint8Array | readonly string[];

export type MailToStore = Omit<Outgoing, 'raw'> & { readonly raw: RawMail };

export interface Change {
  readonly cause: CauseKey;
  /** The versions that the decision read. A different version now is a conflict. A document that is written and not named here must not exist. */
  readonly expect: ReadonlyMap<DocumentKey, number>;
  /** null: the document is dropped. */
  readonly documents: Changes;
  readonly outgoing: readonly MailToStore[];
  readonly at: Instant;
  /**
   * Completes the change, perhaps more than once. Between this call and the commit no other change with a `seal` is committed, so that each
   * sees those before it. Resolves to what is expected and stored besides, and to all mails. Absent: the change is complete.
   */
  readonly seal?: (read: Store['read']) => Promise<Pick<Change, 'expect' | 'documents' | 'outgoing'>>;
}

export type DeliveryStatus =
  | { readonly kind: 'sent' }
  /** `tries`: the number of failed tries so far. */
  | { readonly kind: 'later'; readonly due: Instant; readonly tries: number }
  /** The mail is given up, and kept for the operator. */
  | { readonly kind: 'failed'; readonly why: string };

/** A mail of the outbox, for the operator. */
export interface MailRecord extends Pick<Outgoing, 'id' | 'to' | 'tries'> {
  readonly state: 'waiting' | 'failed';
  readonly priority: Priority;
  /** When it was committed, and when it is due. null: unknown. */
  readonly written: Instant | null;
  readonly due: Instant | null;
  /** Why it was given up. null: it was not. */
  readonly why: string | null;
}

/** The mails of the outbox. The instants are those at which mails were committed. null: there is no such mail. */
export interface MailCounts {
  /** Mails that may be sent now. */
  readonly due: number;
  /** Mails that are not sent yet, including the due ones. */
  readonly waiting: number;
  /** Mails that were given up, and are kept for the operator. */
  readonly failed: number;
  readonly oldest: Instant | null;
  readonly oldestSince: Instant | null;
  /** The oldest mail about a board that may be sent now. */
  readonly oldestDueBoard: Instant | null;
}

/** The mails that were sent lately, which all processes know. */
export interface PaceRecord {
  /** The pace of the process that sent last: mails an hour. */
  readonly perHour: number;
  /** Mails by the begin of a slice of time in which they were sent, the oldest first. */
  readonly sent: readonly (readonly [begin: Instant, mails: number])[];
}

/** `conflict`: a version has changed meanwhile, so the caller must read again. `already-seen`: this cause took effect before. */
export type CommitResult = 'committed' | 'conflict' | 'already-seen';

/**
 * The database. A commit is all or nothing: documents, seen mark and outgoing mail together.
 * Reads see a committed change at once. `durable` resolves when the change would survive a power cut.
 * If the change cannot be made durable, `durable` rejects, and the store has neither this change nor a later one that read it.
 */
export interface Store {
  readonly read: (keys: readonly DocumentKey[]) => Promise<Snapshot>;
  /** At most `limit` keys of a list (core/kernel/lists.ts) after `after`, in the order of `byKey`. null: from the beginning. */
  readonly list: (name: ListName, after: DocumentKey | null, limit: number) => Promise<readonly DocumentKey[]>;
  /** At most `limit` keys of a list before `before`, in descending order. null: from the end. */
  readonly newest: (name: ListName, before: DocumentKey | null, limit: number) => Promise<readonly DocumentKey[]>;
  /** At most `limit` userids of accounts after this text, in order. */
  readonly accounts: (after: string, limit: number) => Promise<readonly string[]>;
  /** Differs after every change of what the four calls above return. It may differ without a change. */
  readonly version: () => Promise<string>;
  /** The due alarms of documents (core/kernel/document-definition.ts), the oldest first. Reading them changes nothing. */
  readonly dueAlarms: (now: Instant, limit: number) => Promise<readonly Alarm[]>;
  /** When the next alarm is due. null: none is set. */
  readonly nextAlarm: () => Promise<Instant | null>;
  readonly isSeen: (cause: CauseKey) => Promise<boolean>;
  /** Resolves to the result at once with a promise for its durability, so that the next mail need not wait for the disk. */
  readonly commit: (change: Change) => Promise<{ readonly result: CommitResult; readonly durable: Promise<void> }>;
  /**
   * Durable mails that are due, to these readers or to all, by priority, then oldest first. A mail stays due until it is marked. No mail is
   * due while an earlier mail to the same reader waits, so a mail has the priority of a later one to its reader if that is higher.
   * `lowest`: only mails of this priority or a higher one.
   */
  readonly dueMail: (
    now: Instant,
    limit: number,
    readers?: readonly string[],
    lowest?: Priority,
  ) => Promise<readonly Outgoing[]>;
  /** At most `limit` readers of due mails, in the order of their first mails. */
  readonly dueReaders: (now: Instant, limit: number, lowest?: Priority) => Promise<readonly string[]>;
  /** `since`: `oldestSince` is only about mails that were written after it. */
  readonly countMails: (now: Instant, since: Instant) => Promise<MailCounts>;
  /** When the next mail is due. null: the outbox is empty. */
  readonly nextDue: () => Promise<Instant | null>;
  /** A mail that was given up and is to be sent later comes after the mails that wait. */
  readonly markMail: (id: string, status: DeliveryStatus) => Promise<void>;
  /** The record of the mails that were sent lately. null: there is none. */
  readonly readPace: () => Promise<PaceRecord | null>;
  /**
   * Replaces that record, one caller after the other. Resolves to the second value. The record survives a crash of the process, and perhaps
   * not a power cut.
   */
  readonly updatePace: <Value>(change: (record: PaceRecord | null) => readonly [PaceRecord, Value]) => Promise<Value>;
  /** At most `limit` mails of the outbox after this id: those that wait, in their order, and then those that were given up. null: from the beginning. */
  readonly listMails: (after: string | null, limit: number) => Promise<readonly MailRecord[]>;
  /** The bytes of a mail of the outbox. null: there is none. */
  readonly readMail: (id: string) => Promise<Uint8Array | null>;
  /** Drops the mails that were given up and were written before this instant. */
  readonly dropFailed: (before: Instant) => Promise<void>;
  /**
   * Drops the mails to these addresses that wait or were given up. When it resolves, the disk no longer holds these mails, nor older versions
   * of documents that were changed or dropped before.
   */
  readonly erase: (addresses: readonly string[]) => Promise<void>;
  /** Deletes seen marks from before this instant. */
  readonly forget: (before: Instant) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Told of each commit: its result, and the seconds until it was durable or failed. */
export type NoteCommit = (result: CommitResult | 'failed', seconds: number) => void;

/** The read-only part of the store, for pages and other code that commits nothing. */
export type ReadPort = Pick<Store, 'read' | 'list' | 'newest' | 'accounts'>;

/** The part for pages, which are kept as long as the version is the same. */
export type PagePort = ReadPort & Pick<Store, 'version'>;

/** A mail in the mailbox. The key is valid for this connection only. */
export interface InboxMail {
  readonly key: string;
  readonly size: number;
  /** The whole mail, or only the headers of a mail over the size limit. */
  readonly raw: Uint8Array;
  readonly isWhole: boolean;
}

/** The folder a mail is moved to when it is processed. */
export type Destination = 'processed' | 'quarantined';

/** Called when a look at INBOX has worked. `isEmpty`: INBOX holds no mail. */
export type EndLook = (isEmpty: boolean) => void;

/**
 * The mailbox the service reads. INBOX is the work list: each mail in it must still be processed, whatever its flags.
 * The mailbox reconnects with back-off and survives a changed UIDVALIDITY. On a network fault it waits and does not throw.
 */
export interface Mailbox {
  /**
   * At most `limit` of the next mails, oldest first. Waits until INBOX has mails. Resolves to an empty list when the signal aborts.
   * `beginLook` is called before each look at INBOX. The function it returns is called when that look has worked.
   */
  readonly next: (limit: number, signal: AbortSignal, beginLook?: () => EndLook) => Promise<readonly InboxMail[]>;
  /** Takes mails off the work list. A mail that cannot be moved now is returned by `next` again, and recognised by its cause. */
  readonly dispose: (keys: readonly string[], to: Destination) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Puts a mail on the work list of a mailbox. When it resolves to `delivered`, the mail would survive a power cut. `full`: there is no room
 * now. It rejects if the mail could not be stored.
 */
export type DeliverMail = (raw: Uint8Array) => Promise<'delivered' | 'full'>;

/** Is a mail a poison message, because it was in flight when the previous process crashed? */
export type PoisonCheck =
  | 'none'
  /** The mail may be the reason of a crash, and is processed alone. */
  | 'suspect'
  /** Two processes crashed while the mail was in flight alone, as a suspect. */
  | 'deadly';

/** The folders of the mailbox that hold processed mails. */
export interface MailArchive {
  /** Rejects if the mailbox cannot be reached. Mails that no longer exist are no fault. */
  readonly erase: (what: { readonly of: readonly string[] } | { readonly before: Instant }) => Promise<void>;
}

/** An incoming mail that was put aside, or is not decided yet, for the operator. */
export interface HeldMail {
  /** Letters and digits. */
  readonly id: string;
  readonly state: 'quarantined' | 'undecided';
  readonly from: string;
  readonly subject: string;
  readonly size: number;
  /** When it came. null: unknown. */
  readonly came: Instant | null;
}

/** The incoming mails that were put aside. Rejects if they cannot be reached. */
export interface Quarantine {
  /** The first mails, oldest first. */
  readonly list: (limit: number) => Promise<readonly HeldMail[]>;
  /** null: there is none. */
  readonly read: (id: string) => Promise<Uint8Array | null>;
  /** Puts a mail back on the work list. False: there is none. */
  readonly retry: (id: string) => Promise<boolean>;
  readonly drop: (id: string) => Promise<boolean>;
}

/** Marks mails in flight. The marks survive a crash of the process. Does not wait for the disk. Never throws. */
export interface InFlight {
  /** `mail`: the fingerprint of its bytes. After the answer `deadly` it is a suspect, since the operator may put it back. */
  readonly checkPoison: (mail: string) => PoisonCheck;
  /** Marks these mails, and no others, as in flight. */
  readonly mark: (mails: readonly string[]) => void;
  /** Removes all marks, because the mails in flight are decided. */
  readonly clear: () => void;
}

/** `answer`: the words of the server, mostly with its own name for the mail. `undeliverable`: the recipients for whom the server will never take mail. Absent: none is known. */
export type SendResult =
  | { readonly kind: 'sent'; readonly answer?: string; readonly undeliverable?: readonly string[] }
  /** The server permanently refuses this mail. `isAboutWholeMail`: it refused the content (at DATA), and may take other mail to the same reader. */
  | {
      readonly kind: 'rejected';
      readonly why: string;
      readonly isAboutWholeMail?: boolean;
      readonly undeliverable?: readonly string[];
    }
  /**
   * A temporary refusal (4xx), or an unknown outcome after a cut connection. The mail is sent again with the same Message-ID. `isRefused`:
   * the server answered, and named no fault of its own.
   */
  | { readonly kind: 'failed'; readonly why: string; readonly isRefused?: boolean }
  /** The server takes none of our mail at present, because of a sending limit, a block or a refused login. The mail is not at fault. */
  | {
      readonly kind: 'limited';
      readonly why: string;
      readonly isAboutWholeMail?: boolean;
      /** The reason may be the policy of one recipient's domain. */
      readonly isDoubtful?: boolean;
    };

export interface Sender {
  /** The number of mails that are sent concurrently. Absent: any number. */
  readonly connections?: number;
  readonly send: (mail: Outgoing) => Promise<SendResult>;
  readonly close: () => Promise<void>;
}

/** The result of reading a mail. */
export type Reading =
  /** `text`: the text of the mail without quotes and signature. */
  | { readonly kind: 'read'; readonly mail: Incoming; readonly text: string }
  /** The bytes are no mail or beyond our limits, or its words are encrypted, or in a form of Outlook's own. */
  | { readonly kind: 'unreadable' | 'encrypted' | 'rich-text' }
  /** Reading took too much time or memory, and was stopped. */
  | { readonly kind: 'given-up'; readonly why: string };

/** The TXT records of a domain name, each as one text. `none`: the name has none. `failed`: no name server says so now. */
export type TxtAnswer =
  | { readonly kind: 'found'; readonly records: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly why: string };

/** Looks up domain names (DNS). */
export interface Resolver {
  /** Resolves in bounded time, and never rejects. */
  readonly resolveTxt: (name: string) => Promise<TxtAnswer>;
}

/** Parses and renders mails. The only port that knows MIME. */
export interface Mime {
  /** Reads a whole mail, in bounded time. Rejects only if the reading thread is closed or cannot work, which is no fault of the mail. */
  readonly read: (raw: Uint8Array, size: number) => Promise<Reading>;
  /** Reads the headers alone, of mails that cannot be read whole. Cheap, and never throws. */
  readonly peek: (raw: Uint8Array, size: number) => Incoming;
  /** The same plan gives the same bytes. `pngs`: all pictures of the plan, in their order. */
  readonly render: (plan: MailPlan, pngs: readonly BoardPng[]) => Promise<RawMail>;
}

/** A picture of a board as PNG, for programs that show mails light and dark. */
export interface BoardPng {
  readonly light: Uint8Array;
  readonly dark: Uint8Array;
}

/** Paints drawings as PNG pictures, which every mail program shows. */
export interface Raster {
  /** The same drawing gives the same picture. null: the picture cannot be made, and the mail is sent without it. Never rejects. */
  readonly png: (drawing: Drawing) => Promise<BoardPng | null>;
  readonly close: () => Promise<void>;
}

export interface Secrets {
  /** A salted hash of a password, slow on purpose. */
  readonly hash: (secret: string) => Promise<string>;
  readonly verify: (secret: string, hash: string) => Promise<boolean>;
  /** A keyed MAC: 16 characters a-z2-7. */
  readonly sign: (text: string) => string;
  /** A secret of 32 bytes for this purpose, always the same. */
  readonly derive: (purpose: string) => Buffer;
}
