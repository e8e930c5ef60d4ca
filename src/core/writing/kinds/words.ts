// The mails with the words of a player to others.
import type { Addressed } from '#core/players/message.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { boardNames, boardTitle, playerThread, playerToken } from '#core/writing/board-names.ts';
import { type MessageKind, sayPhrase } from '#core/writing/compose-context.ts';
import { quoteText } from '#core/writing/text.ts';

interface Chat extends Addressed {
  readonly match: MatchRef;
  readonly from: string;
  readonly text: string;
}

/** The mail with a player's words to the others at a board. */
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

interface Words extends Addressed {
  readonly from: string;
  readonly text: string;
}

/** The mail with words from one player to another, apart from boards. */
export const message: MessageKind<Words> = {
  write: (context, { from, text }) => ({
    subject: sayPhrase(context, { code: 'subject-message', parts: { from } }),
    text: context.templates.render('message.txt', { from, text: quoteText(text) }),
  }),
};
