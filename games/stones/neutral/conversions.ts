// Checks many conversions of a position in games with captures.
import { createRefuse } from '#games/kit/refusal.ts';
import { memoize } from '#games/kit/remember.ts';
import { findDeadChain } from '../legality.ts';
import { STONE_REFUSALS } from '../notation.ts';
import {
  type Cell,
  EMPTY,
  type Filling,
  NEUTRAL,
  NEUTRAL_LETTER,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  boardOf,
} from '../stone-game.ts';

/** The codes, each with the parts of its sentence. */
export const NEUTRAL_REFUSALS = {
  ...STONE_REFUSALS,
  'cell-empty': ['cell'], // a conversion names an empty cell
  'cell-not-neutral': ['cell', 'by'],
  'cell-not-own': ['cell', 'by', 'own'],
  'no-own-stone': ['text', 'own'], // a conversion names three neutrals, and no stone to give
  'needs-neutral-cell': ['cell', 'example'], // a placement lacks the cell of the neutral stone
  'needs-conversion': ['cell', 'example'], // a single cell, but only conversions are left
  'only-drop': ['cell'], // the last-cell convention leaves one move
  'only-convert': ['cell'],
} as const;

export const refusal = createRefuse(NEUTRAL_REFUSALS);

// Conversions fill no empty cell, so nothing is captured. Illegal are suicide, which cuts an own chain off, and repetition.

/**
 * The chains after a stone is given. `touched`: by cell, what an own stone there would touch: bit 1 for an empty cell or an own chain with
 * liberties, and a bit for each part of the chain of the given stone that has none. `severed`: the bits of all these parts.
 */
function giveStone(
  { neighbours }: StoneBoard,
  filling: Filling,
  given: Cell,
): { touched: Uint8Array; severed: number } {
  const stone = filling[given] ?? EMPTY;
  const bits = new Uint8Array(neighbours.length);
  let severed = 0;
  filling[given] = NEUTRAL;
  for (const start of neighbours[given] ?? []) {
    const part = filling[start] === stone && bits[start] === 0 ? findDeadChain(neighbours, filling, start) : null;
    // The bits are 2, 4, 8 …
    for (const cell of part ?? []) bits[cell] = severed + 2;
    if (part !== null) severed += severed + 2;
  }
  const bitsOf = (cell: Cell): number =>
    filling[cell] === EMPTY ? 1 : filling[cell] === stone ? Math.max(1, bits[cell] ?? 0) : 0;
  const touched = Uint8Array.from(neighbours, around => around.reduce((sum, cell) => sum | bitsOf(cell), 0));
  filling[given] = stone;
  return { touched, severed };
}

type ConversionTest = (move: { readonly first: Cell; readonly second: Cell; readonly given: Cell }) => boolean;

/** Creates a test whether conversions that fit the board are legal. null: a chain has no liberty already, as in some set-up positions. */
export function createConversionTest(game: StoneGame, position: StonePosition): ConversionTest | null {
  const board = boardOf(game, position);
  const { neighbours } = board;
  const filling = board.fill(position.cells);
  const isStone = (cell: Cell): boolean => filling[cell] !== EMPTY && filling[cell] !== NEUTRAL;
  if (neighbours.some((_, cell) => isStone(cell) && findDeadChain(neighbours, filling, cell) !== null)) return null;
  const own = game.sides[position.turn].letter;
  const letters = position.cells.split('');
  const close = position.seen.filter(seen => {
    // Whether two arrangements differ in three cells.
    let count = 0;
    return letters.every((letter, cell) => letter === seen.charAt(cell) || (count += 1) <= 3) && count === 3;
  });
  const cutBy = memoize((given: Cell) => giveStone(board, filling, given));
  return ({ first, second, given }) => {
    const { touched, severed } = cutBy(given);
    const both = (touched[first] ?? 0) & (touched[second] ?? 0);
    const either = (touched[first] ?? 0) | (touched[second] ?? 0);
    const isOneChain = (both & severed) > 0 || neighbours[first]?.includes(second) === true;
    if (((isOneChain ? either : both) & 1) === 0 || (either & severed) !== severed) return false;
    return !close.some(
      seen => seen.charAt(first) === own && seen.charAt(second) === own && seen.charAt(given) === NEUTRAL_LETTER,
    );
  };
}
