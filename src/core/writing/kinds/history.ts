// A table of the finished games that were asked for.
import { formatAndList } from '#games/kit/lists.ts';
import type { PastGame } from '#core/matches/list.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { sayPhrase } from '#core/wording/compose-context.ts';
import { gameTitle } from '#core/wording/board-names.ts';
import { formatGameTable } from '#core/wording/game-table.ts';

interface History extends Addressed {
  readonly game: string;
  /** The players of the games. Empty: all players. */
  readonly users: readonly string[];
  readonly rows: readonly PastGame[];
  readonly more: number;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly history: History;
  }
}

export const history: MessageKind<History> = {
  write: (context, { game, users, rows, more }) => {
    const title = gameTitle(context, game);
    return {
      subject: sayPhrase(
        context,
        users.length === 0
          ? { code: 'subject-history', parts: { game: title } }
          : { code: 'subject-history-of', parts: { userids: formatAndList(users), game: title } },
      ),
      text: context.templates.render('history.txt', {
        table: formatGameTable(context, rows, {
          title: sayPhrase(context, { code: 'table-ended', parts: {} }),
          textOf: ({ ended }) => ended,
        }),
        more,
        example: `${game} show ${rows[0]?.match.number ?? ''}`,
      }),
    };
  },
};
