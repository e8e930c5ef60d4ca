// How GTP programs write the games with black and white stones.
import type { GtpNotation } from '../game.ts';

const A = 'a'.charCodeAt(0);
const CELL = /^([a-z])([1-9]\d?)$/;

const common: Pick<GtpNotation, 'chooseGame' | 'nameColour'> = {
  chooseGame: () => null,
  nameColour: colour => [colour, colour.charAt(0)],
};

/** Cells have the names of our boards: in Gonnect and Gomoku those of Go, without a column i. */
export const OWN_CELLS: GtpNotation = {
  ...common,
  writeMove: text => text,
  readMove: text => (CELL.test(text) ? text : null),
};

/** Exchanges the letter and the number: our `b3` (second row, third cell) is `c2`, and the other way round. */
const exchange = (text: string): string | null => {
  const [, letter = '', digits = ''] = CELL.exec(text) ?? [];
  const number = Number(digits);
  if (number < 1 || number > 26) return null;
  return `${String.fromCharCode(A + number - 1)}${letter.charCodeAt(0) - A + 1}`;
};

/** Cells have the letter of their column and the number of their row, as in Hex programs. */
export const COLUMN_FIRST: GtpNotation = {
  ...common,
  writeMove: text => exchange(text) ?? text,
  readMove: exchange,
};
