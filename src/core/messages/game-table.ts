// Boards as a table, as `games` and answers show them.
import type { Phrase } from '#games/kit/refusal.ts';
import type { MatchRef } from '../state/documents.ts';
import { gameTitle } from './board-mail.ts';
import { type ComposeContext, tell } from './compose-context.ts';

export interface GameRow {
  readonly match: MatchRef;
  readonly moves: number;
  readonly players: readonly string[];
  readonly status: Phrase;
}

/** The table of `games`: pbmserv's, with the name of the game in front where it can differ. */
export function gameTable(context: ComposeContext, rows: readonly GameRow[], withGame: boolean): string {
  if (rows.length === 0) return '';
  const status = (phrase: Phrase): string => tell(context, phrase);
  const players = rows.map(row => row.players.join(' - '));
  const width = Math.max(7, ...players.map(text => text.length));
  const game = (text: string): string => (withGame ? text.padEnd(12) : '');
  const head = `${game('Game')}Board Move ${'Players'.padEnd(width)} Status`;
  const rule = `${game('----')}----- ---- ${'-'.repeat(width)} --------------------`;
  const lines = rows.map(
    (row, index) =>
      `${game(gameTitle(context, row.match.game))}${String(row.match.number).padStart(5)} ${String(row.moves).padStart(4)} ${(players[index] ?? '').padEnd(width)} ${status(row.status)}`,
  );
  return [head, rule, ...lines].join('\n');
}
