// Even positions after two moves, for `-opening=fair`. bench/openings.ts finds them.
import type { AnyGame, Setup } from './game.ts';
import { lookUp } from './kit/look-up.ts';
import openings from './openings.json' with { type: 'json' };

/** The board of a setup in openings.json. How the last cells are filled does not matter so early. */
export const nameBoard = (setup: Setup): string =>
  Object.entries(setup)
    .flatMap(([name, value]) => (name === 'endgame' ? [] : [value]))
    .join(' ');

const boardsOf = ({ name }: Pick<AnyGame, 'name'>): Readonly<Record<string, readonly string[]>> =>
  lookUp<Readonly<Record<string, readonly string[]>>>(openings, name) ?? {};

/** Pairs of moves as canonical texts: `c3 d5`. Empty: none are known for this board. */
export const listEvenOpenings = (game: Pick<AnyGame, 'name'>, setup: Setup): readonly string[] =>
  lookUp(boardsOf(game), nameBoard(setup)) ?? [];

/** The sizes of a game for which such openings are known. */
export const listDealtSizes = (game: Pick<AnyGame, 'name'>): readonly string[] =>
  Object.keys(boardsOf(game)).map(board => board.split(' ')[0] ?? board);
