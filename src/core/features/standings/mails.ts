// The mails with standings, records of players, and the list of players.
import { type ComposeContext, type MailsOf, type MessageKind, sayPhrase } from '#core/writing/compose-context.ts';
import type { Addressed } from '#core/players/message.ts';
import { gameTitle } from '#core/writing/board-names.ts';
import { formatAndList } from '#games/kit/lists.ts';
import type { Instant } from '#core/kernel/time.ts';

export type Standing = 'established' | 'provisional' | 'inactive' | 'robot';

/** A line of a table. */
export interface StandingRow {
  /** Within the established, the provisional, the inactive; null: robots have none. */
  readonly rank: number | null;
  readonly userid: string;
  readonly game: string;
  readonly value: number;
  readonly deviation: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly late: number;
  /** Boards that became void since no mail reached them. */
  readonly absent: number;
  readonly standing: Standing;
  /** How many games they seek with anybody. */
  readonly seeking: number;
  /** When the last game was rated. 0: none was. */
  readonly at: Instant;
}

/** `first`: what stands before the rating; its title is a code. */
export function formatStandings(
  context: ComposeContext,
  rows: readonly StandingRow[],
  first: { readonly title: string; readonly of: (row: StandingRow) => string },
): string {
  const titled = (code: string): string => sayPhrase(context, { code, parts: {} });
  const width = Math.max(16, ...rows.map(row => first.of(row).length));
  // As pbmserv does, and only where it says something.
  const isSought = rows.some(({ seeking }) => seeking > 0);
  const counts = ['table-won', 'table-lost', 'table-drawn'].map(code => titled(code).padStart(4));
  const head = [titled('table-rank').padEnd(4), titled(first.title).padEnd(width), titled('table-rating').padEnd(6), '   +-', ...counts, ...(isSought ? [titled('table-seeking').padStart(7)] : [])].join(' '); // prettier-ignore
  const rule = `---- ${'-'.repeat(width)} ------ ----- ---- ---- ----${isSought ? ' -------' : ''}`;
  const lines = rows.map(row => {
    const { rank, value, deviation, won, lost, drawn, standing, seeking } = row;
    const known = standing === 'robot' ? '' : String(Math.round(2 * deviation));
    const numbers = [won, lost, drawn].map(count => String(count).padStart(4));
    const sought = seeking > 0 ? [String(seeking).padStart(7)] : [];
    const cells = [String(Math.round(value)).padStart(6), known.padStart(5), ...numbers, ...sought].join(' ');
    return `${(rank === null ? '' : String(rank)).padStart(4)} ${first.of(row).padEnd(width)} ${cells}`.trimEnd();
  });
  return [head, rule, ...lines].join('\n');
}

interface Standings extends Addressed {
  readonly game: string;
  readonly rows: readonly StandingRow[];
  /** The players asked for that have played no rated game of it. */
  readonly unrated: readonly string[];
  /** How many are not shown. */
  readonly more: number;
}

const standings: MessageKind<Standings> = {
  write: (context, { game, rows, unrated, more }) => {
    const table = (standing: Standing): string => {
      const own = rows.filter(row => row.standing === standing);
      return own.length === 0 ? '' : formatStandings(context, own, { title: 'table-name', of: ({ userid }) => userid });
    };
    return {
      subject: sayPhrase(context, { code: 'subject-standings', parts: { game: gameTitle(context, game) } }),
      text: context.templates.render('standings.txt', {
        ...{ established: table('established'), provisional: table('provisional') },
        ...{ inactive: table('inactive'), robots: table('robot'), unrated, more, game },
      }),
    };
  },
};

interface PlayerRecords extends Addressed {
  readonly players: readonly { readonly userid: string; readonly rows: readonly StandingRow[] }[];
}

const playerRecords: MessageKind<PlayerRecords> = {
  write: (context, { players }) => ({
    subject: sayPhrase(context, {
      code: 'subject-records',
      parts: { userids: formatAndList(players.map(({ userid }) => userid)) },
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

interface Who extends Addressed {
  readonly game: string;
  readonly rows: readonly StandingRow[];
}

const who: MessageKind<Who> = {
  write: (context, { game, rows }) => ({
    subject: sayPhrase(context, { code: 'subject-who', parts: { game: gameTitle(context, game) } }),
    text: context.templates.render('who.txt', {
      table:
        rows.length === 0 ? '' : formatStandings(context, rows, { title: 'table-name', of: ({ userid }) => userid }),
      game,
      example: rows[0]?.userid ?? 'bob',
    }),
  }),
};

export const messages = { 'player-records': playerRecords, standings, who };

type Mails = MailsOf<typeof messages>;

declare module '#core/players/message.ts' {
  interface MessageFields extends Mails {}
}
