// Tells the owner of an account about a change or a lock, also if they caused it.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Addressed, MessageKind } from '../message-kind.ts';
import { tokenOf } from '#core/identity/token.ts';
import { limits } from '#core/limits.ts';
import { tell } from '../compose-context.ts';
import type { Recipient } from '../message.ts';
import { paragraph } from '../text.ts';

interface AlertMail extends Addressed {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly id: string;
  readonly alert: 'change' | 'lock';
  readonly news: readonly Phrase[];
}

export const alert: MessageKind<AlertMail> = {
  charge: 'free',
  write: (context, { userid, id, to, news, alert: kind }) => ({
    subject: tell(context, { code: 'subject-account', parts: { userid } }),
    token: tokenOf({ kind: 'alert', id, address: to.address }, context.sign),
    text: context.templates.render('alert.txt', {
      news: news.map(phrase => paragraph(tell(context, phrase))),
      alert: kind,
      userid,
      days: limits.undoDays,
    }),
  }),
};
