// Asks a player before a board begins: tells its terms, and how to say yes or no.
import { titleOf } from '#games/game.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { timeOf } from '#core/kernel/time-control.ts';
import { limits } from '#core/kernel/limits.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { sayPhrase } from '#core/wording/compose-context.ts';
import { boardNames, requireMatch, playerThread, playerToken } from '#core/wording/board-names.ts';
import { formatOptions, formatTime } from '#core/wording/options-line.ts';
import { wrapParagraph, quoteText } from '#core/wording/text.ts';

interface Asked extends Addressed {
  readonly match: MatchRef;
  /** The index of the reader among the players. */
  readonly player: number;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly asked: Asked;
  }
}

export const asked: MessageKind<Asked> = {
  write: (context, { match: ref, player, to }) => {
    const { game, match } = requireMatch(context, ref);
    return {
      subject: sayPhrase(context, {
        code: 'subject-invitation',
        parts: { player: match.challenger, game: titleOf(game, match.setup) },
      }),
      token: playerToken(context, ref, to),
      text: context.templates.render('asked.txt', {
        ...boardNames(context, ref),
        challenger: match.challenger,
        side: sayPhrase(context, { code: 'colour', parts: { title: game.seats(match.setup)[player]?.title ?? '' } }),
        isFirst: player === 0,
        options: wrapParagraph(formatOptions(context, { game, match })),
        time: wrapParagraph(formatTime(context, timeOf(match))),
        days: limits.invitationDays,
        comment: match.comment === null ? '' : quoteText(match.comment.text),
      }),
      thread: playerThread(context, ref, to),
    };
  },
};
