// A mail of ours that comes back: the report of a mail server (RFC 3464) on it.
import type { Received } from './lab.ts';

interface Bounce {
  readonly address: string;
  readonly status?: string;
  readonly action?: string;
  /** What the other server answered; absent: that there is no such user. */
  readonly answer?: string;
  /** Where servers on the way passed it on. */
  readonly finalAddress?: string;
  /** As Gmail and Exchange do: the report answers our mail, and its header is not in it. */
  readonly isReply?: boolean;
}

let serial = 0;

/** As Postfix writes it, to the sender of the envelope. */
export function bounceOf(mail: Pick<Received, 'messageId' | 'subject'>, bounce: Bounce): string {
  const { address, status = '5.1.1', action = 'failed', finalAddress = address, isReply = false } = bounce;
  const { answer = '550 5.1.1 no such user' } = bounce;
  serial += 1;
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.test (Mail Delivery System)',
    'To: games@example.test',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    `Message-ID: <bounce-${serial}@mx.test>`,
    ...(isReply ? [`In-Reply-To: ${mail.messageId}`] : []),
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    "I'm sorry to have to inform you that your message could not be delivered.",
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    'Arrival-Date: Sat, 21 Nov 2026 10:00:00 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${finalAddress}`,
    `Original-Recipient: rfc822;${address}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${answer}`,
    '',
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    'From: nexpost <games@example.test>',
    `Subject: ${mail.subject}`,
    ...(isReply ? [] : [`Message-ID: ${mail.messageId}`]),
    '',
    '--b1--',
  ].join('\n');
}
