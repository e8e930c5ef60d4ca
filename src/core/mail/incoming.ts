// A mail as the core sees it: decoded headers and the text a person wrote.
// Bytes and MIME stay outside.
import type { DeliveryReport } from './delivery-report.ts';

export interface Header {
  /** Lower case. */
  readonly name: string;
  /** Unfolded, otherwise as it came. */
  readonly value: string;
}

export interface NamedAddress {
  readonly address: string;
  readonly name: string;
}

export interface Incoming {
  /** In the order of the mail: the topmost first. */
  readonly headers: readonly Header[];
  /** Every address of the From header, lower case; a sound mail has exactly one. */
  readonly from: readonly NamedAddress[];
  /** How many From header lines there are: two are a forgery, whichever a reader would take. */
  readonly fromHeaders: number;
  /** Where it was sent: To, Cc, Delivered-To, X-Original-To; lower case. */
  readonly recipients: readonly string[];
  readonly subject: string;
  /** With angle brackets; null where there is none. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  /** The text part, decoded and unflowed, `\n` line ends; quotes and signature still in it. */
  readonly text: string;
  /** Bytes of the whole mail. */
  readonly size: number;
  /** A hash of sender, subject and body: tells mails without a Message-ID apart. */
  readonly digest: string;
  /** Absent: it reports of no other mail. */
  readonly report?: DeliveryReport;
}

/** The values of all headers of that name (lower case), topmost first. */
export const headersOf = (mail: Incoming, name: string): readonly string[] =>
  mail.headers.filter(header => header.name === name).map(header => header.value);

export const headerOf = (mail: Incoming, name: string): string | null => headersOf(mail, name)[0] ?? null;

/** Delta Chat and similar programs mark their messages so: a line of a chat, whose Subject the program wrote. */
export const isChat = (mail: Incoming): boolean => headerOf(mail, 'chat-version') !== null;

/** The Subject as far as its writer wrote it. */
export const writtenSubject = (mail: Incoming): string => (isChat(mail) ? '' : mail.subject);
