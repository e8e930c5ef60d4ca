// The players that can be challenged to a game.
import { tell } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { gameTitle } from '#core/wording/board-names.ts';
import { type StandingRow, formatStandings } from './standings-table.ts';

interface Who extends Addressed {
  readonly game: string;
  readonly rows: readonly StandingRow[];
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly who: Who;
  }
}

export const who: MessageKind<Who> = {
  write: (context, { game, rows }) => ({
    subject: tell(context, { code: 'subject-who', parts: { game: gameTitle(context, game) } }),
    text: context.templates.render('who.txt', {
      table:
        rows.length === 0 ? '' : formatStandings(context, rows, { title: 'table-name', of: ({ userid }) => userid }),
      game,
      example: rows[0]?.userid ?? 'bob',
    }),
  }),
};
