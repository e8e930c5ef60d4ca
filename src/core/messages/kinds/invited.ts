// Tells a challenger that the board waits for the invited player.
import type { Addressed } from '../message.ts';
import type { MessageKind } from '../message-kind.ts';
import type { MatchRef } from '#core/state/documents.ts';
import { boardNames, boardTitle, playerToken } from '../board-mail.ts';

interface Invited extends Addressed {
  readonly match: MatchRef;
  readonly hasWords: boolean;
}

declare module '../message.ts' {
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
