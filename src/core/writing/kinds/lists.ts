// The tables of boards: those that are played, and those that are over.
import type { Addressed } from '#core/players/message.ts';
import type { GameRow, PastGame } from '#core/board/acts/list.ts';
import { createGameColumn, formatGameTable, gameTitle } from '#core/writing/board-names.ts';
import { type ComposeContext, type MessageKind, sayPhrase } from '#core/writing/compose-context.ts';
import { formatAndList } from '#games/kit/lists.ts';
import type { Phrase } from '#games/kit/refusal.ts';

interface GameList extends Addressed {
  /** null: all games. */
  readonly game: string | null;
  /** The players of the boards. Empty: the reader, or all players of the game. */
  readonly users: readonly string[];
  readonly rows: readonly GameRow[];
  readonly more: number;
}

/** A table of the boards that were asked for. */
export const games: MessageKind<GameList> = {
  write: (context, { game, users, rows, more }) => {
    // An example line that shows a board, if possible the first of the list.
    const first = rows[0]?.match ?? { game: game ?? 'nex', number: 101 };
    return {
      subject: sayPhrase(context, chooseSubject(context, users, game)),
      text: context.templates.render('games.txt', {
        table: formatGameTable(context, rows, game === null ? createGameColumn(context) : null),
        more,
        example: `${first.game} show ${first.number}`,
      }),
    };
  },
};

function chooseSubject(context: ComposeContext, users: readonly string[], game: string | null): Phrase {
  const userids = formatAndList(users);
  if (game === null)
    return users.length === 0
      ? { code: 'subject-games-own', parts: {} }
      : { code: 'subject-games-of', parts: { userids } };
  const title = gameTitle(context, game);
  return users.length === 0
    ? { code: 'subject-games-in', parts: { game: title } }
    : { code: 'subject-games-of-in', parts: { userids, game: title } };
}

interface History extends Addressed {
  readonly game: string;
  /** The players of the games. Empty: all players. */
  readonly users: readonly string[];
  readonly rows: readonly PastGame[];
  readonly more: number;
}

/** A table of the finished games that were asked for. */
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
