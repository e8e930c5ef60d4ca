// The ports: every way the service touches the world, as interfaces with their promises in prose. Adapters fulfil them; tests hand in doubles.
import type { Setup } from '#games/game.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import type { MailPlan, Receipt } from '#core/messages/plan.ts';
import type { Drawing } from '#core/picture/drawing.ts';
import type { GameHistory } from '#engines/game-history.ts';
import type { ListName } from '#core/state/lists.ts';
import type { Changes, DocumentKey, DocumentKind, Documents, Instant } from '#core/state/documents.ts';

export interface Clock {
  readonly now: () => Instant;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How many times as fast as the world it runs; absent: as fast. What the network needs does not follow it. */
  readonly speed?: number;
}

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Structured log; facts never hold a password, a token or the text of a mail. */
export interface Log {
  readonly info: (event: string, facts?: Facts) => void;
  readonly warn: (event: string, facts?: Facts) => void;
  readonly error: (event: string, facts?: Facts) => void;
}

/** How a mail server takes us; `refused`: it does not take our password. */
export type ServerStanding = 'connected' | 'refused' | 'unreachable';

/** What `/health` answers. */
export interface HealthReport {
  readonly ok: boolean;
  readonly imap: ServerStanding;
  readonly smtp: ServerStanding;
  readonly store: 'ok' | 'failed';
  /** Mails that are due to be sent. */
  readonly waiting: number;
  /** While the SMTP server takes no mail of ours: when it is tried again, as an ISO date. Absent: mail is sent. */
  readonly sendingPausedUntil?: string;
}

/** Something wrong with the data, for the operator. `error`: somebody is kept from something until it is mended. */
export interface Finding {
  readonly level: 'error' | 'warn';
  /** A file or folder of the data. */
  readonly where: string;
  /** A sentence or two: what is wrong, and what to do. */
  readonly what: string;
}

/** What a decision read, and how new it was. */
export interface Snapshot {
  readonly documents: ReadonlyMap<DocumentKey, Documents[DocumentKind] | null>;
  /** 0 for a document that does not exist. */
  readonly versions: ReadonlyMap<DocumentKey, number>;
  /** These are there and cannot be read: null and version 0 above, and nothing ever overwrites them. */
  readonly damaged: readonly DocumentKey[];
}

/** When a document is to be looked at again. */
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
  /** How often sending was tried in vain. */
  readonly tries: number;
  /** What is to be noted when the SMTP server has taken it. */
  readonly receipt?: Receipt;
}

