// Writes a game of Gomoku as SGF (GM[4]).
// Points are two letters from the upper left corner, as SGF names them on a board of Go.
import type { Course } from '../game.ts';
import { must } from '../kit/assert.ts';
import { readSize } from '../options.ts';
import { beginning, writeGameTree, property, resultOf } from '../sgf.ts';
import type { StonePosition } from '../stones/stone-game.ts';

const COLUMNS = 'abcdefghjklmnopqrst';
const letter = (index: number): string => String.fromCharCode('a'.charCodeAt(0) + index);

/** Our `h8` has no column i, and its rows are counted from the bottom. */
const pointOf = (text: string, rows: number): string =>
  letter(COLUMNS.indexOf(text.charAt(0))) + letter(rows - Number(text.slice(1)));

/** SGF knows no swap of this game: a node of that name says when it was, and each player is named by the colour they have now. */
export function write({ setup, moves, players, swappedAfter, outcome, date }: Course<StonePosition>): string {
  const { rows } = must(readSize(setup['size'] ?? ''), 'a setup names the size');
  const nodes = moves.map(({ colour, text }) => property(colour === 'black' ? 'B' : 'W', pointOf(text, rows)));
  const result = outcome === null ? null : resultOf(outcome, ['B', 'W']);
  return writeGameTree([
    beginning({ gameNumber: 4, size: `${rows}`, players, date, result }),
    ...nodes.slice(0, swappedAfter ?? 0),
    ...(swappedAfter === null ? [] : [property('N', 'swap')]),
    ...nodes.slice(swappedAfter ?? 0),
  ]);
}
