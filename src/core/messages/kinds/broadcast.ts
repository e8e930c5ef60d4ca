// A player's words to all players who accept broadcasts.
import { tell } from '../compose-context.ts';
import { writeToken } from '#core/identity/token.ts';
import type { Addressed } from '../message.ts';
import type { MessageKind } from '../message-kind.ts';
import { quoteText } from '../text.ts';

interface Broadcast extends Addressed {
  readonly userid: string;
  readonly from: string;
  readonly text: string;
}

declare module '../message.ts' {
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