export interface Change {
  readonly cause: CauseKey;
  /** Versions the decision was made from; any other version now is a conflict. A document that is written and not named here must not exist. */
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

/** `conflict`: somebody else wrote meanwhile, read again. `already-seen`: this cause has had its effect; nothing was changed. */
export type CommitResult = 'committed' | 'conflict' | 'already-seen';

/**
 * Where everything lies. A commit is all or nothing: documents, seen-mark and outgoing mail together.
 * What was committed is visible to reads at once; `commit` resolves when it would survive a power cut.
 * If it cannot be made durable, the promise rejects, the change is not there, and neither is any later one that saw it.
 */
export interface Store {
  readonly read: (keys: readonly DocumentKey[]) => Promise<Snapshot>;
  /** At most so many keys of a list (core/state/lists.ts) that come after `from` (core/state/documents.ts: byKey); null: from the beginning. */
  readonly list: (name: ListName, from: DocumentKey | null, most: number) => Promise<readonly DocumentKey[]>;
  /** The same backwards: at most so many keys of a list that come before this one, the last of them first; null: from the end. */
  readonly newest: (name: ListName, before: DocumentKey | null, most: number) => Promise<readonly DocumentKey[]>;
  /** At most so many userids of accounts that come after this text, in order. */
  readonly accounts: (after: string, most: number) => Promise<readonly string[]>;
  /** The alarms of the documents (core/state/alarms.ts) that have rung by now, the oldest first. Looking changes nothing. */
  readonly dueAlarms: (now: Instant, most: number) => Promise<readonly Alarm[]>;
  /** When the next alarm rings; null: none is set. */
  readonly nextAlarm: () => Promise<Instant | null>;
  readonly isSeen: (cause: CauseKey) => Promise<boolean>;
  /** Resolves to the result at once with a promise for its durability, so that the next mail need not wait for the disk. */
  readonly commit: (change: Change) => Promise<{ readonly result: CommitResult; readonly durable: Promise<void> }>;
  /** Durable mails that are due, of these readers or of all, oldest first; a mail stays due until it is marked. None is due while an earlier one to the same reader waits. */
  readonly dueMail: (now: Instant, most: number, readers?: readonly string[]) => Promise<readonly Outgoing[]>;
  /** The readers such mails are for, who waits longest first, at most so many. */
  readonly dueReaders: (now: Instant, most: number) => Promise<readonly string[]>;
  /** How many there are. */
  readonly dueCount: (now: Instant) => Promise<number>;
  /** When the next mail falls due; null when the outbox is empty. */
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

/** What only looks: for pages, and whatever else decides nothing. */
export type ReadPort = Pick<Store, 'read' | 'list' | 'newest' | 'accounts'>;

/** A mail in the mailbox. The key is good for this connection only. */
export interface InboxMail {
  readonly key: string;
  readonly size: number;
  /** The whole mail; of one larger than the cap only the headers. */
  readonly raw: Uint8Array;
  readonly isWhole: boolean;
}

/** Where a mail goes when it is dealt with. */
export type Destination = 'processed' | 'quarantined';

/** Told that INBOX was looked at, and whether it held nothing at all. */
export type Looked = (isEmpty: boolean) => void;

/**
 * The mailbox the service reads. INBOX is the work list: what is there is still to be done, whatever its flags.
 * Connects, reconnects with backoff, survives a changed UIDVALIDITY; never throws for the network's faults, it waits.
 */
export interface Mailbox {
  /** `look` is called before each look at INBOX, and what it returns when that has worked. The next mails, oldest first, at most so many; waits until there are some, or resolves empty once the signal aborts. */
  readonly next: (most: number, signal: AbortSignal, look?: () => Looked) => Promise<readonly InboxMail[]>;
  /** Takes mails off the work list. One that cannot be moved now comes again, and is recognised. */
  readonly dispose: (keys: readonly string[], to: Destination) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What is known of a mail that was in hand when the process before this one died. */
export type Suspicion =
  | 'none'
  /** Perhaps it was the reason: it is read by itself. */
  | 'suspect'
  /** As a suspect, by itself in hand, it saw two processes die. */
  | 'deadly';

/** The mails that were dealt with, where the mailbox keeps them. */
export interface MailArchive {
  /** Rejects where the mailbox cannot be reached. What is not there any more is no fault. */
  readonly erase: (what: { readonly of: readonly string[] } | { readonly before: Instant }) => Promise<void>;
}

/** Which mails are being read and decided, noted where it survives the death of the process. Nothing waits for the disk; never throws. */
export interface InHand {
  /** By the fingerprint of its bytes. */
  readonly suspicion: (mail: string) => Suspicion;
  /** These are in hand now, and no others. */
  readonly take: (mails: readonly string[]) => void;
  /** What was in hand is decided. */
  readonly drop: () => void;
}

/** `dead`: the recipients for which the server takes nothing, ever; absent: none is known. */
export type SendResult =
  | { readonly kind: 'sent'; readonly dead?: readonly string[] }
  /** The server refuses this mail for good. `isOfMail`: it answered the whole mail (DATA), and may have taken another one to the same reader. */
  | { readonly kind: 'rejected'; readonly why: string; readonly isOfMail?: boolean; readonly dead?: readonly string[] }
  /** Not now, or the outcome is unknown: 4xx, a cut connection. Sent again with the same Message-ID. `isRefused`: the server answered so, and spoke of no fault of its own. */
  | { readonly kind: 'failed'; readonly why: string; readonly isRefused?: boolean }
  /** The server takes no mail of ours for now: a sending limit, a block, a refused login. The mail is not at fault. */
  | {
      readonly kind: 'limited';
      readonly why: string;
      readonly isOfMail?: boolean;
      /** It may be the policy of one recipient's domain. */
      readonly isDoubtful?: boolean;
    };

export interface Sender {
  /** How many mails it sends at the same time; absent: any number. */
  readonly connections?: number;
  readonly send: (mail: Outgoing) => Promise<SendResult>;
  readonly close: () => Promise<void>;
}

/** What became of reading a mail. */
export type Reading =
  /** `text`: what the sender newly wrote, quotes and signature gone. */
  | { readonly kind: 'read'; readonly mail: Incoming; readonly text: string }
  /** It is no mail, or beyond our limits. */
  | { readonly kind: 'unreadable' }
  /** Reading it took too long or too much, and was ended. */
  | { readonly kind: 'given-up'; readonly why: string };

/** Bytes to values and back; the only place that knows MIME. */
export interface Mime {
  /** Reads a whole mail, in bounded time. Rejects only when the reader was closed or cannot work at all: no fault of the mail's. */
  readonly read: (raw: Uint8Array, size: number) => Promise<Reading>;
  /** Reads the headers alone: never throws and costs next to nothing, for mails that cannot be read whole. */
  readonly peek: (raw: Uint8Array, size: number) => Incoming;
  /** The same plan gives the same bytes; `png` is the plan's picture, null: it goes without. */
  readonly render: (plan: MailPlan, png: BoardPng | null) => Promise<Uint8Array>;
}

/** A picture of a board as PNG, for programs that show mails light and dark. */
export interface BoardPng {
  readonly light: Uint8Array;
  readonly dark: Uint8Array;
}

/** Drawings as pictures that every mail program shows. */
export interface Raster {
  /** Always the same for the same drawing; null where it cannot be made: the mail then goes without. Never rejects. */
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
  /** What the engine found out is kept for the next request with the same key, if that continues its moves; a word of the asker's. */
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
  /** The score the mover expects, 0 … 1; null: no opinion. */
  readonly value: number | null;
  readonly isProven: boolean;
}

/** Players that are programs. They think in threads of their own: whoever waits for them blocks nobody. */
export interface Engines {
  /** Rejects when the search fails, or takes much longer than it was given; one that is waiting its turn has not begun. */
  readonly search: (request: SearchRequest) => Promise<SearchResult>;
  /** Ends every thread; what is still being searched is rejected. */
  readonly close: () => Promise<void>;
}

export interface Secrets {
  /** A salted hash under which to keep a password; slow on purpose. */
  readonly hash: (secret: string) => Promise<string>;
  readonly verify: (secret: string, hash: string) => Promise<boolean>;
  /** A keyed MAC: 16 characters a-z2-7. */
  readonly sign: (text: string) => string;
}
