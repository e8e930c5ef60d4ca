// A mail server's report that a mail was not delivered (RFC 3464).
import { classifyReport, isPolicyReport, type ReportFields } from './server-answer.ts';

export interface DeliveryReport {
  readonly recipients: readonly ReportedRecipient[];
  /** Message-IDs of the mail that came back, as the report quotes its header; with angle brackets. */
  readonly messageIds: readonly string[];
}

export interface ReportedRecipient extends ReportFields {
  /** As we wrote it, and as servers on the way made it: lower case. */
  readonly addresses: readonly string[];
  /** `failed`, `delayed`, `delivered` …, lower case. */
  readonly action: string;
}

/** The address does not exist. What is delayed may still arrive, and a limit, a block or a full mailbox says nothing of the address. */
export const hasFailed = (recipient: ReportedRecipient): boolean =>
  recipient.action === 'failed' && classifyReport(recipient) === 'dead';

/** The mail was refused because of us: a limit, a block, a policy (5.7.x). */
export const isRefusedByPolicy = (recipient: ReportedRecipient): boolean =>
  recipient.action === 'failed' && isPolicyReport(recipient);
