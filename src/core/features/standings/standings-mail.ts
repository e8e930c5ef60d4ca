// The ratings of a game.
import { tell } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { gameTitle } from '#core/wording/board-names.ts';
import { type Standing, type StandingRow, formatStandings } from './standings-table.ts';

interface Standings extends Addressed {
  readonly game: string;
  readonly rows: readonly StandingRow[];
  /** The players asked for that have played no rated game of it. */
  readonly unrated: readonly string[];
  /** How many are not shown. */
  readonly more: number;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly standings: Standings;
  }
}

export const standings: MessageKind<Standings> = {
  write: (context, { game, rows, unrated, more }) => {
    const table = (standing: Standing): string => {
      const own = rows.filter(row => row.standing === standing);
      return own.length === 0 ? '' : formatStandings(context, own, { title: 'table-name', of: ({ userid }) => userid });
    };
    return {
      subject: tell(context, { code: 'subject-standings', parts: { game: gameTitle(context, game) } }),
      text: context.templates.render('standings.txt', {
        ...{ established: table('established'), provisional: table('provisional') },
        ...{ inactive: table('inactive'), robots: table('robot'), unrated, more, game },
      }),
    };
  },
};
