// What a mail server reports of a mail it could not deliver (RFC 3464): to whom, and which mail it was.

export interface DeliveryReport {
  readonly recipients: readonly ReportedRecipient[];
  /** Message-IDs of the mail that came back, as the report quotes its header; with angle brackets. */
  readonly messageIds: readonly string[];
}

export interface ReportedRecipient {
  /** As we wrote it, and as servers on the way made it: lower case. */
  readonly addresses: readonly string[];
  /** `failed`, `delayed`, `delivered` …, lower case. */
  readonly action: string;
  /** `5.1.1` (RFC 3463). */
  readonly status: string;
}

/** Given up for good; what is delayed may still arrive. */
export const hasFailed = ({ action, status }: ReportedRecipient): boolean =>
  action === 'failed' && /^5\.\d{1,3}\.\d{1,3}\b/.test(status);
