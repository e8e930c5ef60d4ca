// Tells a challenger that the board waits for the invited player.
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { boardNames, boardTitle, playerToken } from '#core/wording/board-names.ts';

interface Invited extends Addressed {
  readonly match: MatchRef;
  readonly hasWords: boolean;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly invited: Invited;
  }
}

export const invited: MessageKind<Invited> = {
  write: (context, { match, hasWords, to }) => ({
    subject: `${boardTitle(context, match)} Board ${match.number}`,
    token: playerToken(context, match, to),
    text: context.templates.render('invited.txt', { ...boardNames(context, match), hasWords }),
  }),
};
