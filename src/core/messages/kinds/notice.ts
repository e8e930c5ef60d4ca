// Tells the owner of an account what the operator has done to it.
import type { Phrase } from '#games/kit/refusal.ts';
import { writeToken } from '#core/identity/token.ts';
import { accountToken } from '../account-token.ts';
import { tell } from '../compose-context.ts';
import type { Addressed, Recipient } from '../message.ts';
import type { MessageKind } from '../message-kind.ts';
import { wrapParagraph } from '../text.ts';

interface Notice extends Addressed {
  readonly to: Recipient;
  readonly userid: string;
  /** A paragraph each. */
  readonly news: readonly Phrase[];
}

declare module '../message.ts' {
  interface MessageFields {
    readonly notice: Notice;
  }
}

export const notice: MessageKind<Notice> = {
  write: (context, { to, userid, news }) => ({
    subject: tell(context, { code: 'subject-account', parts: { userid } }),
    token:
      to.kind === 'address' ? accountToken(context, userid, to) : writeToken({ kind: 'digest', userid }, context.sign),
    text: context.templates.render('notice.txt', { news: news.map(phrase => wrapParagraph(tell(context, phrase))) }),
  }),
};
