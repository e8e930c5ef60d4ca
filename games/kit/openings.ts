// Even positions after two moves, and the best first moves. bench/openings.ts finds them.
import { lookUp } from './look-up.ts';
import firstMoves from './first-moves.json' with { type: 'json' };
import openings from './openings.json' with { type: 'json' };

/** The board of a setup in openings.json. How the last cells are filled does not matter so early. */
export const nameBoard = (setup: Readonly<Record<string, string>>): string =>
  Object.entries(setup)
    .flatMap(([name, value]) => (name === 'endgame' ? [] : [value]))
    .join(' ');

const boardsOf = ({ name }: { readonly name: string }): Readonly<Record<string, readonly string[]>> =>
  lookUp<Readonly<Record<string, readonly string[]>>>(openings, name) ?? {};

/** Pairs of moves as canonical texts: `c3 d5`. Empty: none are known for this board. */
export const listEvenOpenings = (
  game: { readonly name: string },
  setup: Readonly<Record<string, string>>,
): readonly string[] => lookUp(boardsOf(game), nameBoard(setup)) ?? [];

/** The first move that won most games without a swap, as canonical text. null: the board was not measured. */
export const findFirstMove = (
  game: { readonly name: string },
  setup: Readonly<Record<string, string>>,
): string | null =>
  lookUp(lookUp<Readonly<Record<string, string>>>(firstMoves, game.name) ?? {}, nameBoard(setup)) ?? null;

/** The sizes of a game for which such openings are known. */
export const listDealtSizes = (game: { readonly name: string }): readonly string[] =>
  Object.keys(boardsOf(game)).map(board => board.split(' ')[0] ?? board);
