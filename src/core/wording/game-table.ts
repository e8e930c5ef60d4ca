// Formats boards as a table, for `games` and answers.
import type { GameRow } from '../matches/list.ts';
import { gameTitle } from './board-names.ts';
import { type ComposeContext, tell } from './compose-context.ts';
import { nameTold } from './text.ts';

/** A column in front of the others. */
interface Front<Row> {
  readonly title: string;
  readonly of: (row: Row) => string;
}

/** Characters. */
const FRONT_WIDTH = 12;

export const gameFront = (context: ComposeContext): Front<GameRow> => ({
  title: tell(context, { code: 'table-game', parts: {} }),
  of: row => gameTitle(context, row.match.game),
});

/** The table of `games`: pbmserv's, with one column more in front; null: none. */
export function formatGameTable<Row extends GameRow>(
  context: ComposeContext,
  rows: readonly Row[],
  front: Front<Row> | null,
): string {
  if (rows.length === 0) return '';
  const players = rows.map(row => row.players.map(name => nameTold(phrase => tell(context, phrase), name)).join(' - '));
  const head = (code: string): string => tell(context, { code: `table-${code}`, parts: {} });
  const [board, move, names, status] = [head('board'), head('move'), head('players'), head('status')];
  const width = Math.max(names.length, ...players.map(text => text.length));
  const before = (text: string): string => (front === null ? '' : text.padEnd(FRONT_WIDTH));
  const heads = `${before(front?.title ?? '')}${board} ${move} ${names.padEnd(width)} ${status}`;
  const rule = `${before('----')}${'-'.repeat(board.length)} ${'-'.repeat(move.length)} ${'-'.repeat(width)} --------------------`;
  const lines = rows.map((row, index) => {
    const numbers = `${String(row.match.number).padStart(board.length)} ${String(row.moves).padStart(move.length)}`;
    return `${before(front?.of(row) ?? '')}${numbers} ${(players[index] ?? '').padEnd(width)} ${tell(context, row.status)}`;
  });
  return [heads, rule, ...lines].join('\n');
}
