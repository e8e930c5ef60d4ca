// A player's words to all players who accept broadcasts.
import { tell } from '#core/wording/compose-context.ts';
import { writeToken } from '#core/mail/token.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { quoteText } from '#core/wording/text.ts';

interface Broadcast extends Addressed {
  readonly userid: string;
  readonly from: string;
  readonly text: string;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly broadcast: Broadcast;
  }
}

export const broadcast: MessageKind<Broadcast> = {
  charge: 'free',
  write: (context, { userid, from, text }) => ({
    subject: tell(context, { code: 'subject-broadcast', parts: { from } }),
    token: writeToken({ kind: 'digest', userid }, context.sign),
    text: context.templates.render('broadcast.txt', { from, text: quoteText(text) }),
    unsubscribe: 'set broadcast=off',
  }),
};
