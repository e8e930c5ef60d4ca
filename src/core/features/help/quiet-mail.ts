// The short help for a sender whose mails have no effect: they get fewer answers from now on.
import { sayPhrase } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { accountToken } from '#core/wording/account-token.ts';
import { renderHelp } from './help-mail.ts';

interface Quiet extends Addressed {
  /** Replies that say the same again get no more answers today; else there is one answer an hour. */
  readonly isForReplies: boolean;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly quiet: Quiet;
  }
}

export const quiet: MessageKind<Quiet> = {
  write: (context, { to, isForReplies }) => ({
    subject: sayPhrase(context, { code: 'subject-help', parts: {} }),
    token: accountToken(context, context.sender?.userid ?? null, to),
    text: `${context.templates.render('quiet.txt', { isForReplies })}\n${renderHelp(context, '')}`,
  }),
};
