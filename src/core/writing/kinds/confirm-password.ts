// Asks an address of an account whether its owner set a new password.
// The mail that set it was proved by a token alone.
import { sayPhrase } from '#core/wording/compose-context.ts';
import type { Addressed, Recipient } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { writeToken } from '#core/mail/token.ts';
import { limits } from '#core/kernel/limits.ts';

interface ConfirmPassword extends Addressed {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly id: string;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'confirm-password': ConfirmPassword;
  }
}

export const confirmPassword: MessageKind<ConfirmPassword> = {
  charge: 'free',
  write: (context, { userid, id, to }) => ({
    subject: sayPhrase(context, { code: 'subject-confirm-password', parts: { userid } }),
    token: writeToken({ kind: 'alert', id, address: to.address }, context.sign),
    text: context.templates.render('confirm-password.txt', { userid, days: limits.undoDays }),
  }),
};
