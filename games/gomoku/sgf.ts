// Writes a game of Gomoku as SGF (GM[4]).
// Points are two letters from the upper left corner, as SGF names them on a board of Go.
import type { GameForFile } from '../game.ts';
import { must } from '../kit/assert.ts';
import { parseSize } from '../options.ts';
import { formatFirstNode, writeGameTree, formatProperty, formatResult } from '../sgf.ts';
import type { StonePosition } from '../stones/stone-game.ts';

const COLUMNS = 'abcdefghjklmnopqrst';
const letter = (index: number): string => String.fromCharCode('a'.charCodeAt(0) + index);

/** Writes the game. SGF has no swap for Gomoku, so a node named `swap` marks it. PB and PW name the players by their colours after the swap. */
export function writeGomokuSgf(game: GameForFile<StonePosition>): string {
  const { setup, moves, players, swappedAfter, outcome, date } = game;
  const { rows } = must(parseSize(setup['size'] ?? ''), 'a setup names the size');
  // Converts a cell name to an SGF point. Our names have no column i, and count rows from the bottom.
  const nodes = moves.map(({ colour, text }) =>
    formatProperty(
      colour === 'black' ? 'B' : 'W',
      letter(COLUMNS.indexOf(text.charAt(0))) + letter(rows - Number(text.slice(1))),
    ),
  );
  const result = outcome === null ? null : formatResult(outcome, ['B', 'W']);
  return writeGameTree([
    formatFirstNode({ gameNumber: 4, size: `${rows}`, players, date, result }),
    ...nodes.slice(0, swappedAfter ?? 0),
    ...(swappedAfter === null ? [] : [formatProperty('N', 'swap')]),
    ...nodes.slice(swappedAfter ?? 0),
  ]);
}
