// Mails of ours that come back: the reports of a mail server (RFC 3464) on them.
import type { Lab, Received } from './lab.ts';

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
  /** Of the report itself; absent: one that no other report of this run has. */
  readonly messageId?: string;
}

let serial = 0;

/** As Postfix writes it, to the sender of the envelope. */
export function bounceOf(mail: Pick<Received, 'messageId' | 'subject'>, bounce: Bounce): string {
  const { address, status = '5.1.1', action = 'failed', finalAddress = address, isReply = false } = bounce;
  const { answer = '550 5.1.1 no such user' } = bounce;
  serial += 1;
  const { messageId = `<bounce-${serial}@mx.test>` } = bounce;
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.test (Mail Delivery System)',
    'To: games@example.test',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    `Message-ID: ${messageId}`,
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

export const isProbe = ({ subject }: Received): boolean => subject === 'nexpost: does this mail reach you?';

/** The mail comes back, and so does each probe that the service sends then. What else it sends. */
export async function comesBack(
  service: Lab,
  mail: Pick<Received, 'messageId' | 'subject'>,
  bounce: Bounce,
): Promise<readonly Received[]> {
  const mails = await service.deliver(bounceOf(mail, bounce));
  const others = mails.filter(each => !isProbe(each));
  for (const probe of mails.filter(isProbe)) others.push(...(await service.deliver(bounceOf(probe, bounce))));
  return others;
}
