// Writes a game of Hex as SGF (GM[11]), as HexGui does.
// Cells are column letter and row number, a swap mirrors the stone, and resigning is a move.
import type { Course } from '../game.ts';
import { readSize } from '../options.ts';
import { beginning, writeGameTree, property, resultOf } from '../sgf.ts';
import { must } from '../kit/assert.ts';
import type { StonePosition } from '../stones/stone-game.ts';

const A = 'a'.charCodeAt(0);

/** Our `b3` is the second row's third cell, there `c2`; mirrored it is the third row's second, there `b3` as here. */
const cellOf = (text: string, isMirrored: boolean): string => {
  if (isMirrored) return text;
  return `${String.fromCharCode(A + Number(text.slice(1)) - 1)}${text.charCodeAt(0) - A + 1}`;
};

type Letter = 'B' | 'W';

const other = (letter: Letter): Letter => (letter === 'B' ? 'W' : 'B');

/**
 * Here players exchange sides and the stone stays. In such files `swap-pieces` leaves players their colours, and the stone changes colour and is
 * mirrored: so everything behind it is mirrored, too. A board that is no square cannot be mirrored: there `swap-sides` says what happens here.
 */
export function write({ setup, moves, players, swappedAfter, outcome, date }: Course<StonePosition>): string {
  const { rows, columns } = must(readSize(setup['size'] ?? ''), 'a setup names the size');
  const isSquare = rows === columns;
  const isMirrored = isSquare && swappedAfter !== null;
  /** The letter of a colour after a swap. */
  const letterOf = (colour: string): Letter => {
    const letter = colour === 'black' ? 'B' : 'W';
    return isMirrored ? other(letter) : letter;
  };
  const nodes = moves.map(({ colour, text }, index) =>
    swappedAfter !== null && index >= swappedAfter
      ? property(letterOf(colour), cellOf(text, isMirrored))
      : property(colour === 'black' ? 'B' : 'W', cellOf(text, false)),
  );
  const swap = swappedAfter === null ? [] : [property('W', isSquare ? 'swap-pieces' : 'swap-sides')];
  const gaveUp = outcome?.reason === 'resigned' ? [property(letterOf(loserOf(outcome.ranks)), 'resign')] : [];
  return writeGameTree([
    beginning({
      gameNumber: 11,
      size: isSquare ? `${rows}` : `${columns}:${rows}`,
      // Where players keep their colours, the player who began is Black, whichever colour they have here.
      players: isMirrored ? players.toReversed() : players,
      date,
      result: outcome === null ? null : resultOf(outcome, [letterOf('black'), letterOf('white')]),
    }),
    ...nodes.slice(0, swappedAfter ?? 0),
    ...swap,
    ...nodes.slice(swappedAfter ?? 0),
    ...gaveUp,
  ]);
}

const loserOf = (ranks: readonly number[]): string => (ranks[0] === 1 ? 'white' : 'black');
