// Encodes positions of Hexafive as one line of text.
// The line has the rows, the side to move, then the forbidden cell and the stock in hand.
import type { Setup } from '../game.ts';
import { shorten, type Refusal } from '../kit/refusal.ts';
import { no, ok, type Result } from '../kit/result.ts';
import { type Cell, EMPTY_LETTER } from '../stones/stone-game.ts';
import { type Position, finishMove } from './rules.ts';
import { must } from '../kit/assert.ts';
import { refusal } from './refusals.ts';
import { boardOf, MIN_RADIUS, LETTERS, MAX_RADIUS, shapeOf } from './board.ts';

const SHAPE = /^([.OX/]+)\s+([OX])(?:\s+ban=([A-Y][1-9]\d?))?(?:\s+stock=(0|[1-9]\d{0,4}),(0|[1-9]\d{0,4}))?$/;

const EXPECTED =
  `the ${2 * MIN_RADIUS - 1} to ${2 * MAX_RADIUS - 1} rows of a hexagon in the letters .OX joined by /, a blank, the side to move (O or X), ` +
  'and where they apply the empty cell it may not use (ban=D9) and the stones in hand of White and Black (stock=12,14)';

export function encode({ setup, cells, turn, ban, stock }: Position): string {
  const { rows, names } = boardOf(setup);
  let from = 0;
  const lines = rows.map(({ first, last }) => cells.slice(from, (from += last - first + 1)));
  return [
    lines.join('/'),
    LETTERS[turn],
    ...(ban === null ? [] : [`ban=${must(names[ban], 'a cell lies on its board')}`]),
    ...(stock === null ? [] : [`stock=${stock.join(',')}`]),
  ].join(' ');
}

/** Creates a position from the groups of the regular expression. null: they are inconsistent. */
function createPosition(setup: Setup, found: readonly (string | undefined)[]): Position | null {
  const [, lines = '', turn, name, white, black] = found;
  const rows = lines.split('/');
  const shape = shapeOf(rows.map(row => row.length));
  if (shape === null) return null;
  const own = { ...setup, ...shape };
  const cells = rows.join('');
  const ban: Cell | null | undefined = name === undefined ? null : boardOf(own).find(name);
  if (ban === undefined || (ban !== null && cells.charAt(ban) !== EMPTY_LETTER)) return null;
  const stock = white === undefined ? null : ([Number(white), Number(black)] as const);
  return { setup: own, cells, turn: turn === LETTERS[0] ? 0 : 1, ban, stock, last: [], trail: [], end: null };
}

/** Parses the text of `encode`. The board and the stock come from the text, the rule of captures from the setup. */
export function decode(setup: Setup, text: string): Result<Position, Refusal> {
  const position = createPosition(setup, SHAPE.exec(text.trim()) ?? []);
  return position === null
    ? no(refusal('position-unreadable', { text: shorten(text), expected: EXPECTED }))
    : ok(finishMove(position));
}
