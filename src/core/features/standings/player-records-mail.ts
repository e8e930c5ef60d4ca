// The records of players: ratings, games won and lost, and games finished on time.
import { tell } from '#core/wording/compose-context.ts';
import { both } from '#games/kit/lists.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { gameTitle } from '#core/wording/board-names.ts';
import { type StandingRow, formatStandings } from './standings-table.ts';

interface PlayerRecords extends Addressed {
  readonly players: readonly { readonly userid: string; readonly rows: readonly StandingRow[] }[];
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'player-records': PlayerRecords;
  }
}

export const playerRecords: MessageKind<PlayerRecords> = {
  write: (context, { players }) => ({
    subject: tell(context, {
      code: 'subject-records',
      parts: { userids: both(players.map(({ userid }) => userid)) },
    }),
    text: context.templates.render('player-records.txt', {
      players: players.map(({ userid, rows }) => {
        const games = rows.reduce((sum, { won, lost, drawn, absent }) => sum + won + lost + drawn + absent, 0);
        const onTime = games - rows.reduce((sum, { late, absent }) => sum + late + absent, 0);
        return {
          ...{ userid, games, onTime },
          table:
            rows.length === 0
              ? ''
              : formatStandings(context, rows, { title: 'table-game', of: ({ game }) => gameTitle(context, game) }),
        };
      }),
    }),
  }),
};
