// Hex as a stone game: Black joins top and bottom, White left and right. Its record in SGF.
import type { GameForFile } from '../game.ts';
import { must } from '../kit/assert.ts';
import { type Size, parseSize, rectangleOf } from '../options.ts';
import { formatFirstNode, formatProperty, formatResult, writeGameTree } from '../sgf.ts';
import { createConnectionBoard } from '../stones/boards/connection.ts';
import { BOTTOM, LEFT, RIGHT, TOP, boardsBySize } from '../stones/boards/grid.ts';
import { createRhombus, drawRhombus } from '../stones/boards/hexagons.ts';
import { createBlackAndWhite } from '../stones/legality.ts';
import { STONE, type StoneBoard, type StoneGame, type StonePosition } from '../stones/stone-game.ts';

const TONES = { vertical: 'black', horizontal: 'white' } as const;
/** The stones that the edges TOP, BOTTOM, LEFT and RIGHT count as. */
const EDGES = [STONE[0], STONE[0], STONE[1], STONE[1]];
const GOALS = [[], [(1 << TOP) | (1 << BOTTOM)], [(1 << LEFT) | (1 << RIGHT)]];

function makeBoard(size: Size): StoneBoard {
  const drawings = [drawRhombus(size, TONES, false), drawRhombus(size, TONES, true)] as const;
  const minWinStones = Math.min(size.rows, size.columns);
  return createConnectionBoard(
    { ...createRhombus(size), minWinStones, findCaptures: null, draw: seat => drawings[seat === 1 ? 1 : 0] },
    { degree: 6, goals: GOALS, edges: EDGES },
  );
}

export const hexStones: StoneGame = {
  name: 'hex',
  title: 'Hex',
  sides: createBlackAndWhite({ black: 'aim-top-bottom', white: 'aim-left-right' }),
  least: 2,
  most: 19,
  rectangular: true,
  size: '11',
  boardOfSize: boardsBySize(makeBoard),
  sizeOf: rectangleOf,
  winReason: 'connection',
  noMoveResult: 'draw',
  fullReason: 'no-move',
};

const A = 'a'.charCodeAt(0);

/** Converts a cell name to HexGui's: our `b3` (second row, third cell) is `c2` there. Mirrored it is `b3`. */
const hexGuiCell = (text: string, isMirrored: boolean): string => {
  if (isMirrored) return text;
  return `${String.fromCharCode(A + Number(text.slice(1)) - 1)}${text.charCodeAt(0) - A + 1}`;
};

/**
 * Writes the game as HexGui does: cells are column letter and row number, and resigning is a move. With our swap the players exchange sides and the stone stays. With `swap-pieces` of such files the players keep their
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
