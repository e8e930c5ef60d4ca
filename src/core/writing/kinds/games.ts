// A table of the boards that were asked for.
import { formatAndList } from '#games/kit/lists.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { type ComposeContext, sayPhrase } from '#core/wording/compose-context.ts';
import { gameTitle } from '#core/wording/board-names.ts';
import { createGameColumn, formatGameTable } from '#core/wording/game-table.ts';
import type { GameRow } from '#core/matches/list.ts';

interface GameList extends Addressed {
  /** null: all games. */
  readonly game: string | null;
  /** The players of the boards. Empty: the reader, or all players of the game. */
  readonly users: readonly string[];
  readonly rows: readonly GameRow[];
  readonly more: number;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly games: GameList;
  }
}

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
