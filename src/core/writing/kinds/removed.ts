// Tells that a board was removed before it began.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { boardNames, boardTitle, playerThread } from '#core/wording/board-names.ts';
import { sayPhrase } from '#core/wording/compose-context.ts';
import { wrapParagraph, quoteText } from '#core/wording/text.ts';

interface Removed extends Addressed {
  readonly match: MatchRef;
  readonly news: Phrase;
  readonly comment: string;
  readonly by: string;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly removed: Removed;
  }
}

export const removed: MessageKind<Removed> = {
  write: (context, { match, news, comment, by, to }) => ({
    subject: `${boardTitle(context, match)} board ${match.number} has been removed`,
    text: context.templates.render('removed.txt', {
      ...boardNames(context, match),
      news: wrapParagraph(sayPhrase(context, news)),
      by,
      comment: quoteText(comment),
    }),
    thread: playerThread(context, match, to),
  }),
};
