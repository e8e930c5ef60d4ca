// The limits of the inbox, each with its reason.
// Mails come from any program that reaches the loopback interface.
export const inboxLimits = {
  /** Characters of a mailbox's name (RFC 5321 4.5.3.1.1). */
  nameLength: 64,
  /** The highest number of a mail (RFC 3501 2.3.1.1). */
  uid: 0xffff_ffff,
  /** The newest mails of a mailbox. For more there are mail programs. */
  mailsListed: 100,
  /** Characters of a subject or a name in the list: a hostile one may be as long as a header. */
  lineLength: 300,
  /** Bytes of a mail that are read. A board with its pictures has about 50 000. */
  mailBytes: 2_000_000,
  /** Bytes of the source that are shown. More would slow the browser down. */
  sourceBytes: 300_000,
  /** Characters of the text that are shown. */
  textLength: 200_000,
  /** Characters of HTML that are read, with the pictures inside it. */
  htmlLength: 1_000_000,
  /**
   * Characters of an HTML-only mail that are converted to text: hostile ones cost quadratic time. Then the nesting of elements, and the
   * elements beside each other.
   */
  htmlTextLength: 100_000,
  htmlDepth: 150,
  htmlChildren: 20_000,
  /** Characters of all pictures in one HTML mail, as shown: one part may be shown many times. */
  pictureLength: 6_000_000,
  /** Files of one mail that are offered. */
  files: 50,
  /** Bytes of a request to send a mail. */
  postBytes: 500_000,
  /** Characters of a mail to be sent: addresses, Subject (RFC 5322 2.1.1 allows 998 a line), text. */
  toLength: 1_000,
  subjectLength: 900,
  writtenLength: 200_000,
  /** Message-IDs of a thread that an answer names: the newest. */
  references: 30,
  /** Mailboxes beside each other on one page. */
  besides: 4,
  /** IMAP connections, one a mailbox. The embedded server has 200 for all. */
  mailboxes: 24,
  /** Pages that wait for mails, all together. */
  streams: 32,
  /** Milliseconds after which a stream ends and the page must reconnect, so that forgotten streams end. */
  streamMs: 30 * 60_000,
  /** Milliseconds between heartbeats to a waiting page. They detect a closed page. */
  pulseMs: 20_000,
  /** Time-out of the mail servers' answers. Milliseconds. */
  answerMs: 10_000,
} as const;
