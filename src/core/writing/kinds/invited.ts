// Tells a challenger that the board waits for the invited player.
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { formatAndList } from '#games/kit/lists.ts';
import { isAwaited } from '#core/board/match.ts';
import type { Player } from '#core/board/match-document.ts';
import { type ComposeContext, sayPhrase } from '#core/wording/compose-context.ts';
import { wrapParagraph } from '#core/wording/text.ts';
import { boardNames, boardTitle, playerToken, requireMatch } from '#core/wording/board-names.ts';

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
    text: context.templates.render('invited.txt', {
      ...boardNames(context, match),
      ...{ told: tellInvited(context, match), hasWords },
    }),
  }),
};

/** Tells the invited players, since all of them must accept. */
function tellInvited(context: ComposeContext, ref: MatchRef): string {
  const { match } = requireMatch(context, ref);
  const invited = match.players.filter(isAwaited).map(nameOf);
  const parts = { ...boardNames(context, ref), players: formatAndList(invited) };
  return wrapParagraph(sayPhrase(context, { code: invited.length === 1 ? 'invited-one' : 'invited-some', parts }));
}

const nameOf = (player: Player): string => (player.kind === 'account' ? player.userid : player.address);
