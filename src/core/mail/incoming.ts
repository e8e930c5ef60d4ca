// The type of a mail in the core: decoded headers and text, and findings about its sender.
import { type ReportFields, classifyReport, findAnswer } from './server-answer.ts';

/** The result of one method, as in `dkim=pass header.d=example.org` (RFC 8601). */
export interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** `smtp.auth` → value, lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

/** What the service itself found out about the sender of a mail. */
export interface Verification {
  readonly results: readonly MethodResult[];
  /** The findings for the log, as in `dkim=pass header.d=example.org`. */
  readonly summary: string;
}

/** A mail server's report that a mail was not delivered (RFC 3464). */
export interface DeliveryReport {
  readonly recipients: readonly ReportedRecipient[];
  /** Message-IDs of the returned mail, from the header that the report quotes, with angle brackets. */
  readonly messageIds: readonly string[];
}

export interface ReportedRecipient extends ReportFields {
  /** The recipient's address as we wrote it, and as servers rewrote it. Lower case. */
  readonly addresses: readonly string[];
  /** `failed`, `delayed`, `delivered` …, lower case. */
  readonly action: string;
}

/** A status that says nothing. */
const UNSAID = /^(?:5\.\d\.0)?$/;

/** The header of a copy of our mail in the words of a server. */
const COPY = /^>? ?(?:received|return-path|message-id|mime-version|dkim-signature):/im;

/**
 * What a mail says if a server wrote it: its fields, or else its words. Words name no recipient that can be believed, so only the address
 * they were sent to tells whose mail came back. A copy of our mail tells only which mail it was.
 */
export function readReturn({ report, text }: Pick<Incoming, 'report' | 'text'>): DeliveryReport {
  const { recipients = [], messageIds = [] } = report ?? {};
  const start = text.search(COPY);
  const [words, copy] = start < 0 ? [text, ''] : [text.slice(0, start), text.slice(start)];
  const [, id] = /^>? ?message-id:\s*(<[^<>\s]{1,300}>)/im.exec(copy) ?? [];
  const [first = { addresses: [], action: 'failed', status: '', diagnostic: '' }] = recipients;
  const isUnsaid = recipients.length < 2 && first.diagnostic === '' && UNSAID.test(first.status);
  return {
    recipients: isUnsaid ? [{ ...first, diagnostic: findAnswer(words) }] : recipients,
    messageIds: id === undefined ? messageIds : [...messageIds, id],
  };
}

/** Does the address not exist? A delay, a limit, a block or a full mailbox does not say so. */
export const hasFailed = (recipient: ReportedRecipient): boolean =>
  recipient.action === 'failed' && classifyReport(recipient) === 'dead';

/** Was the mail refused because of us, by a limit, a block or a policy (5.7.x)? */
export const isRefusedByPolicy = (recipient: ReportedRecipient): boolean =>
  recipient.action === 'failed' && /^(?:limit|policy)$/.test(classifyReport(recipient));

/** The type of a mail in the core: decoded headers and text, without bytes and MIME. */
export interface Header {
  /** Lower case. */
  readonly name: string;
  /** Unfolded, otherwise unchanged. */
  readonly value: string;
}

export interface NamedAddress {
  readonly address: string;
  readonly name: string;
}

export interface Incoming {
  /** In the order of the mail: the topmost first. */
  readonly headers: readonly Header[];
  /** All addresses of the From header, lower case. A valid mail has exactly one. */
  readonly from: readonly NamedAddress[];
  /** The number of From header lines. Two are a forgery. */
  readonly fromHeaders: number;
  /** The addresses in To, Cc, Delivered-To and X-Original-To. Lower case. */
  readonly recipients: readonly string[];
  readonly subject: string;
  /** With angle brackets. null: the mail has none. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  /** The text part, decoded and unflowed, with `\n` line ends, quotes and signature. */
  readonly text: string;
  /** Bytes of the whole mail. */
  readonly size: number;
  /** A hash of sender, date, subject and body. */
  readonly digest: string;
  /** The fields of a report in the mail. Absent: the header alone was read. */
  readonly report?: DeliveryReport;
  /** Absent: the service did not verify the sender itself. */
  readonly verification?: Verification;
}

/** The values of all headers of that name (lower case), topmost first. */
export const headersOf = (mail: Pick<Incoming, 'headers'>, name: string): readonly string[] =>
  mail.headers.filter(header => header.name === name).map(header => header.value);

export const headerOf = (mail: Pick<Incoming, 'headers'>, name: string): string | null =>
  headersOf(mail, name)[0] ?? null;

/** Is the mail a message of Delta Chat or a similar program? The program then wrote its Subject. */
export const isChat = (mail: Incoming): boolean => headerOf(mail, 'chat-version') !== null;

/** The Subject if a person wrote it. Empty if a chat program wrote it. */
export const readSubject = (mail: Incoming): string => (isChat(mail) ? '' : mail.subject);
