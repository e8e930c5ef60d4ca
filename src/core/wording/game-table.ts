// Formats boards as a table, for `games` and answers.
import type { GameRow } from '../matches/list.ts';
import { gameTitle } from './board-names.ts';
import { type ComposeContext, sayPhrase } from './compose-context.ts';
import { formatPlayerName } from './text.ts';

/** A column in front of the others. */
interface FrontColumn<Row> {
  readonly title: string;
  readonly textOf: (row: Row) => string;
}

/** Characters. */
const FRONT_WIDTH = 12;

export const createGameColumn = (context: ComposeContext): FrontColumn<GameRow> => ({
  title: sayPhrase(context, { code: 'table-game', parts: {} }),
  textOf: row => gameTitle(context, row.match.game),
});

/** The table of `games`: pbmserv's, with one column more in front; null: none. */
export function formatGameTable<Row extends GameRow>(
  context: ComposeContext,
  rows: readonly Row[],
  frontColumn: FrontColumn<Row> | null,
): string {
  if (rows.length === 0) return '';
  const players = rows.map(row =>
    row.players.map(name => formatPlayerName(phrase => sayPhrase(context, phrase), name)).join(' - '),
  );
  const translate = (code: string): string => sayPhrase(context, { code: `table-${code}`, parts: {} });
  const [board, move, names, status] = [
    translate('board'),
    translate('move'),
    translate('players'),
    translate('status'),
  ];
  const width = Math.max(names.length, ...players.map(text => text.length));
  const padFront = (text: string): string => (frontColumn === null ? '' : text.padEnd(FRONT_WIDTH));
  const headLine = `${padFront(frontColumn?.title ?? '')}${board} ${move} ${names.padEnd(width)} ${status}`;
  const rule = `${padFront('----')}${'-'.repeat(board.length)} ${'-'.repeat(move.length)} ${'-'.repeat(width)} --------------------`;
  const lines = rows.map((row, index) => {
    const numbers = `${String(row.match.number).padStart(board.length)} ${String(row.moves).padStart(move.length)}`;
    return `${padFront(frontColumn?.textOf(row) ?? '')}${numbers} ${(players[index] ?? '').padEnd(width)} ${sayPhrase(context, row.status)}`;
  });
  return [headLine, rule, ...lines].join('\n');
}
