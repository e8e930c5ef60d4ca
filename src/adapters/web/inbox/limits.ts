// What the inbox may use, named, with its reason: mails come from whoever can reach the loopback interface.
export const inboxLimits = {
  /** Characters of a mailbox's name (RFC 5321 4.5.3.1.1). */
  nameLength: 64,
  /** The highest number of a mail (RFC 3501 2.3.1.1). */
  uid: 0xffff_ffff,
  /** The newest mails of a mailbox: who has more uses a mail program. */
  mailsListed: 100,
  /** Characters of a subject or a name in the list: a hostile one may be as long as a header. */
  lineLength: 300,
  /** Bytes of a mail that are read; a board with its pictures has some 50 000. */
  mailBytes: 2_000_000,
  /** Bytes of the source that are shown; a browser gets slow with more. */
  sourceBytes: 300_000,
  /** Characters of the text that are shown. */
  textLength: 200_000,
  /** Characters of HTML that are read, with what pictures stand in it. */
  htmlLength: 1_000_000,
  /** Characters of a mail that is HTML alone that are read as text: hostile ones cost the square. Elements within one another, and beside one another. */
  htmlTextLength: 100_000,
  htmlDepth: 150,
  htmlChildren: 20_000,
  /** Characters of all pictures in one HTML mail, as they stand in it: one part may be shown many times. */
  pictureLength: 6_000_000,
  /** Files of one mail that are offered. */
  files: 50,
  /** Bytes of a request to send a mail. */
  postBytes: 500_000,
  /** Characters of what a mail to be sent consists of: addresses, Subject (RFC 5322 2.1.1 allows 998 a line), text. */
  toLength: 1_000,
  subjectLength: 900,
  writtenLength: 200_000,
  /** Message-IDs of a thread that an answer names: the newest. */
  references: 30,
  /** Mailboxes beside each other on one page. */
  besides: 4,
  /** IMAP connections, one a mailbox; the embedded server has 200 for all. */
  mailboxes: 24,
  /** Pages that wait for mails, all together. */
  streams: 32,
  /** Milliseconds after which a connection that nobody uses is closed. */
  unusedMs: 60_000,
  /** Milliseconds after which a page has to ask anew: what was forgotten somewhere ends by itself. */
  streamMs: 30 * 60_000,
  /** Milliseconds between two signs of life to a page that waits: a page that is gone is found out by them. */
  pulseMs: 20_000,
  /** Milliseconds the mail servers have for an answer. */
  answerMs: 10_000,
} as const;
