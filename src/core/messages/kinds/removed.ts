// Tells that a board was removed before it began.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Addressed } from '../message.ts';
import type { MessageKind } from '../message-kind.ts';
import type { MatchRef } from '#core/state/documents.ts';
import { boardNames, boardTitle, playerThread } from '../board-mail.ts';
import { tell } from '../compose-context.ts';
import { wrapParagraph, quoteText } from '../text.ts';

interface Removed extends Addressed {
  readonly match: MatchRef;
  readonly news: Phrase;
  readonly comment: string;
  readonly by: string;
}

declare module '../message.ts' {
  interface MessageFields {
    readonly removed: Removed;
  }
}

export const removed: MessageKind<Removed> = {
  write: (context, { match, news, comment, by, to }) => ({
    subject: `${boardTitle(context, match)} board ${match.number} has been removed`,
    text: context.templates.render('removed.txt', {
      ...boardNames(context, match),
      news: wrapParagraph(tell(context, news)),
      by,
      comment: quoteText(comment),
    }),
    thread: playerThread(context, match, to),
  }),
};
