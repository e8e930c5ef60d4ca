// MailPlan → bytes, always the same for the same plan: Date, Message-ID and boundaries come from it.
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox } from '../../core/mail/incoming.ts';
import type { MailPlan } from '../../core/mail/plan.ts';

/** A name is one line. */
const named = ({ name, address }: Mailbox): Mailbox => ({ name: name.replace(/\p{Cc}+/gu, ' '), address });

/** Line ends as mail has them; control characters of a comment would reach the reader's terminal. */
const bodyOf = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
    .replace(/\n/g, '\r\n');

export function render(plan: MailPlan): Promise<Buffer> {
  const composer = new MailComposer({
    from: named(plan.from),
    to: plan.to.map(named),
    replyTo: named(plan.replyTo),
    subject: plan.subject,
    messageId: plan.messageId,
    ...(plan.inReplyTo === null ? {} : { inReplyTo: plan.inReplyTo }),
    ...(plan.references.length === 0 ? {} : { references: plan.references.join(' ') }),
    date: new Date(plan.date),
    headers: { 'Auto-Submitted': plan.autoSubmitted, 'X-Auto-Response-Suppress': 'All' },
    text: bodyOf(plan.text),
    ...(plan.html === null ? {} : { html: bodyOf(plan.html) }),
    baseBoundary: plan.id,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
