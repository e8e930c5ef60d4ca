// Hex as a stone game: Black joins top and bottom, White left and right. Its SGF, and its links.
import type { GameForFile, GameFromFile, GtpNotation, LinkedPosition, SgfNode } from '../game.ts';
import { must } from '../kit/assert.ts';
import { type Result, ok } from '../kit/result.ts';
import { type Size, parseSize, rectangleOf } from '../options.ts';
import { formatFirstNode, formatProperty, formatResult, readLoss, readMoves, readSize, writeGameTree } from '../sgf.ts';
import { createConnectionBoard } from '../stones/boards/connection.ts';
import { BOTTOM, LEFT, RIGHT, TOP, boardsBySize } from '../stones/boards/grid.ts';
import { createRhombus, drawRhombus } from '../stones/boards/hexagons.ts';
import { createBlackAndWhite } from '../stones/legality.ts';
import { COLUMN_FIRST, OWN_CELLS } from '../stones/notation.ts';
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

/** HexGui's notation: that of GTP, and ours after `swap-pieces`. */
const notationOf = (isMirrored: boolean): GtpNotation => (isMirrored ? OWN_CELLS : COLUMN_FIRST);

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
  /** The SGF letter of a colour, by default at the end. */
  const letterOf = (colour: string, areMirrored = isMirrored): string =>
    (colour === 'black') === areMirrored ? 'W' : 'B';
  const nodes = moves.map(({ colour, text }, index) => {
    const areMirrored = isMirrored && index >= swappedAfter;
    return formatProperty(letterOf(colour, areMirrored), notationOf(areMirrored).writeMove(text));
  });
  const swap = formatProperty('W', isSquare ? 'swap-pieces' : 'swap-sides');
  const loser = letterOf(outcome?.ranks[0] === 1 ? 'white' : 'black');
  return writeGameTree([
    formatFirstNode({
      gameNumber: 11,
      size: isSquare ? `${rows}` : `${columns}:${rows}`,
      // With `swap-pieces` the players keep their colours, so the player who began is Black.
      players: isMirrored ? players.toReversed() : players,
      date,
      result: outcome === null ? null : formatResult(outcome, [letterOf('black'), letterOf('white')]),
    }),
    ...(swappedAfter === null ? nodes : nodes.toSpliced(swappedAfter, 0, swap)),
    ...(outcome?.reason === 'resigned' ? [formatProperty(loser, 'resign')] : []),
  ]);
}

/** Little Golem writes cells as two letters: `mf` is `m6`. */
const toHexGuiCell = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^([a-z])([a-s])$/, (_, column: string, row: string) => `${column}${parseInt(row, 36) - 9}`);

/**
 * Whether the pieces are swapped, and not the sides. Some programs write `swap-pieces` for our swap. So the next colour decides: after a swap of
 * the pieces it is that of the player who began. `at`: the index of the swap, -1 without one.
 */
function isSwapOfPieces(moves: GameFromFile['moves'], at: number): boolean {
  const next = moves[at + 1];
  if (at < 0 || next === undefined) return /^swap(?!-sides)/i.test(moves[at]?.text ?? '');
  return next.colour === moves[0]?.colour;
}

/** Reads files of HexGui and Little Golem. At Little Golem White begins, and joins top and bottom. */
export function readHexSgf(nodes: readonly SgfNode[]): Result<GameFromFile, string> {
  const read = readMoves(nodes, { B: 'black', W: 'white' });
  if (!read.ok) return read;
  // Resigning is a move in these files, even out of turn. The game ends there.
  const end = read.value.findIndex(({ text }) => /^resign$/i.test(text));
  const played = end < 0 ? read.value : read.value.slice(0, end);
  const { colour: first, text: opening } = played[0] ?? { colour: 'black', text: '' };
  const at = played.findIndex(({ text }) => /^swap/i.test(text));
  const isMirrored = isSwapOfPieces(played, at);
  // White joins left and right in HexGui. A game that White begins there is ours in a mirror.
  const isTurned = first === 'white' && /\d/.test(opening);
  const nameColour = (colour: string, areMirrored: boolean): string =>
    (colour === first) === areMirrored ? 'white' : 'black';
  const all = played.map(({ colour, text }, index) => {
    const areMirrored = isMirrored && index > at;
    const cell = toHexGuiCell(text);
    return {
      colour: nameColour(colour, areMirrored),
      text: notationOf(areMirrored !== isTurned).readMove(cell) ?? cell,
    };
  });
  const loser = read.value[end]?.colour;
  const loss = readLoss(nodes, { B: nameColour('black', isMirrored), W: nameColour('white', isMirrored) });
  return ok({
    setup: readSize(nodes, isTurned),
    moves: all.filter((_, index) => index !== at),
    swappedAfter: at < 0 ? null : at,
    isMirrored: [isTurned, isMirrored !== isTurned],
    retired: loser === undefined ? loss : { colour: nameColour(loser, isMirrored), why: 'resigned' },
  });
}

/** The size, signs of how the board is shown, and the moves. Later moves follow another comma. */
const LINK =
  /^https?:\/\/(?:www\.)?hexworld\.org\/board\/?#(\d{1,2})(?:r\d{1,2})?n?(?:c\d{1,2})?,((?:[a-z]\d{1,2}|:(?:[rf][bw]|[a-z]))*)(?:,\S*)?$/i;
/** A cell, column before row, or a swap, a pass or the end of the game. */
const MOVE = /([a-z])(\d{1,2})|:(?:[rf][bw]|[a-z])/gi;

/**
 * Reads a link to HexWorld (hexworld.org): `…/board/#11nc1,a3:sb4c5`.
 * Red begins there and joins top and bottom, as Black does here. Their swap mirrors the stone and changes its colour. Here it stays, so
 * that all later moves are mirrored.
 */
export function readHexWorldLink(text: string): LinkedPosition | null {
  const [, width = '', typed = ''] = LINK.exec(text.toLowerCase()) ?? [];
  if (Number(width) < hexStones.least || Number(width) > hexStones.most) return null;
  const moves = typed.match(MOVE) ?? [];
  const isMirrored = (index: number): boolean => moves.slice(0, index).includes(':s');
  const letterOf = (index: number): string => ((index % 2 === 0) === isMirrored(index) ? 'W' : 'B');
  const stones = moves.flatMap((move, index) => {
    const here = move.startsWith(':') ? null : notationOf(isMirrored(index)).readMove(move);
    return here === null ? [] : [{ there: move, here, letter: letterOf(index) }];
  });
  const last = stones.at(-1);
  const cells = hexStones.boardOfSize(width).names.map(name => stones.filter(({ here }) => here === name));
  const isWrong = cells.some(each => each.length > 1) || cells.flat().length < stones.length;
  if (last === undefined || isWrong) return null;
  const letters = cells.map(([stone]) => stone?.letter ?? '.').join('');
  const rows = letters.replace(new RegExp(`.{${width}}(?=.)`, 'g'), '$&/');
  return { position: `${rows} ${letterOf(moves.length)}`, last };
}
