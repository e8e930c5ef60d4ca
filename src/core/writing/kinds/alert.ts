// Tells the owner of an account about a change or a lock, also if they caused it.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Addressed, Recipient } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { writeToken } from '#core/mail/token.ts';
import { limits } from '#core/kernel/limits.ts';
import { sayPhrase } from '#core/wording/compose-context.ts';
import { wrapParagraph } from '#core/wording/text.ts';

interface AlertMail extends Addressed {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly id: string;
  readonly alert: 'change' | 'lock';
  readonly news: readonly Phrase[];
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly alert: AlertMail;
  }
}

export const alert: MessageKind<AlertMail> = {
  charge: 'free',
  write: (context, { userid, id, to, news, alert: kind }) => ({
    subject: sayPhrase(context, { code: 'subject-account', parts: { userid } }),
    token: writeToken({ kind: 'alert', id, address: to.address }, context.sign),
    text: context.templates.render('alert.txt', {
      news: news.map(phrase => wrapParagraph(sayPhrase(context, phrase))),
      alert: kind,
      userid,
      days: limits.undoDays,
    }),
  }),
};
