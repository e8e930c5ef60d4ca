// The mail with words from one player to another, apart from boards.
import { sayPhrase } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { quoteText } from '#core/wording/text.ts';

interface Words extends Addressed {
  readonly from: string;
  readonly text: string;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly message: Words;
  }
}

export const message: MessageKind<Words> = {
  write: (context, { from, text }) => ({
    subject: sayPhrase(context, { code: 'subject-message', parts: { from } }),
    text: context.templates.render('message.txt', { from, text: quoteText(text) }),
  }),
};
