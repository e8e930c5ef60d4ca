// The mail with a player's words to the others at a board.
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { boardNames, boardTitle, playerThread, playerToken } from '#core/wording/board-names.ts';
import { quoteText } from '#core/wording/text.ts';

interface Chat extends Addressed {
  readonly match: MatchRef;
  readonly from: string;
  readonly text: string;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly chat: Chat;
  }
}

export const chat: MessageKind<Chat> = {
  write: (context, { match, from, text, to }) => ({
    subject: `${boardTitle(context, match)} chat ${match.number} ${from}`,
    token: playerToken(context, match, to),
    text: context.templates.render('chat.txt', {
      ...boardNames(context, match),
      ...{ from, isWriter: to.kind === 'account' && to.userid === from, text: quoteText(text) },
    }),
    thread: playerThread(context, match, to),
  }),
};
