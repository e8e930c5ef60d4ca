// The JSON types that the inbox and its page in the browser exchange.

/** A mail in the list of a mailbox. */
export interface MailRow {
  readonly uid: number;
  /** The sender's name, or the address where there is none. */
  readonly from: string;
  readonly subject: string;
  /** Where an answer goes: a bare address. '' if it has none. */
  readonly replyTo: string;
  /** When it arrived, ISO 8601. */
  readonly date: string;
  readonly isUnread: boolean;
}

/** The mails of a mailbox, newest first: the data of each event `mailbox` of the stream. */
export interface MailboxNews {
  readonly name: string;
  readonly mails: readonly MailRow[];
}

/** A mail that is read. */
export interface ShownMail {
  readonly uid: number;
  readonly subject: string;
  /** Addresses as a reader sees them: `nexpost <games@example.test>`. */
  readonly from: string;
  readonly to: string;
  /** Where an answer goes: bare addresses, separated by commas. */
  readonly replyTo: string;
  /** The Date header of the mail, ISO 8601. '' if it has none. */
  readonly date: string;
  readonly text: string;
  readonly hasHtml: boolean;
  /** Names of the attached files. Their index is their number in the path. */
  readonly files: readonly string[];
  /** The mail is longer than the part that was read. */
  readonly isCut: boolean;
}

/** A mail to be sent, or one that was begun by a link in a mail or by a line on the page. */
export interface WrittenMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The mail it answers, in the writer's own mailbox. null: none. */
  readonly answers: number | null;
}

/** Why a request was refused: a sentence in the visitor's language. */
export interface InboxRefusal {
  readonly why: string;
}

/** The data in the page when it is served. */
export interface InboxFacts {
  /** Sent back with every POST, in the header `SECRET_HEADER`. */
  readonly secret: string;
  /** The service's address. */
  readonly service: string;
  /** How dates are written, BCP 47. */
  readonly locale: string;
  readonly words: Readonly<Record<InboxWord, string>>;
}

/** The sentences that the page fills in itself, with `{gaps}`. */
export const INBOX_WORDS = ['new-mail', 'sent', 'wrote', 'lost', 'discard', 'failed', 'cut', 'title', 'own'] as const;
export type InboxWord = (typeof INBOX_WORDS)[number];

export const SECRET_HEADER = 'X-Inbox-Secret';
