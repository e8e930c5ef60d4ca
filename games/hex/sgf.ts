// Writes a game of Hex as SGF (GM[11]), as HexGui does.
// Cells are column letter and row number, a swap mirrors the stone, and resigning is a move.
import type { GameForFile } from '../game.ts';
import { parseSize } from '../options.ts';
import { formatFirstNode, writeGameTree, formatProperty, formatResult } from '../sgf.ts';
import { must } from '../kit/assert.ts';
import type { StonePosition } from '../stones/stone-game.ts';

const A = 'a'.charCodeAt(0);

/** Converts a cell name to HexGui's: our `b3` (second row, third cell) is `c2` there. Mirrored it is `b3`. */
const hexGuiCell = (text: string, isMirrored: boolean): string => {
  if (isMirrored) return text;
  return `${String.fromCharCode(A + Number(text.slice(1)) - 1)}${text.charCodeAt(0) - A + 1}`;
};

/**
 * Writes the game. With our swap the players exchange sides and the stone stays. With `swap-pieces` of such files the players keep their
 * colours, and the stone changes colour and is mirrored, so that all later moves are mirrored too. A board that is not square cannot be
 * mirrored, so `swap-sides` is written there, which is our swap.
 */
export function writeHexSgf(game: GameForFile<StonePosition>): string {
  const { setup, moves, players, swappedAfter, outcome, date } = game;
  const { rows, columns } = must(parseSize(setup['size'] ?? ''), 'a setup names the size');
  const isSquare = rows === columns;
  const isMirrored = isSquare && swappedAfter !== null;
  /** The SGF letter of a colour after a swap. */
  const letterOf = (colour: string) => {
    const letter = colour === 'black' ? 'B' : 'W';
    return isMirrored ? (letter === 'B' ? 'W' : 'B') : letter;
  };
  const nodes = moves.map(({ colour, text }, index) =>
    swappedAfter !== null && index >= swappedAfter
      ? formatProperty(letterOf(colour), hexGuiCell(text, isMirrored))
      : formatProperty(colour === 'black' ? 'B' : 'W', hexGuiCell(text, false)),
  );
  const swap = swappedAfter === null ? [] : [formatProperty('W', isSquare ? 'swap-pieces' : 'swap-sides')];
  const resignation =
    outcome?.reason === 'resigned' ? [formatProperty(letterOf(loserOf(outcome.ranks)), 'resign')] : [];
  return writeGameTree([
    formatFirstNode({
      gameNumber: 11,
      size: isSquare ? `${rows}` : `${columns}:${rows}`,
      // With `swap-pieces` the players keep their colours, so the player who began is Black.
      players: isMirrored ? players.toReversed() : players,
      date,
      result: outcome === null ? null : formatResult(outcome, [letterOf('black'), letterOf('white')]),
    }),
    ...nodes.slice(0, swappedAfter ?? 0),
    ...swap,
    ...nodes.slice(swappedAfter ?? 0),
    ...resignation,
  ]);
}

const loserOf = (ranks: readonly number[]): string => (ranks[0] === 1 ? 'white' : 'black');
