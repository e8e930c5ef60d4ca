// A mail server's report that a mail was not delivered (RFC 3464).
import { classifyReport, isPolicyReport, type ReportFields } from './server-answer.ts';

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

/** Does the address not exist? A delay, a limit, a block or a full mailbox does not say so. */
export const hasFailed = (recipient: ReportedRecipient): boolean =>
  recipient.action === 'failed' && classifyReport(recipient) === 'dead';

/** Was the mail refused because of us, by a limit, a block or a policy (5.7.x)? */
export const isRefusedByPolicy = (recipient: ReportedRecipient): boolean =>
  recipient.action === 'failed' && isPolicyReport(recipient);
