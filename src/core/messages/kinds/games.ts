// The boards somebody asked for, as a table.
import type { Addressed, MessageKind } from '../message-kind.ts';
import { gameTitle } from '../board-mail.ts';
import { type GameRow, gameTable } from '../game-table.ts';

interface GameList extends Addressed {
  /** null: of all games. */
  readonly game: string | null;
  readonly rows: readonly GameRow[];
  readonly more: number;
}

export const games: MessageKind<GameList> = {
  write: (context, { game, rows, more }) => {
    // A line that would show a board: the first of the list where there is one.
    const first = rows[0]?.match ?? { game: game ?? 'nex', number: 101 };
    return {
      subject: game === null ? 'List of your games' : `List of ${gameTitle(context, game)} games`,
      text: context.templates.render('games.txt', {
        table: gameTable(context, rows, game === null),
        more,
        example: `${first.game} show ${first.number}`,
      }),
    };
  },
};
