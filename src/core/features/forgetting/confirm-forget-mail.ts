// Asks an address of an account whether its owner wants to be forgotten.
import { tell } from '#core/wording/compose-context.ts';
import type { Addressed, Recipient } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { writeToken } from '#core/mail/token.ts';
import { limits } from '#core/kernel/limits.ts';

interface ConfirmForget extends Addressed {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly id: string;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'confirm-forget': ConfirmForget;
  }
}

export const confirmForget: MessageKind<ConfirmForget> = {
  charge: 'free',
  write: (context, { userid, id, to }) => ({
    subject: tell(context, { code: 'subject-confirm-forget', parts: { userid } }),
    token: writeToken({ kind: 'alert', id, address: to.address }, context.sign),
    text: context.templates.render('confirm-forget.txt', { userid, days: limits.undoDays }),
  }),
};
