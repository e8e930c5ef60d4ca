// The boards somebody asked for, as a table.
import type { Addressed, MessageKind } from '../message-kind.ts';
import type { ComposeContext } from '../compose-context.ts';
import { gameTitle } from '../board-mail.ts';
import { gameFront, type GameRow, gameTable } from '../game-table.ts';

interface GameList extends Addressed {
  /** null: of all games. */
  readonly game: string | null;
  /** Whose boards; empty: the reader's own, or everybody's of one game. */
  readonly users: readonly string[];
  readonly rows: readonly GameRow[];
  readonly more: number;
}

export const games: MessageKind<GameList> = {
  write: (context, { game, users, rows, more }) => {
    // A line that would show a board: the first of the list where there is one.
    const first = rows[0]?.match ?? { game: game ?? 'nex', number: 101 };
    return {
      subject: `List of ${listed(context, users, game)} games`,
      text: context.templates.render('games.txt', {
        table: gameTable(context, rows, game === null ? gameFront(context) : null),
        more,
        example: `${first.game} show ${first.number}`,
      }),
    };
  },
};

/** `your`, `Nex`, `bob's`, `bob's Nex`. */
function listed(context: ComposeContext, users: readonly string[], game: string | null): string {
  const whose = users.length > 0 ? `${users.join(' and ')}'s` : game === null ? 'your' : '';
  return [whose, game === null ? '' : gameTitle(context, game)].filter(word => word !== '').join(' ');
}
