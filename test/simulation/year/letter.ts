// Mails of the simulated year, as data: what the service writes is kept as it was planned, what players write is read without MIME, which has tests of its own.
import { createHash } from 'node:crypto';
import type { Incoming } from '#core/mail/incoming.ts';
import type { MailPlan } from '#core/wording/mail-plan.ts';
import type { Mime } from '#service/ports.ts';

/** A mail of the service as its reader has it. */
export type Letter = Pick<
  MailPlan,
  'subject' | 'text' | 'messageId' | 'references' | 'autoSubmitted' | 'unsubscribe' | 'receipt' | 'date'
> & { readonly to: string; readonly replyTo: string };

/** A mail to the service. */
export interface Note {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** The mail it replies to; null: it was written of its own accord. */
  readonly replyTo: Letter | null;
  /** From a chat program? */
  readonly isChat: boolean;
  /** Does the receiving server vouch for its sender? */
  readonly isProved: boolean;
}

const HOME = 'games@example.test';
let serial = 0;

export function noteBytes({ from, subject, text, replyTo, isChat, isProved }: Note): Uint8Array {
  serial += 1;
  const mail: Incoming = {
    headers: [
      ...(isProved
        ? [{ name: 'authentication-results', value: `example.test; auth=pass smtp.auth=${from}` }]
        : [{ name: 'received', value: 'from somewhere' }]),
      ...(isChat ? [{ name: 'chat-version', value: '1.0' }] : []),
      { name: 'from', value: from },
      { name: 'subject', value: subject },
    ],
    from: [{ address: from, name: '' }],
    fromHeaders: 1,
    recipients: [replyTo?.replyTo ?? HOME],
    subject,
    messageId: `<${serial}@client.test>`,
    inReplyTo: replyTo === null ? [] : [replyTo.messageId],
    references: replyTo === null ? [] : [replyTo.messageId],
    text,
    size: text.length + 500,
    digest: `${serial}`,
  };
  return Buffer.from(JSON.stringify(mail));
}

const incoming = (raw: Uint8Array): Incoming => JSON.parse(Buffer.from(raw).toString()) as Incoming;

/** Plans and incoming mails as JSON: the bytes are no mails, and whoever reads them finds what was meant. */
export const plainMime: Mime = {
  read: raw => {
    const mail = incoming(raw);
    return Promise.resolve({ kind: 'read', mail, text: mail.text });
  },
  peek: incoming,
  render: plan => {
    const { subject, text, messageId, references, autoSubmitted, unsubscribe, receipt, date } = plan;
    const replyTo = plan.replyTo.address;
    const letter = { subject, text, messageId, references, autoSubmitted, unsubscribe, receipt, date, replyTo };
    return Promise.resolve(Buffer.from(JSON.stringify(letter)));
  },
};

export const letterTo = (to: string, raw: Uint8Array): Letter => ({
  ...(JSON.parse(Buffer.from(raw).toString()) as Omit<Letter, 'to'>),
  to,
});

export const fingerprint = (text: string): string => createHash('sha1').update(text).digest('hex');
