// Asks an address whether it belongs to an account.
import { sayPhrase } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { writeToken } from '#core/mail/token.ts';

interface ConfirmAddress extends Addressed {
  readonly userid: string;
  readonly address: string;
  readonly fresh: boolean;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'confirm-address': ConfirmAddress;
  }
}

export const confirmAddress: MessageKind<ConfirmAddress> = {
  charge: 'unasked',
  write: (context, { userid, address, fresh }) => ({
    subject: sayPhrase(context, { code: 'subject-confirm-address', parts: { userid } }),
    token: writeToken({ kind: 'address', userid, address }, context.sign),
    text: context.templates.render('confirm-address.txt', { userid, address, fresh }),
  }),
};
